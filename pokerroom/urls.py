"""The room's addresses."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from pokerroom import health

# The administration has no door of its own: its sign-in is the room's, limits included.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz/live", health.live, name="healthz-live"),
    path("healthz/ready", health.ready, name="healthz-ready"),
    path("account/", include("accounts.urls")),
    path("accounts/", include("accounts.entry_urls")),
    path("admin/", admin.site.urls),
    path("", include("tables.urls")),
]
