"""``neuroanalysis warmup``."""

from __future__ import annotations

from neuroanalysis import games


def test_every_part_is_done_and_told_beside_the_answers(cli, monkeypatch):
    game = games.game("neurotrio")
    done = []
    names = [name for name, _ in game.warm_up()]
    tasks = tuple((name, lambda name=name: done.append(name)) for name in names)
    monkeypatch.setattr(type(game), "warm_up", lambda self: tasks)
    ran = cli("warmup")
    assert (ran.code, ran.out) == (0, "")
    assert done == names
    assert f"{len(names)}/{len(names)}" in ran.err
    assert f"compiled and kept: {len(names)} parts" in ran.err


def test_it_runs(cli):
    assert cli("warmup").code == 0
