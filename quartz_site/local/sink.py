"""A mail server on loopback that accepts everything and keeps nothing.

`python -m quartz_site.local.sink 0.02` prints its port, and takes that many seconds for each email, as real
servers take some.
"""

from __future__ import annotations

import socketserver
import sys
import time


class Session(socketserver.StreamRequestHandler):
    wbufsize = -1  # send a response as one packet

    def handle(self) -> None:
        self.say("220 sink")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                while self.rfile.readline() not in (b".\r\n", b""):
                    pass
                time.sleep(DELAY)
            self.say("221 bye" if word == b"QUIT" else "250 ok")
            if word == b"QUIT":
                return

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())
        self.wfile.flush()


if __name__ == "__main__":
    DELAY = float(sys.argv[1])
    socketserver.ThreadingTCPServer.daemon_threads = True
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()
