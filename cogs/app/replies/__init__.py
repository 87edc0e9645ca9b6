"""How people are answered: what a message is built of, where a press goes, and what is said when something fails."""
