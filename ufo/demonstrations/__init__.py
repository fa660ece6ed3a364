"""What a person showed: recorded on any desktop, made into a skill and a demonstration, and proved before it is kept."""
