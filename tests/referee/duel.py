"""Duel (rules D1 to D23); the checker refuses its traces until this engine is written."""

from common import Fault

BOOLEANS = 6


def check_tablets(_tablets):
    raise Fault("form", "the referee cannot check duel yet")
