"""The mistakes that authors of clients make, what to do about each, and the page that says so."""

from __future__ import annotations

from dataclasses import dataclass

from referee.conformance.habits import habit

LINES, LIFE, FAULTS, CHOICES = "Lines", "A client's life", "Answers and faults", "Choices"  # headings of the page
DELIVERY = "When lines are delivered"


@dataclass(frozen=True)
class Cure:
    page: str  # its heading in protocol/README.md; empty: the page of the game
    text: str  # with {facts}
    habit: str = ""  # the one of the language that helps, and stands after the text


CURES = {
    # How it starts and ends
    "not executable": Cure(LIFE, "The file cannot be run: `chmod +x {file}`."),
    "carriage return": Cure(
        LIFE, "Its first line ends with a carriage return, as on Windows: `sed -i 's/\\r$//' {file}` takes them out."
    ),
    "interpreter": Cure(
        LIFE,
        "Its first line, {first_line}, names an interpreter that is not there. Programs run with PATH={path}: "
        "name the whole path, or name the interpreter in the command or client.toml, where your own PATH is searched.",
    ),
    "build": Cure(LIFE, "It could not be built; below `stderr` stands what the compiler said."),
    "cannot run": Cure(LIFE, "It could not be started; `came` says why."),
    "crash": Cure(FAULTS, "It crashed; the last lines of its stderr say where."),
    "argument": Cure(
        LIFE, "It takes its last argument, the player's name, for a file. Read standard input", "loop"
    ),
    "crash without words": Cure(
        FAULTS, "It crashed and wrote nothing to stderr; `referee match ... --log` keeps what it was sent."
    ),
    "leaves at once": Cure(
        LIFE, "It left before it had answered. It must read lines in a loop until its input closes", "loop"
    ),
    "one question": Cure(
        LIFE, "It left after its first answer. A match has many questions: read lines until the input closes", "loop"
    ),
    "one hand": Cure(
        LIFE, "It left when a hand was over. A match has many: read until the input closes", "loop"
    ),
    "leaves early": Cure(LIFE, "It left in the middle of a match. Read lines until the input closes", "loop"),
    "closes its output": Cure(LIFE, "It closed its output and ran on. Keep it open until the input closes."),
    "stays": Cure(LIFE, "It waits on after its input was closed. Leave the loop at the end of the input", "loop"),
    "spins at the end": Cure(
        LIFE, "It runs in circles after its input was closed: reading gives nothing more, and it goes on. "
        "Leave the loop at the end of the input", "loop",
    ),
    "exit code": Cure(LIFE, "It should leave with exit code 0 when its input closes; its stderr may say why not."),
    # Why nothing came
    "no flush": Cure(
        LIFE, "Its answers stay in a buffer, since its output is a pipe. Flush after every answer", "flush"
    ),
    "no newline": Cure(LINES, "The answer has no newline, so it is no line yet. End it with one", "newline"),
    "reads to the end": Cure(
        DELIVERY, "It answers only when its input is closed: it reads all of it first. Read line by line", "loop"
    ),
    "reads ahead": Cure(
        DELIVERY, "It answers only when much more input has come: it reads whole blocks. Read line by line "
        "(with mawk: -W interactive).",
    ),
    "busy": Cure(FAULTS, "It was still computing when its time was over: too slow, or a loop without end."),
    "late": Cure(FAULTS, "Its answer came when its time was over: it is too slow, or slow to start."),
    "never answers": Cure(
        FAULTS, "It waits and says nothing, even when its input is closed. Does it look for `|QUERY|{key}|END|`, key "
        "and all? Keys may have spaces; only bars separate.",
    ),
    "stopped answering": Cure(
        FAULTS, "It had answered before, and now waits and says nothing. Is there a path without an answer? "
        "Does it wait for something that is not told?",
    ),
    "bank": Cure(LIFE, "All its answers in the match together took more than {bank} s: it is too slow."),
    # Lines that are no answers
    "byte order mark": Cure(LINES, "The line begins with a byte order mark. Write UTF-8 without one."),
    "not UTF-8": Cure(LINES, "The line is not UTF-8. Write UTF-8, or nothing but ASCII."),
    "control characters": Cure(LINES, "The line holds a control character, such as a tab. Leave it out."),
    "empty line": Cure(LINES, "It wrote an empty line. Write one newline after an answer, and none before it."),
    "no answer": Cure(LINES, "The line is no answer. An answer is {shape}, and nothing else is written", "stderr"),
    "prompt": Cure(
        LINES, "Something stands before the answer, such as the prompt of an input function. The line begins with a "
        "bar: {shape}.",
    ),
    "bare answer": Cure(LINES, "The answer stands alone. Put it between the bars: {shape}."),
    "no bars": Cure(LINES, "A bar is missing. The line begins with one and ends with one: {shape}."),
    "no END": Cure(LINES, "The last field, END, is missing: {shape}."),
    "spaces": Cure(LINES, "There are spaces around the line or its fields. Everything counts: {shape}."),
    "capitals": Cure(LINES, "RESPONSE and END are written in capitals, and the key as in the question: {shape}."),
    "not a response": Cure(LINES, "The line begins with {its_type}; an answer begins with RESPONSE: {shape}."),
    "no key": Cure(LINES, "The key of the question is missing in the answer: {shape}."),
    "wrong key": Cure(LINES, "The answer has the key {its_key}; it must repeat the key of the question: {shape}."),
    "empty answer": Cure(
        LINES, "The answer is empty. Has the program what it chooses from? Its hand is told in the game's own words."
    ),
    "no choices": Cure(
        CHOICES, "The answer is empty: it seems to wait for its choices, which it is told only if it asks for them: "
        "`choices = true` in its client.toml, or --choices.",
    ),
    "overlong": Cure(LINES, "A line has at most 4096 bytes, its newline included."),
    # Lines too many
    "flood": Cure(FAULTS, "It writes without end. Write one line for each QUERY, and no other."),
    "debugging": Cure(FAULTS, "It writes more than answers. Write the rest to standard error", "stderr"),
    "answers infos": Cure(FAULTS, "It answers infos too. Answer only lines that begin with `|QUERY|`."),
    "answers twice": Cure(FAULTS, "It answers more than once. Write one line for each QUERY, and no other."),
    "talks at the end": Cure(FAULTS, "It writes when the game is over. Answer only lines that begin with `|QUERY|`."),
    "unasked": Cure(FAULTS, "A line was there before it was asked. Write one line for each QUERY, and no other."),
    # Answers that are not legal
    "played already": Cure(
        "", "It has played that in this hand. Take it out of the hand as soon as you have answered, or at `played`."
    ),
    "kept hand": Cure(
        "", "It is of the hand before. Forget the old hand at `{hand_word}`, and take the new one as it is told."
    ),
    "not held": Cure("", "It was never told that it holds that in this hand. The hand is what it was told last."),
    "led suit kept": Cure(
        "", "It was right at the question before, and is not now: what was led seems to be kept. Forget it at "
        "`{trick_word}`.",
    ),
    "old choices": Cure(
        CHOICES, "It was among the choices of a question before. The choices are told anew right before each question."
    ),
    "letters": Cure("", "Capitals count: write {near}."),
    "order of letters": Cure("", "The same characters in another order: write {near}."),
    "decorated": Cure("", "Write {near}, without anything around it."),
    "not legal": Cure("", "`expected` lists what was legal. Check it against the rules: `referee rules {game}`."),
    # What goes wrong in one situation only
    "unknown word": Cure(
        FAULTS, "That went well without a line whose word it does not know. Pass over all words but those you need, "
        "however many fields they have.",
    ),
    "after a bad card": Cure(
        "", "That went well until another player gave a bad card. The hand then ends in the middle: forget what was "
        "played at `{trick_word}` and at `{hand_word}`, and not where a trick or a hand ends.",
    ),
    "later hand": Cure(
        LIFE, "That went well from the first hand on. The first `{hand_word}` may have any number: "
        "take all from what is told, and count nothing yourself.",
    ),
}  # fmt: skip


def cure(mistake: str, language: str, **facts: object) -> str:
    """What to do; in the words of the language where that helps."""
    its = CURES[mistake]
    text = its.text.format(**facts)
    if not its.habit:
        return text
    helps = habit(language, its.habit)
    return f"{text}. In {language}: {helps}" if helps else f"{text}."


def page(mistake: str, game: str) -> str:
    """Where it stands; a page of a game may come from an installed package, so the command that shows it is named."""
    heading = CURES[mistake].page
    return f'protocol/README.md, "{heading}"' if heading else f"protocol/{game}.md (referee rules {game})"
