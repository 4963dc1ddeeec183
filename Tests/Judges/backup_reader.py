"""Reads a backup folder by docs/backup-format.md alone: PyNaCl, hashlib and zstandard, no code of ours."""

import argparse
import hashlib
import json
import pathlib
import struct
import sys

import nacl.bindings as sodium
import nacl.pwhash
import zstandard

PIECE = 65536


def checked(data):
    """The JSON of a file that ends with the digest of what comes before."""
    body, digest = data[:-65], data[-65:]
    if hashlib.sha256(body).hexdigest().encode() + b"\n" != digest:
        raise SystemExit("the digest of a JSON file is wrong")
    return json.loads(body)


def keyed(key, label, data=b""):
    return hashlib.blake2b(label.encode() + b"\0" + data, key=key, digest_size=32).digest()


def opened(data, key, associated):
    """The content of a sealed stream."""
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, data[:24], key)
    inside, final = bytearray(), False
    for start in range(24, len(data), PIECE + 17):
        if final:
            raise SystemExit("something follows the last piece")
        plain, tag = sodium.crypto_secretstream_xchacha20poly1305_pull(
            state, data[start : start + PIECE + 17], associated if start == 24 else None
        )
        inside += plain
        final = tag == sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
    if not final:
        raise SystemExit("a stream breaks off")
    (length,) = struct.unpack_from("<Q", inside)
    padded = len(inside)
    if padded < 1024 or any(inside[8 + length :]):
        raise SystemExit("the padding is not what it should be")
    return bytes(inside[8 : 8 + length])


class Folder:
    def __init__(self, path, passphrase):
        self.path = pathlib.Path(path)
        header = checked((self.path / "journal-backup").read_bytes())
        assert header["schema"] == "journal.backup-repository/1"
        self.id = header["id"]
        self.keys = None
        sealed = header["encryption"]
        if sealed is None:
            return
        part = {name: bytes.fromhex(sealed[name]) for name in ("salt", "commitment", "nonce", "key")}
        outer = nacl.pwhash.argon2id.kdf(
            32, passphrase, part["salt"], opslimit=sealed["passes"], memlimit=sealed["memoryBytes"]
        )
        assert keyed(outer, "journal key commitment 1") == part["commitment"], "the passphrase is another one"
        key = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
            part["key"], b"journal backup key 1\0" + self.id.encode(), part["nonce"], outer
        )
        self.keys = {name: keyed(key, f"journal backup {name} 1") for name in ("objects", "names", "manifests")}

    def manifest(self, name):
        data = (self.path / "backups" / f"{name}.manifest").read_bytes()
        if self.keys:
            key = keyed(self.keys["manifests"], "journal backup manifest 1", name.encode())
            data = opened(data, key, f"{self.id}/{name}".encode())
        return checked(data)

    def object(self, sha256):
        name = sha256
        if self.keys:
            name = keyed(self.keys["names"], "journal backup object 1", bytes.fromhex(sha256)).hex()
        data = (self.path / "objects" / name[:2] / name[2:]).read_bytes()
        if self.keys:
            key = keyed(self.keys["objects"], "journal backup object 1", name.encode())
            data = opened(data, key, f"{self.id}/{name}".encode())
        assert hashlib.sha256(data).hexdigest() == sha256, "an object is not what its name says"
        return data


def operations(segment):
    """Sequence, kind, time, id, record, digest and the unpacked content of every operation."""
    assert segment[:8] == b"JRNLSEG1"
    place = 8
    while place < len(segment):
        sequence, kind, time = struct.unpack_from("<qqq", segment, place)
        place += 24
        parts = []
        for _ in range(4):
            (count,) = struct.unpack_from("<I", segment, place)
            place += 4
            if count == 0xFFFFFFFF:
                parts.append(None)
                continue
            parts.append(segment[place : place + count])
            place += count
        identity, record, digest, content = parts
        plain = zstandard.ZstdDecompressor().decompressobj().decompress(content) if content else None
        if digest is not None:
            assert hashlib.sha256(plain).digest() == digest, "an operation is not what its digest says"
        yield sequence, kind, time, identity, record, plain


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder")
    arguments.add_argument("name")
    arguments.add_argument("--passphrase-file")
    options = arguments.parse_args()
    passphrase = pathlib.Path(options.passphrase_file).read_bytes().split(b"\n")[0] if options.passphrase_file else None
    folder = Folder(options.folder, passphrase)
    manifest = folder.manifest(options.name)
    found = []
    for file in manifest["segments"]:
        segment = folder.object(file["sha256"])
        assert len(segment) == file["bytes"]
        found += operations(segment)
    assert [row[0] for row in found] == sorted(row[0] for row in found), "operations are out of order"
    changes = [json.loads(folder.object(file["sha256"])[:-65])["changes"] for file in manifest["changes"]]
    for file in manifest["attachments"]:
        assert len(folder.object(file["sha256"])) == file["bytes"]
    digest = hashlib.sha256()
    for _, _, _, identity, record, plain in found:
        digest.update(identity + record + (plain or b"\0"))
    json.dump(
        {
            "entries": manifest["entries"],
            "operations": len(found),
            "records": len({row[4] for row in found if row[1] == 1}),
            "changes": len(changes[0]) if changes else 0,
            "attachments": sorted(file["sha256"] for file in manifest["attachments"]),
            "drafts": [folder.object(file["sha256"]).decode() for file in manifest["drafts"]],
            "digest": digest.hexdigest(),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
