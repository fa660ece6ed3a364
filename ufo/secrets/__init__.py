"""What a person wants kept: secrets by name, where they come from, who may have them, and masks over what is written down."""
