"""Five Hundred on Discord: matches over many deals, with partners, points and hidden hands."""
