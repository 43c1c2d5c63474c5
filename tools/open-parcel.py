#!/usr/bin/env python3
"""Opens a parcel of Stillhere's, without a network, without us and without the age program.

    pip install 'cryptography>=47'
    python3 open-parcel.py FOLDER --words 'six words as they were written down' > original
    python3 open-parcel.py FOLDER --share 'a sheet, six lines or one' --share 'the other' > original

FOLDER has content.age, meta.age and key.age. What is known of the original goes to standard error.

The format is https://c2sp.org/age; docs/parcel.md says what is in the files. Ends with 0 when all was opened, with 1 when the
files are damaged or the words or shares are of another parcel, and with 2 when it was called wrongly.
"""

import argparse
import base64
import hashlib
import hmac
import json
import pathlib
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, hpke
from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

CHUNK = 64 * 1024
TAG = 16
ENCAPSULATED = 1120
MOST_WORK = 20
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
IDENTITY = "AGE-SECRET-KEY-PQ-"


class Bad(Exception):
    """Damaged, or of another parcel."""


def file_key_by_words(stanza, body, words):
    """The file key of a scrypt stanza, or None for another stanza or other words."""
    if stanza[0] != "scrypt" or int(stanza[2]) > MOST_WORK:
        return None
    salt = b"age-encryption.org/v1/scrypt" + unpadded(stanza[1])
    passphrase = "-".join(words.lower().replace("-", " ").split())
    key = Scrypt(salt=salt, length=32, n=2 ** int(stanza[2]), r=8, p=1).derive(passphrase.encode())
    try:
        return ChaCha20Poly1305(key).decrypt(bytes(12), body, None)
    except InvalidTag:
        return None


def file_key_by_identity(stanza, body, identity):
    """The file key of a hybrid stanza (HPKE with ML-KEM-768 and X25519), or None."""
    if stanza[0] != "mlkem768x25519" or len(unpadded(stanza[1])) != ENCAPSULATED:
        return None
    seeds = hashlib.shake_256(identity).digest(96)
    private = hpke.MLKEM768X25519PrivateKey(
        MLKEM768PrivateKey.from_seed_bytes(seeds[:64]), X25519PrivateKey.from_private_bytes(seeds[64:])
    )
    suite = hpke.Suite(hpke.KEM.MLKEM768_X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.CHACHA20_POLY1305)
    try:
        return suite.decrypt(unpadded(stanza[1]) + body, private, b"age-encryption.org/mlkem768x25519")
    except InvalidTag:
        return None


def decrypt(file, opening):
    """The plaintext of an age file, chunk by chunk, each authenticated. `opening` finds the file key of a stanza."""
    header, stanzas, mac = read_header(file)
    key = next(filter(None, (opening(stanza, body) for stanza, body in stanzas)), None)
    if key is None:
        raise Bad("These words or shares do not open this parcel.")
    if not hmac.compare_digest(hmac.new(hkdf(key, b"", b"header"), header, "sha256").digest(), mac):
        raise Bad("The header is changed.")
    cipher = ChaCha20Poly1305(hkdf(key, file.read(16), b"payload"))
    chunk, count = file.read(CHUNK + TAG), 0
    while True:
        after = file.read(CHUNK + TAG)
        nonce = count.to_bytes(11, "big") + (b"\0" if after else b"\1")
        try:
            plain = cipher.decrypt(nonce, chunk, None)
        except InvalidTag:
            raise Bad("A part of the file is changed or missing.") from None
        if count > 0 and not plain:
            raise Bad("The file ends in an empty part.")
        yield plain
        if not after:
            return
        chunk, count = after, count + 1


def read_header(file):
    """The header as it is authenticated, its stanzas (arguments and body), and its code."""
    header, stanzas = line_of(file), []
    if header != b"age-encryption.org/v1\n":
        raise Bad("This is not an age file.")
    while True:
        line = line_of(file)
        if line.startswith(b"--- "):
            return header + b"---", stanzas, unpadded(line[4:-1].decode())
        if not line.startswith(b"-> "):
            raise Bad("The header is damaged.")
        header, body = header + line, b""
        while True:
            part = line_of(file)
            header, body = header + part, body + part[:-1]
            if len(part) < 65:
                break
        stanzas.append((line[3:-1].decode().split(" "), unpadded(body.decode())))


