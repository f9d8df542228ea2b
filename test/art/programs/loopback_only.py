"""Refuses and records every connection beyond this machine, as a machine without a network would.

Import it before any module that could connect. It uses the interpreter's audit events and patches no client.
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
    """Returns whether the audit hook, not a network, refuses a documentation address (RFC 5737)."""
    try:
        socket.create_connection(("192.0.2.1", 9), timeout=1)
    except socket.gaierror:
        outside.remove("192.0.2.1")
        return True
    except OSError:
        pass
    return False


def report(facts: dict) -> None:
    """Prints the facts for the test as one line of JSON. NaN raises an error."""
    assert _is_watching()
    print(json.dumps({**facts, "outside": sorted(outside), "programs": sorted(programs)}, allow_nan=False))
