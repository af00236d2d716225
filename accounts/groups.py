"""Staff groups and exactly what each may do; whatever is not given here is refused.

Apps above give their own rights in AppConfig.ready(), before the database is looked at:

    groups.give(groups.Role.FLOOR, "tables.view_table", "tables.change_table")

After every `migrate` each role that was given anything exists as a group with exactly those rights:
changes made to these groups by hand are undone. An operator who wants another mix makes his own group.
"""

from enum import StrEnum

from django.apps import AppConfig
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q


class Role(StrEnum):
    SUPPORT = "Support"
    FLOOR = "Floor"
    CASHIER = "Cashier"
    MANAGER = "Manager"
    AUDITOR = "Auditor"


_SUPPORT = frozenset(
    f"accounts.{codename}"
    for codename in (
        "view_player",
        "block_player",
        "view_allinallowance",
        "view_allowanceentry",
        "reset_allowance",
        "revoke_allowance",
        "view_resetrequest",
        "answer_resetrequest",
        "view_accountentry",
    )
)
_rights: dict[Role, frozenset[str]] = {
    Role.SUPPORT: _SUPPORT,
    Role.FLOOR: frozenset(),
    Role.MANAGER: _SUPPORT | {"accounts.reset_allowance_often"},
}


def give(role: Role, *permissions: str) -> None:
    """Give `role` the `permissions` ("app_label.codename"). Giving twice is harmless."""
    _rights[role] = _rights.get(role, frozenset()) | frozenset(permissions)


def rights(role: Role) -> frozenset[str]:
    """Everything `role` has been given."""
    return _rights.get(role, frozenset())


def synchronise(sender: AppConfig, using: str = "default", **kwargs: object) -> None:
    """After `migrate` of an app (post_migrate): make the groups what is said here.

    The rights of apps migrated later are added when their turn comes.
    """
    if sender.label not in {right.partition(".")[0] for role in _rights for right in rights(role)}:
        return
    create_permissions(sender, using=using, verbosity=0)
    with transaction.atomic(using=using):
        for role in _rights:
            group, _ = Group.objects.using(using).get_or_create(name=role.value)
            wanted = Q(pk__in=[])
            for right in rights(role):
                label, _, codename = right.partition(".")
                wanted |= Q(content_type__app_label=label, codename=codename)
            group.permissions.set(Permission.objects.using(using).filter(wanted))
