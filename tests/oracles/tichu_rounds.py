"""A slow scorer of Tichu's rounds, from their transcripts; it imports nothing of the package.

It reads the English lines, keeps cards as words in sets, and finds out by itself whose turn it is,
whether what is laid beats what lies there, who takes which trick, and what the round brings.
"""

from __future__ import annotations

from tests.oracles import tichu as oracle

POINTS = {"5": 5, "T": 10, "K": 10}
RANKS = oracle.RANKS


def worth(card):
    return {"Dr": 25, "Ph": -25}.get(card, POINTS.get(card[0], 0) if len(card) == 2 else 0)


def as_play(words, top):
    """Return a play of the oracle from its text, as it lies on another."""
    codes = words.split("-")
    cards = frozenset(code.partition("=")[0] for code in codes)
    if cards == {"Ph"}:
        below = top[1] if top and top[0] == "single" and top[1] < 15 else 1
        return ("single", below + 0.5, None, cards)
    [stands] = [code.partition("=")[2] for code in codes if code.startswith("Ph")] or [""]
    rank = oracle.rank(stands + "s") if stands else None
    found = [one for one in oracle.readings(cards) if rank is None or one[2] == rank]
    assert len(found) == 1, (words, found)
    return (*found[0], cards)


def on_top(play, top):
    """Return whether a play beats the one that lies: bombs by the oracle, the rest by rank."""
    if play[0] in oracle.BOMBS or top[0] in oracle.BOMBS:
        return oracle.beats(play, top)
    return play[0] == top[0] and len(play[3]) == len(top[3]) and play[1] > top[1]


class Round:
    """A round, line by line."""

    def __init__(self, source, partner_leads=False, dragon_kept=False):
        self.names, self.hands, self.won = [], {}, {}
        self.out, self.calls, self.given = [], {}, {}
        self.trick, self.top, self.holder, self.turn = [], None, None, None
        self.passes, self.gift, self.over = 0, False, False
        self.partner_leads, self.dragon_kept = partner_leads, dragon_kept
        for line in source.splitlines():
            words = line.split("#")[0].replace(":", " ").replace("|", " ").split()
            if words and words[0] not in ("rules", "refused"):
                self.read(words)

    def read(self, words):
        if words[0] == "players":
            self.names = [name.rstrip(",") for name in words[1:]]
            self.won = {name: [] for name in self.names}
        elif words[0] == "hand":
            self.hands[words[1]] = set(words[2:])
            assert len(self.hands[words[1]]) == 14
        elif words[0] == "scores":
            said = [int(word.rstrip(",")) for word in words[2::2]]
            assert said == [self.points()[name] for name in self.names]
        elif words[1] == "calls":
            self.calls[words[0]] = 200 if words[2] == "grand" else 100
        elif words[1] == "gives" and words[2] == "the":
            assert self.gift
            assert self.names.index(words[-1]) % 2 != self.names.index(words[0]) % 2
            self.take(words[-1])
        elif words[1] == "gives":
            self.given[words[0]] = words[2:]
            if len(self.given) == 4:
                self.exchange()
        elif words[1] == "lays":
            self.lay(words[0], words[2])
        elif words[1] == "passes":
            self.passed(words[0])

    def after(self, name, step=1):
        return self.names[(self.names.index(name) + step) % 4]

    def next_in(self, name):
        return next(n for n in map(self.after, [name] * 4, (1, 2, 3, 4)) if self.hands[n])

    def exchange(self):
        for name, cards in self.given.items():
            for step, card in enumerate(cards, start=1):
                self.hands[name].remove(card)
                self.hands[self.after(name, step)].add(card)
        [self.turn] = [name for name, cards in self.hands.items() if "MJ" in cards]

    def lay(self, name, words):
        assert not self.gift
        assert not self.over
        play = as_play(words, self.top)
        assert play[3] <= self.hands[name], (name, words)
        assert name == self.turn or (play[0] in oracle.BOMBS and self.trick)
        if self.top is not None:
            assert on_top(play, self.top), (words, self.top)
        self.hands[name] -= play[3]
        self.trick += play[3]
        self.top, self.holder, self.passes = play, name, 0
        if not self.hands[name]:
            self.out.append(name)
        self.over = self.double() or len(self.out) == 3
        if self.over:
            if play[3] == {"Dr"} and not self.double() and not self.dragon_kept:
                self.gift = True
            else:
                self.take(name)
        elif play[0] == "dog":
            self.take(name)
            partner = self.after(name, 2)
            self.turn = partner if self.hands[partner] else self.next_in(partner)
        else:
            self.turn = self.next_in(name)

    def passed(self, name):
        assert name == self.turn
        assert self.trick
        self.passes += 1
        if self.passes < sum(1 for n, cards in self.hands.items() if cards and n != self.holder):
            self.turn = self.next_in(name)
        elif self.top[3] == {"Dr"}:
            self.gift = True
        else:
            self.take(self.holder)

    def take(self, name):
        self.won[name] += self.trick
        self.trick, self.top, self.gift, self.passes = [], None, False, 0
        self.turn = self.holder
        if not self.over and not self.hands[self.holder]:
            partner = self.after(self.holder, 2)
            follows = self.partner_leads and self.hands[partner]
            self.turn = partner if follows else self.next_in(self.holder)

    def double(self):
        return len(self.out) == 2 and self.after(self.out[0], 2) == self.out[1]

    def points(self):
        """Return what each player's team has."""
        assert self.over
        team = {name: place % 2 for place, name in enumerate(self.names)}
        points = [0, 0]
        for name, value in self.calls.items():
            points[team[name]] += value if name == self.out[0] else -value
        if self.double():
            points[team[self.out[0]]] += 200
        else:
            [last] = [name for name in self.names if name not in self.out]
            for name, cards in self.won.items():
                to = self.out[0] if name == last else name
                points[team[to]] += sum(map(worth, cards))
            points[1 - team[last]] += sum(map(worth, self.hands[last]))
        return {name: points[team[name]] for name in self.names}
