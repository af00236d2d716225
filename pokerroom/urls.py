"""The room's addresses."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# The administration has no door of its own: its sign-in is the room's, limits included.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("accounts/", include("accounts.entry_urls")),
    path("admin/", admin.site.urls),
]
