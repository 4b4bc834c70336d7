"""Files: this site takes none in, so none is written down on the way, however large."""

from __future__ import annotations

from typing import Any, NoReturn

from django.core.files.uploadhandler import FileUploadHandler, StopUpload


class NoFiles(FileUploadHandler):
    """Stops reading what was sent where a file begins; what stood before that is read as any form.

    Django's own handlers write whatever anybody sends to a disk, before a page is asked whether it wants it.
    """

    def new_file(self, *args: Any, **named: Any) -> NoReturn:
        raise StopUpload(connection_reset=True)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        raise AssertionError("nothing of a file is read")

    def file_complete(self, file_size: int) -> None:
        return None
