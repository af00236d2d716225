"""House bots: ordinary WebSocket clients that keep the play-money tables alive.

`client` and `mergepatch` speak the protocol and decide nothing; `spot`, `strategy` and `manners`
are pure and do no I/O; `player`, `house` and `roster` put them to work.
"""
