"""All formats, by the name that a tournament's file gives."""

from referee.formats import gauntlet, knockout, ladder, round_robin, swiss
from referee.formats.field import Format

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT for module in (round_robin, gauntlet, swiss, knockout, ladder)
}
