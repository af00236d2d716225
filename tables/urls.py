"""The addresses of the tables' pages."""

from django.urls import path

from tables import views

app_name = "tables"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("my-tables/", views.my_tables, name="my_tables"),
    path("play-now/", views.play_now, name="play_now"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("hands/<str:public_id>/", views.hand, name="hand"),
    path("hands/<str:public_id>.<str:ending>", views.hand_file, name="hand_file"),
]
