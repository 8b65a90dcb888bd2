# Python 3.8 or later. For the encrypted format: pip install cryptography
import base64
import hmac
import json
import re
import sys
import time


def key_of(secret):
    return base64.b64decode(secret.replace("whsec_", ""))


def verify_signed(secret, headers, body):
    """The notification of a signed request; raises when it is not genuine. body: the bytes as they came."""
    headers = {name.lower(): value for name, value in headers.items()}
    sent_at = headers["webhook-timestamp"]
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(time.time() - int(sent_at)) > 300:
        raise ValueError("too old")
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key_of(secret), signed, "sha256")).decode()
    if not any(hmac.compare_digest(sent, expected) for sent in headers["webhook-signature"].split(" ")):
        raise ValueError("forged")
    return json.loads(body)


def open_encrypted(secret, headers, body):
    """The notification of an encrypted request; raises when it is not genuine. body: hex text."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    headers = {name.lower(): value for name, value in headers.items()}
    iv = bytes.fromhex(headers["x-initialization-vector"])
    sealed = bytes.fromhex(body) + bytes.fromhex(headers["x-authentication-tag"])
    return json.loads(AESGCM(key_of(secret)).decrypt(iv, sealed, None))


# To try it: python3 verify.py signed <secret> <id> <timestamp> <signature> < body
#            python3 verify.py encrypted <secret> <iv> <tag> < body
if __name__ == "__main__":
    form, secret, *values = sys.argv[1:]
    body = sys.stdin.buffer.read()
    if form == "signed":
        names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
        notification = verify_signed(secret, dict(zip(names, values)), body)
    else:
        names = ["x-initialization-vector", "x-authentication-tag"]
        notification = open_encrypted(secret, dict(zip(names, values)), body.decode())
    print(notification["type"])
