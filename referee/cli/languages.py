"""`referee languages`: those that there is a starter in, and what of each is installed here."""

import json

import click

from referee.languages import Language, every


@click.command("languages", epilog="Example:  referee languages")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def command(as_json: bool) -> None:
    """List the languages that there is a starter in, and what to install for those that cannot run here."""
    if as_json:
        click.echo(json.dumps([_as_dict(one) for one in every()], indent=2))
        return
    width = max(len(one.name) for one in every())
    folders = max(len(one.folder) for one in every())
    for one in every():
        click.echo(f"{one.name:{width}}  {one.folder:{folders}}  {_state(one)}")
    click.echo(
        "\nreferee new LANGUAGE NAME makes a folder NAME with a starter; LANGUAGE is a word of the second column."
    )


def _state(one: Language) -> str:
    return f"no {', no '.join(one.missing)}; on Debian: {one.cure}" if one.missing else "installed"


def _as_dict(one: Language) -> dict[str, object]:
    return {
        "name": one.name,
        "folder": one.folder,
        "clients": one.clients,
        "ending": one.ending,
        "installed": not one.missing,
        "missing": one.missing,
        "packages": one.packages,
    }
