"""The line of every key of a TOML text, however it is written."""

from __future__ import annotations

import json
import re
import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournament.toml_lines import KeyPath, lines_of

LAYOUTS = r"""
a = 1 # b = 2
  "b c" . d = { x = 1, 'y' = [1, # ] }
  {z = 3},
  [ 4,
    5 ],
], q = @@@
[no] = 1
\@@ }@@@"", r = ^^^
no = 2^^^ }
[ e . f ]
g = 2020-01-01 00:00:00 # h = 1

[[t]]
u = 'x'
"\u0041".k."" = +inf
""".replace("@", '"').replace("^", "'")


def test_keys_of_every_layout_have_their_lines() -> None:
    places: dict[KeyPath, int] = {
        ("a",): 2,
        ("b c", "d", "x"): 3,
        ("b c", "d", "y", 1): 4,
        ("b c", "d", "y", 1, "z"): 4,
        ("b c", "d", "y", 2): 5,
        ("b c", "d", "y", 2, 1): 6,
        ("b c", "d", "q"): 7,
        ("b c", "d", "r"): 9,
        ("e", "f", "g"): 12,
        ("t", "u"): 15,
        ("t", "A", "k", ""): 16,
    }
    tomllib.loads(LAYOUTS)
    found = lines_of(LAYOUTS)
    assert {path: found.get(path) for path in places} == places
    assert not any("no" in path for path in found)


Written = tuple[str, dict[KeyPath, int]]  # a part of a TOML text, and the lines of its keys from 0

NAMES = st.sampled_from(["a", "b-2", "3", "_", "d e", "f.g", "", 'h"', "i'", "#", "[j]", "k = 1"])
BLANKS = st.sampled_from(["", " ", "\t "])
BREAKS = st.sampled_from(["", " ", "\n", "\r\n  ", " # ] } = [x]\n\n", "#'\n\t"])
SCALARS = st.sampled_from(
    [
        "1",
        "0x1F",
        "1e-3",
        "nan",
        "true",
        "1979-05-27 07:32:00",
        "07:32:00.5",
        "''",
        '""',
        "'[=#'",
        r'"]\"#"',
        '"""\n[x]\n"" \\""""',
        "'''\na = 1\n'''''",
        '""""""',
        '"""#"""""',
    ]
)


@st.composite
def keys(draw: st.DrawFn, name: str) -> str:
    """A name as TOML may write it."""
    ways = [json.dumps(name), json.dumps(name).replace("a", "\\u0061")]
    if re.fullmatch("[A-Za-z0-9_-]+", name):
        ways.append(name)
    if "'" not in name:
        ways.append(f"'{name}'")
    return draw(st.sampled_from(ways))


@st.composite
def pairs(draw: st.DrawFn, names: list[str], depth: int) -> Written:
    """`a.b = value`; the names are those of its key."""
    text = ""
    lines: dict[KeyPath, int] = {}
    for number, name in enumerate(names):
        text += ("." if number else "") + draw(BLANKS) + draw(keys(name)) + draw(BLANKS)
        lines[tuple(names[: number + 1])] = 0
    text += "=" + draw(BLANKS)
    return _appended((text, lines), draw(values(depth)), tuple(names))


@st.composite
def values(draw: st.DrawFn, depth: int) -> Written:
    kind = draw(st.sampled_from(["scalar", "array", "table"])) if depth else "scalar"
    if kind == "scalar":
        return draw(SCALARS), {}
    written: Written = ("[" if kind == "array" else "{", {})
    names = draw(st.lists(NAMES, max_size=3, unique=True))
    for number, name in enumerate(names):
        comma = "," if number else ""
        if kind == "array":
            text, lines = written[0] + comma + draw(BREAKS), written[1]
            lines[number,] = text.count("\n")
            written = _appended((text, lines), draw(values(depth - 1)), (number,))
            written = (written[0] + draw(BREAKS), written[1])
        else:
            written = _appended((written[0] + comma, written[1]), draw(pairs([name], depth - 1)), ())
            written = (written[0] + draw(BLANKS), written[1])
    return written[0] + ("]" if kind == "array" else "}"), written[1]


@st.composite
def documents(draw: st.DrawFn) -> Written:
    written: Written = ("", {})
    headers = st.lists(NAMES.map(lambda name: f"t{name}"), max_size=2, unique=True)
    ends: st.SearchStrategy[tuple[str, ...]] = st.sampled_from([(), ("x",)])
    for path in [(), *((name, *draw(ends)) for name in draw(headers))]:
        if path:
            header = ".".join(draw(BLANKS) + draw(keys(name)) + draw(BLANKS) for name in path)
            lines: dict[KeyPath, int] = {path[: n + 1]: 0 for n in range(len(path))}
            written = _appended(written, (f"[{header}]\n", lines), ())
        for name in draw(st.lists(NAMES, max_size=3, unique=True)):
            names = [name, *draw(st.lists(NAMES, max_size=2))]
            space = draw(st.sampled_from(["", "\n", "# a = 1\r\n", "  "]))
            written = _appended((written[0] + space, written[1]), draw(pairs(names, 2)), path)
            written = (written[0] + draw(st.sampled_from(["\n", " # = [\n", "\r\n"])), written[1])
    return written


def _appended(first: Written, second: Written, path: KeyPath) -> Written:
    """One text after the other, whose keys stand below this path."""
    before = first[0].count("\n")
    for key, line in second[1].items():
        first[1].setdefault((*path, *key), before + line)
    return first[0] + second[0], first[1]


@given(documents())
@settings(max_examples=150, derandomize=True, deadline=None)
def test_every_key_has_its_line_in_whatever_way_it_is_written(written: Written) -> None:
    text, lines = written
    tomllib.loads(text)
    assert lines_of(text) == {path: line + 1 for path, line in lines.items()}
