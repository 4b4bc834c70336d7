"""How matches ended, and ratings."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema


class PlaceShape(Schema):
    seat: int
    name: str
    rank: int
    points: int
    is_me: bool
    is_robot: bool


class Result(Schema):
    match: str
    game: str
    ended_at: datetime
    is_counted: bool
    places: list[PlaceShape]


class ResultLines(Schema):
    results: list[Result]
    more: bool


class RatingShape(Schema):
    rank: int
    player: str
    rating: float
    uncertainty: float
    matches: int
    is_me: bool


class Ratings(Schema):
    ratings: list[RatingShape]
    more: bool
