"""What the playground needs beside the bot: a Discord in this process, and windows to look into it."""
