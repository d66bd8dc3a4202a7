"""The socket at which the page is served. It outlives a change of the game: phones that ask meanwhile wait.

It is handed from the program to the one that takes its place as systemd hands sockets on (sd_listen_fds(3)).
"""

from __future__ import annotations

import os
import socket

FIRST = 3
"""The number under which a handed socket is found."""
BACKLOG = 128


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at `host` and `port` (0: any free one): the one handed on, if it is there, else new.

    OSError, with a sentence, when it cannot be had.
    """
    handed = _handed_on()
    if handed is not None:
        if port in (0, handed.getsockname()[1]):
            return handed
        handed.close()
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(f"The page cannot be served at {host}:{port} ({error.strerror}). Another table may "
                      "be running; stop it, or choose another --port.") from error
    listening.listen(BACKLOG)
    return listening


def hand_on(listening: socket.socket) -> None:
    """Leave the socket to the program that takes this one's place by exec."""
    os.dup2(listening.fileno(), FIRST)
    # Where the socket has that number already, dup2 changes nothing: it would end with this program.
    os.set_inheritable(FIRST, True)
    os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}


def _handed_on() -> socket.socket | None:
    """The socket that this program was handed, the first time it is asked for."""
    pid, count = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    if pid != str(os.getpid()) or count != "1":
        return None
    os.set_inheritable(FIRST, False)
    return socket.socket(fileno=FIRST)
