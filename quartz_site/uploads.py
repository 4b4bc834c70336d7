"""No uploads: this site accepts no files, so none is written to disk, however large."""

from __future__ import annotations

from typing import Any, NoReturn

from django.core.files.uploadhandler import FileUploadHandler, StopUpload


class NoFiles(FileUploadHandler):
    """Stops reading a request where a file begins; what came before it is read like any form.

    Django's own handlers write uploads to disk before a view can say whether it wants them.
    """

    def new_file(self, *args: Any, **named: Any) -> NoReturn:
        raise StopUpload(connection_reset=True)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        raise AssertionError("nothing of a file is read")

    def file_complete(self, file_size: int) -> None:
        return None
