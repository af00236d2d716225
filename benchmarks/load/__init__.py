"""What the measurements of the served room share: a cheap client, nine players a table, the floor, the clocks."""
