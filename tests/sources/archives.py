"""Archives made by hand for the tests: honest ones and hostile ones."""

import gzip
import io
import struct
import zipfile
import zlib

LOG = b'<mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>'


def zip_of(members, method=zipfile.ZIP_DEFLATED):
    """Bytes of a zip archive of (name, bytes) pairs."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return buffer.getvalue()


def gz(data):
    return gzip.compress(data, mtime=0)


def overlapping_zip(copies, size):
    """A zip whose directory names one member's data ``copies`` times (after Fifield, 2019)."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    squeezed = squeezer.compress(bytes(size)) + squeezer.flush()
    crc = zlib.crc32(bytes(size))
    fields = (20, 0, 8, 0, 0, crc, len(squeezed), size, 1, 0)
    local = struct.pack("<4s5H3L2H", b"PK\x03\x04", *fields) + b"a" + squeezed
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, *fields, 0, 0, 0, 0, 0) + b"a"
    directory = entry * copies
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, copies, copies, len(directory), len(local), 0)
    return local + directory + end


def flag_encrypted(data):
    """The same zip with the encryption bit of every member set, in directory and local headers."""
    changed = bytearray(data)
    for magic, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = changed.find(magic)
        while start >= 0:
            changed[start + place] |= 1
            start = changed.find(magic, start + 4)
    return bytes(changed)


def with_method(data, method):
    """The same zip with another compression method stated for every member."""
    changed = bytearray(data)
    for magic, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = changed.find(magic)
        while start >= 0:
            changed[start + place : start + place + 2] = method.to_bytes(2, "little")
            start = changed.find(magic, start + 4)
    return bytes(changed)
