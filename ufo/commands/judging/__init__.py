"""What a command would do, in words and as a class of action: one family of tools a file."""
