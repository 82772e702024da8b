"""``neuroanalysis warmup``."""

from __future__ import annotations

from neuroanalysis import games


def test_every_part_is_done_and_told_beside_the_answers(cli, monkeypatch):
    done, names = [], []
    for game in map(games.game, games.names()):
        parts = [(game.name, name) for name, _ in game.warm_up()]
        tasks = tuple((part[1], lambda part=part: done.append(part)) for part in parts)
        monkeypatch.setattr(type(game), "warm_up", lambda self, tasks=tasks: tasks)
        names += parts
    ran = cli("warmup")
    assert (ran.code, ran.out) == (0, "")
    assert done == names
    assert f"{len(names)}/{len(names)}" in ran.err
    assert f"compiled and kept: {len(names)} parts" in ran.err


def test_it_runs(cli):
    assert cli("warmup").code == 0
