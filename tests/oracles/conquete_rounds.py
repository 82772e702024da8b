"""A slow judge of conquête's rounds, from their transcripts; it imports nothing of the package.

It reads the English lines, keeps cards as words of three letters and the domain as a dictionary,
and finds out by itself whose turn it is, what is legal, when the grid is enlarged, when a round is
over, and what it brings.
"""

from __future__ import annotations

DEFAULT = {
    "copies": 2,
    "start_vp": 5,
    "extra_card_vp": 1,
    "shared_attributes": 2,
    "needed": 2,
    "one_vp": 0,
    "two_vp": 1,
    "three_vp": 5,
    "four_vp": 20,
    "pass_cost": 1,
    "may_pass_when_able": True,
    "vp_may_go_negative": True,
    "rounds_of_passes": 3,
    "most_rows": 6,
    "most_columns": 11,
    "grid_either_way_up": False,
    "shape_ratio": 2,
    "rows_enlarged": 1,
    "columns_enlarged": 1,
    "first_out_vp": 5,
    "second_out_vp": 3,
    "third_out_vp": 1,
    "set_less": 2,
}
FAR = 200


def around(cell):
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def shared(one, other):
    return sum(mine == yours for mine, yours in zip(one, other, strict=True))


class Round:
    """A round, line by line."""

    def __init__(self, source, **rules):
        self.rules = {**DEFAULT, **rules}
        self.names, self.hands, self.vp, self.domain, self.owner = [], {}, {}, {}, {}
        self.first, self.turn, self.out, self.enlarged = None, None, [], 0
        self.over, self.passes, self.placed = None, 0, []
        self.lines, self.parts = 0, {}
        for line in source.splitlines():
            words = line.split("#")[0].replace(":", " ").split()
            if words and words[0] not in ("rules", "refused"):
                self.read(words)
        self.begun()

    def read(self, words):
        if words[0] == "players":
            self.names = [name.rstrip(",") for name in words[1:]]
        elif words[0] == "first":
            self.first = words[1]
        elif words[0] == "start":
            self.domain[0, 0] = words[1]
        elif words[0] == "hand":
            self.hands[words[1]] = []
            for word in words[2:]:
                code, _, times = word.partition("*")
                self.hands[words[1]] += [code] * int(times or 1)
        else:
            self.begun()
            if words[0] == "enlarged":
                assert self.enlarged == int(words[1])
            elif words[0] == "scores":
                said = dict(zip(words[1::2], words[2::2], strict=True))
                assert {name: int(n.rstrip(",")) for name, n in said.items()} == self.vp
            else:
                self.act(words)

    def begun(self):
        if self.turn is not None:
            return
        fewest = min(map(len, self.hands.values()))
        everywhere = [
            *self.domain.values(),
            *(card for hand in self.hands.values() for card in hand),
        ]
        for code in everywhere:
            assert everywhere.count(code) <= self.rules["copies"]
        for name in self.names:
            self.vp[name] = self.rules["start_vp"]
            self.parts[name] = {"start": self.vp[name]}
            if len(self.hands[name]) > fewest:
                self.change(name, self.rules["extra_card_vp"], "extra")
        self.turn = self.first or self.names[0]
        self.settle()

    def change(self, name, vp, what):
        before = self.vp[name]
        self.vp[name] += vp
        if not self.rules["vp_may_go_negative"]:
            self.vp[name] = max(self.vp[name], 0)
        parts = self.parts[name]
        parts[what] = parts.get(what, 0) + self.vp[name] - before

    def holders(self):
        return [name for name in self.names if self.hands[name]]

    def fits(self, code, cell, enlarged):
        """Return with how many neighbours a card is compatible; 0 where it may not lie."""
        if cell in self.domain:
            return 0
        near = [self.domain[other] for other in around(cell) if other in self.domain]
        good = sum(shared(code, other) >= self.rules["shared_attributes"] for other in near)
        if not near or good < (1 if len(near) == 1 else self.rules["needed"]):
            return 0
        rows, columns = zip(*self.domain, cell, strict=True)
        tall, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
        ratio = self.rules["shape_ratio"]
        if ratio and (tall > ratio * wide or wide > ratio * tall):
            return 0
        high = self.rules["most_rows"] + enlarged * self.rules["rows_enlarged"]
        broad = self.rules["most_columns"] + enlarged * self.rules["columns_enlarged"]
        upright = tall <= high and wide <= broad
        turned = self.rules["grid_either_way_up"] and tall <= broad and wide <= high
        return good if upright or turned else 0

    def placements(self, name, enlarged):
        free = {cell for lying in self.domain for cell in around(lying)} - set(self.domain)
        return [
            (cell, code)
            for cell in sorted(free)
            for code in sorted(set(self.hands[name]))
            if self.fits(code, cell, enlarged)
        ]

    def anybody(self, enlarged):
        return any(self.placements(name, enlarged) for name in self.holders())

    def settle(self):
        holders = self.holders()
        if len(holders) <= 1:
            self.end("all_but_one_out")
            return
        if not self.anybody(self.enlarged):
            if not self.anybody(FAR):
                self.end("nothing_fits")
                return
            while not self.anybody(self.enlarged):
                self.enlarged += 1
        if self.passes >= len(holders) * self.rules["rounds_of_passes"]:
            self.end("all_pass")
            return
        while not self.hands[self.turn]:
            self.turn = self.after(self.turn)

    def after(self, name):
        return self.names[(self.names.index(name) + 1) % len(self.names)]

    def act(self, words):
        name = words[0]
        assert self.over is None, words
        assert name == self.turn, words
        if words[1] == "passes":
            assert self.rules["may_pass_when_able"] or not self.placements(name, self.enlarged)
            self.change(name, -self.rules["pass_cost"], "passing")
            self.passes += 1
        else:
            assert words[1:4:2] == ["places", "at"], words
            code, cell = words[2], tuple(int(n) for n in words[4].split(","))
            assert code in self.hands[name], words
            good = self.fits(code, cell, self.enlarged)
            assert good, words
            vp = self.rules[("one_vp", "two_vp", "three_vp", "four_vp")[good - 1]]
            assert int(words[6]) == vp if len(words) > 5 else vp == 0, words
            self.hands[name].remove(code)
            self.domain[cell], self.owner[cell] = code, name
            self.placed.append(good)
            self.change(name, vp, "placing")
            self.passes = 0
            if not self.hands[name]:
                for place, bonus in enumerate(("first_out_vp", "second_out_vp", "third_out_vp")):
                    if place == len(self.out):
                        self.change(name, self.rules[bonus], "finishing")
                self.out.append(name)
        self.lines += 1
        self.turn = self.after(name)
        self.settle()

    def sets(self, name):
        left = {cell for cell, owner in self.owner.items() if owner == name}
        sizes = []
        while left:
            joined, new = set(), {left.pop()}
            while new:
                joined |= new
                new = {other for cell in new for other in around(cell)} & left
                left -= new
            sizes.append(len(joined))
        return sizes

    def end(self, how):
        self.over = how
        for name in self.names:
            scores = [size - self.rules["set_less"] for size in self.sets(name)]
            self.change(name, sum(scores), "sets")
