"""The account page and what it does."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("", views.account, name="account"),
    path("keep/", views.keep, name="keep"),
    path("request-reset/", views.request_reset, name="request_reset"),
]
