"""Never reads its input, so that the pipe to it runs full: (silent) at its own next question, nobody else waits."""

import signal

signal.pause()