def line_of(file):
    line = file.readline(4096)
    if not line.endswith(b"\n"):
        raise Bad("The header is damaged.")
    return line


def hkdf(key, salt, info):
    return HKDF(hashes.SHA256(), 32, salt, info).derive(key)


def unpadded(text):
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


def identity_of_words(folder, words):
    """The 32 bytes that key.age holds, as Bech32."""
    with open(folder / "key.age", "rb") as file:
        text = b"".join(decrypt(file, lambda *of: file_key_by_words(*of, words))).decode().strip()
    values = [BECH32.find(letter) for letter in text[len(IDENTITY) + 1 :].lower()]
    bits = "".join(f"{value:05b}" for value in values[:-6])
    # The file is authenticated, so its checksum (the last six letters) has nothing more to find.
    if not text.startswith(IDENTITY + "1") or min(values, default=-1) < 0 or len(bits) < 256:
        raise Bad("key.age has no identity.")
    return int(bits[:256], 2).to_bytes(32, "big")


def identity_of_shares(first, second):
    """The identity of two shares: for each byte, where the line through two points of GF(2^8) meets 0."""
    x, y = first[32], second[32]
    if x == y or 0 in (x, y):
        raise Bad("Two different shares are needed.")
    slope = inverse(x ^ y)
    return bytes(times(times(a, y) ^ times(b, x), slope) for a, b in zip(first[:32], second[:32]))


def times(a, b):
    """The product in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a, b = (a << 1) ^ (0x11B if a & 0x80 else 0), b >> 1
    return product


def inverse(a):
    return next(b for b in range(1, 256) if times(a, b) == 1)


def share_of(text):
    """A share from six lines of a sheet (the last digit of each is a check digit), or from the text of its square code."""
    digits = "".join(text.split()).replace("-", "").upper()
    if digits.startswith("STILLHERE:"):
        digits = digits.split(":")[3]
    if len(digits) == 72:
        digits = "".join(digits[at : at + 11] for at in range(0, 72, 12))
    share = bytes.fromhex(digits)
    if len(share) != 33:
        raise ValueError(text)
    return share


def open_parcel(folder, identity, out):
    """Writes the original to `out`. Returns what meta.age says of it."""

    def opening(stanza, body):
        return file_key_by_identity(stanza, body, identity)

    with open(folder / "meta.age", "rb") as file:
        meta = json.loads(b"".join(decrypt(file, opening)))
    with open(folder / "content.age", "rb") as file:
        digest = hashlib.sha256()
        for part in iter(lambda: file.read(CHUNK), b""):
            digest.update(part)
        if digest.hexdigest() != meta["sha256"]:
            raise Bad("content.age is changed, or of another parcel.")
        file.seek(0)
        for plain in decrypt(file, opening):
            out.write(plain)
    return meta


def main():
    parser = argparse.ArgumentParser(description="Opens a parcel of Stillhere's.")
    parser.add_argument("folder", type=pathlib.Path)
    by = parser.add_mutually_exclusive_group(required=True)
    by.add_argument("--words")
    by.add_argument("--share", action="append", type=share_of)
    given = parser.parse_args()
    if given.share and len(given.share) != 2:
        parser.error("two shares are needed")
    try:
        by_shares = given.share and identity_of_shares(*given.share)
        meta = open_parcel(given.folder, by_shares or identity_of_words(given.folder, given.words), sys.stdout.buffer)
    except (Bad, OSError, ValueError, IndexError, KeyError) as fault:
        print(f"Not opened: {fault}", file=sys.stderr)
        return 1
    print(json.dumps({name: meta[name] for name in ("title", "name", "type", "size")}, ensure_ascii=False), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
