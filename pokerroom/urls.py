"""The room's addresses."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from pokerroom import health

# The administration has no door of its own: its sign-in is the room's, limits included.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = f"{settings.ROOM_NAME}: the desk"
admin.site.index_title = "What is there to do?"

urlpatterns = [
    path("healthz/live", health.live, name="healthz-live"),
    path("healthz/ready", health.ready, name="healthz-ready"),
    path("account/", include("accounts.urls")),
    path("accounts/", include("accounts.entry_urls")),
    path("cashier/", include("cashier.urls")),
    path("admin/", admin.site.urls),
    path("", include("tables.urls")),
]
