"""The same client with pipes and with terminals (`pty = true`): what a question costs."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from programs import Programs, in_c, run_match

from referee.plan import Plan


def show(programs: Programs, runs: int) -> None:
    log = programs.folder / "terminals.log.gz"
    pipes, terminals = [], []
    for _ in range(runs):  # by turns, so that both meet the same noise
        pipes.append(run_match(in_c(programs), log))
        terminals.append(run_match(on_terminals(in_c(programs)), log))
    ratios = [terminal / pipe for terminal, pipe in zip(terminals, pipes, strict=True)]
    print(f"A question, four clients in C, all on one core, {runs} runs by turns (microseconds)")
    print("                                 median   least")
    print(f"  with pipes                    {median(pipes):7.2f} {min(pipes):7.2f}")
    print(f"  with terminals                {median(terminals):7.2f} {min(terminals):7.2f}")
    print(f"  median of the runs' ratios    {median(ratios):7.2f}")


def on_terminals(plan: Plan) -> Plan:
    return replace(plan, players=tuple(replace(player, pty=True) for player in plan.players))
