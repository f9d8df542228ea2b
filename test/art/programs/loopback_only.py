"""Refuses and lists every address beyond this machine that the process asks for, as a machine without a network would.

Import it before anything that could ask. Nothing of the clients is replaced: the interpreter's own audit events tell.
"""

import ipaddress
import json
import socket
import sys

outside: set[str] = set()
programs: set[str] = set()


def _is_here(host) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _audit(event: str, args: tuple) -> None:
    if event == "subprocess.Popen":
        programs.add(str(args[0]))
    if event == "socket.getaddrinfo":
        host = args[0]
    elif event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = args[1]
        host = address[0] if isinstance(address, tuple) else None
    else:
        return
    if not _is_here(host):
        outside.add(host.decode() if isinstance(host, bytes) else host)
        raise socket.gaierror(socket.EAI_NONAME, "the test allows this machine only")


sys.addaudithook(_audit)


def _is_watching() -> bool:
    """Whether an address that stands for no machine (RFC 5737) is refused by what is above, and not by a network."""
    try:
        socket.create_connection(("192.0.2.1", 9), timeout=1)
    except socket.gaierror:
        outside.remove("192.0.2.1")
        return True
    except OSError:
        pass
    return False


def report(facts: dict) -> None:
    """Prints what a test reads: one line of JSON, which has no place for NaN."""
    assert _is_watching()
    print(json.dumps({**facts, "outside": sorted(outside), "programs": sorted(programs)}, allow_nan=False))
