"""How one does in each language what a client must do."""

from __future__ import annotations

from dataclasses import dataclass

from referee import languages


@dataclass(frozen=True)
class Habits:
    newline: str  # writes a line
    stderr: str
    loop: str  # reads lines until the input ends


HABITS = {
    "Ada": Habits("Put_Line (...)", "Put_Line (Standard_Error, ...)", "while not End_Of_File loop"),
    "Awk": Habits(
        'print, or printf with "\\n"', 'print ... > "/dev/stderr"', "BEGIN { ARGC = 1 }, and a rule for each line"
    ),
    "Bash": Habits("echo, or printf '...\\n'", "echo ... >&2", "while IFS= read -r line; do ... done"),
    "C": Habits('printf("...\\n")', "fprintf(stderr, ...)", "while (fgets(line, sizeof line, stdin))"),
    "C#": Habits(
        "Console.WriteLine(...)", "Console.Error.WriteLine(...)", "while ((line = Console.ReadLine()) != null)"
    ),
    "C++": Habits("std::cout << ... << std::endl", "std::cerr << ...", "while (std::getline(std::cin, line))"),
    "Clojure": Habits("(println ...)", "(binding [*out* *err*] (println ...))", "(doseq [line (line-seq in)])"),
    "Common Lisp": Habits(
        '(format t "...~%")', "(format *error-output* ...)", "(loop for line = (read-line nil nil) while line do ...)"
    ),
    "D": Habits("writeln(...)", "stderr.writeln(...)", "foreach (line; stdin.byLine)"),
    "Elixir": Habits("IO.puts(...)", "IO.puts(:stderr, ...)", "for line <- IO.stream(:stdio, :line)"),
    "Erlang": Habits('io:format("...~n")', "io:format(standard_error, ...)", "case io:get_line([]) of eof -> ok"),
    "Fortran": Habits(
        "write (output_unit, '(a)') ...",
        "write (error_unit, ...) ...",
        "read (..., iostat=status); exit if it is not 0",
    ),
    "Go": Habits("fmt.Println(...)", "fmt.Fprintln(os.Stderr, ...)", "for scanner.Scan()"),
    "Haskell": Habits("putStrLn ...", "hPutStrLn stderr ...", "isEOF"),
    "Java": Habits("System.out.println(...)", "System.err.println(...)", "while ((line = reader.readLine()) != null)"),
    "JavaScript": Habits(
        "console.log(...), or process.stdout.write(... + '\\n')",
        "console.error(...)",
        "readline.createInterface({input: process.stdin}).on('line', ...)",
    ),
    "Kotlin": Habits("println(...)", "System.err.println(...)", "while (true) { val line = readLine() ?: break }"),
    "Lua": Habits('io.write(..., "\\n")', 'io.stderr:write(..., "\\n")', "for line in io.lines() do"),
    "Nim": Habits("echo ...", "stderr.writeLine(...)", "for line in stdin.lines"),
    "OCaml": Habits("print_endline ...", "prerr_endline ...", "End_of_file ends the loop"),
    "PHP": Habits('echo "...\\n"', "fwrite(STDERR, ...)", "while (($line = fgets(STDIN)) !== false)"),
    "Pascal": Habits("WriteLn(...)", "WriteLn(StdErr, ...)", "while not Eof do"),
    "Perl": Habits('print "...\\n"', "print STDERR ...", "while (my $line = <STDIN>)"),
    "Prolog": Habits('format("...~n")', "format(user_error, ...)", "read_line_to_string gives end_of_file"),
    "Python": Habits(
        "print(...) without end=''",
        "print(..., file=sys.stderr)",
        "for line in sys.stdin; readline() gives '' at the end",
    ),
    "R": Habits('cat(..., "\\n", sep = "")', "message(...)", "readLines(input, n = 1) gives nothing at the end"),
    "Racket": Habits("(displayln ...)", "(eprintf ...)", "(for ([line (in-lines)]) ...)"),
    "Ruby": Habits("puts ...", "warn ...", "while (line = $stdin.gets)"),
    "Rust": Habits("println!(...)", "eprintln!(...)", "for line in io::stdin().lines()"),
    "Scala": Habits("println(...)", "System.err.println(...)", "for (line <- Source.stdin.getLines())"),
    "Scheme": Habits("(newline)", "(display ... (current-error-port))", "(read-line) gives an eof-object at the end"),
    "Tcl": Habits("puts ...", "puts stderr ...", "while {[gets stdin line] >= 0}"),
    "TypeScript": Habits(
        "console.log(...), or process.stdout.write(... + '\\n')",
        "console.error(...)",
        "readline.createInterface({input: process.stdin}).on('line', ...)",
    ),
}


def habit(language: str, name: str) -> str:
    """What helps in this language; empty where that is not known. How output is flushed, its starter knows."""
    if name == "flush":
        return next((one.flush for one in languages.every() if one.name == language), "")
    return getattr(HABITS[language], name) if language in HABITS else ""
