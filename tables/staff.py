"""What the staff groups may do with tables; accounts.groups makes it so after each migration."""

from accounts import groups

FLOOR = ("view_table", "add_table", "change_table", "view_hand", "view_handseat", "view_seatsession")
SUPPORT = ("view_table", "view_hand", "view_handseat", "view_seatsession")

groups.give(groups.Role.FLOOR, *(f"tables.{right}" for right in FLOOR))
groups.give(groups.Role.SUPPORT, *(f"tables.{right}" for right in SUPPORT))
