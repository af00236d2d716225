"""The cashier's addresses."""

from django.urls import path

from cashier import request_views, views

app_name = "cashier"
urlpatterns = [
    path("", views.cashier, name="cashier"),
    path("statement.csv", views.statement_file, name="statement_file"),
    path("seats/<str:ref>/", views.session, name="session"),
    path("refill/", request_views.refill, name="refill"),
    path("confirm/", request_views.confirm, name="confirm"),
    path("deposit/", request_views.deposit, name="deposit"),
    path("withdraw/", request_views.withdraw, name="withdraw"),
    path("requests/<int:number>/cancel/", request_views.cancel, name="cancel"),
    path("protection/", request_views.protection, name="protection"),
    path("protection/limit/", request_views.set_limit, name="set_limit"),
    path("protection/pause/", request_views.pause, name="pause"),
    path("protection/reminder/", request_views.set_reminder, name="set_reminder"),
    path("callback/<slug:provider>/", request_views.callback, name="callback"),
]
