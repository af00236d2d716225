"""The room's addresses."""

from django.contrib import admin
from django.urls import include, path

from pokerroom import health

urlpatterns = [
    path("healthz/live", health.live, name="healthz-live"),
    path("healthz/ready", health.ready, name="healthz-ready"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
