# Server client of Tillgate for Python 3.8 or later: one file, standard library only. To open encrypted webhooks it
# needs the package cryptography. Guide: docs/clients.md
import base64
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# A query that finds nothing.
_NOTHING_FOUND = "700.400.580"
# The first request with this key still runs.
_STILL_RUNNING = "800.600.100"


class TillgateError(Exception):
    """What failed: the gateway refused or declined, or did not answer.

    status: HTTP status; None where there was no answer. answer: the whole answer; a declined payment has its id there.
    code: result.code; empty where there was no answer. parameter_errors: each parameter that was wrong.
    may_be_done: nobody knows whether it was done: send the same again with idempotency_key, and it is done once.
    """

    def __init__(self, message, status=None, answer=None, idempotency_key=None, may_be_done=False):
        super().__init__(message)
        result = (answer or {}).get("result", {})
        self.status = status
        self.answer = answer
        self.code = result.get("code", "")
        self.parameter_errors = result.get("parameterErrors", [])
        self.idempotency_key = idempotency_key
        self.may_be_done = may_be_done


class Tillgate:
    """The gateway as your server sees it.

    Methods that do something raise where it is not done; those that read do not. Parameters are a dict of the names of
    the reference, flat ("card.number") or nested. timeout: seconds that one attempt may take. retry_for: no attempt
    starts later than this after the first one.
    """

    def __init__(self, base_url, access_token, entity_id, timeout=35.0, retry_for=60.0):
        if not re.match("https?://", base_url):
            raise ValueError("base_url must begin with https://")
        _assert_visible("access_token", access_token)
        if not entity_id:
            raise ValueError("entity_id is empty")
        self._base_url = base_url.rstrip("/")
        self._access_token = access_token
        self._entity_id = entity_id
        self._timeout = timeout
        self._retry_for = retry_for

    def create_checkout(self, parameters, idempotency_key=None):
        return self._act("POST", "/v1/checkouts", parameters, idempotency_key)

    def update_checkout(self, id, parameters, idempotency_key=None):
        return self._act("POST", f"/v1/checkouts/{_segment(id)}", parameters, idempotency_key)

    def delete_checkout(self, id):
        return self._act("DELETE", f"/v1/checkouts/{_segment(id)}", {})

    def read_checkout(self, id):
        """The payment of a checkout, or the checkout while nobody has tried."""
        return self._read(f"/v1/checkouts/{_segment(id)}/payment")

    def read_checkout_registration(self, id):
        """The same of a checkout that stores payment details."""
        return self._read(f"/v1/checkouts/{_segment(id)}/registration")

    def pay(self, parameters, idempotency_key=None):
        return self._act("POST", "/v1/payments", parameters, idempotency_key)

    def capture(self, id, parameters=None, idempotency_key=None):
        """Takes what is authorised: amount and currency, or all that is open."""
        return self.refer(id, {**(parameters or {}), "paymentType": "CP"}, idempotency_key)

    def refund(self, id, parameters, idempotency_key=None):
        """Gives amount back."""
        return self.refer(id, {**parameters, "paymentType": "RF"}, idempotency_key)

    def reverse(self, id, parameters=None, idempotency_key=None):
        """Takes a payment back as a whole."""
        return self.refer(id, {**(parameters or {}), "paymentType": "RV"}, idempotency_key)

    def refer(self, id, parameters, idempotency_key=None):
        """Any request to a payment: also a rebill, or a hold that is raised."""
        return self._act("POST", f"/v1/payments/{_segment(id)}", parameters, idempotency_key)

    def read_payment(self, id):
        """A payment as it is, declined ones too."""
        return self._read(f"/v1/payments/{_segment(id)}")

    def query(self, filter):
        """By your reference, the short id or a time; an empty list where nothing is found."""
        try:
            return self._read("/v1/query", filter)
        except TillgateError as error:
            if error.code != _NOTHING_FOUND:
                raise
            return {"payments": [], **error.answer}

    def register(self, parameters, idempotency_key=None):
        """Stores payment details."""
        return self._act("POST", "/v1/registrations", parameters, idempotency_key)

    def read_registration(self, id):
        return self._read(f"/v1/registrations/{_segment(id)}")

    def pay_with_registration(self, id, parameters, idempotency_key=None):
        return self._act("POST", f"/v1/registrations/{_segment(id)}/payments", parameters, idempotency_key)

    def delete_registration(self, id):
        return self._act("DELETE", f"/v1/registrations/{_segment(id)}", {})

    def create_webhook(self, parameters, idempotency_key=None):
        return self._act("POST", "/v1/webhooks", parameters, idempotency_key)

    def request(self, method, path, parameters=None, idempotency_key=None):
        """Any other request of the reference, with time-out, retries and errors as all of them."""
        if method == "GET":
            return self._read(path, parameters)
        return self._act(method, path, parameters or {}, idempotency_key)

    def _read(self, path, parameters=None):
        status, answer, _ = self._send("GET", path, parameters or {})
        # A payment that was declined is read with 400 and its id; a refusal has none.
        if answer is not None and (status == 200 or (status == 400 and "id" in answer)):
            return answer
        raise _failure(f"GET {path}", status, answer)

    def _act(self, method, path, parameters, key=None):
        if method == "POST" and key is None:
            # Without a key of its own a request whose answer is lost could not be sent again.
            key = str(uuid.uuid4())
        status, answer, was_undecided = self._send(method, path, parameters, key)
        if status == 200 and answer is not None and outcome_of(answer) != "failed":
            return answer
        # These are answered before the key is looked up, so they say nothing of an earlier attempt.
        is_earlier_open = was_undecided and status in (401, 403, 429, 503)
        may_be_done = key is not None and (is_earlier_open or not _is_decided(status, answer))
        raise _failure(f"{method} {path}", status, answer, key, may_be_done)

    def _send(self, method, path, parameters, key=None):
        """Status and answer of the last attempt, None where there was none; whether an earlier one may have been carried out."""
        # Before any attempt: what the program has written wrongly is no lost answer.
        if not path.startswith("/"):
            raise ValueError("the path must begin with /")
        if key is not None:
            _assert_visible("idempotency_key", key)
        last_start = time.monotonic() + self._retry_for
        attempt = 0
        was_undecided = False
        while True:
            status, answer, wait = self._attempt(method, path, {"entityId": self._entity_id, **parameters}, key)
            if wait is None:
                wait = min(8, 0.5 * 2**attempt) * random.uniform(0.5, 1)
            if not _may_repeat(status, answer) or time.monotonic() + wait > last_start:
                return status, answer, was_undecided
            was_undecided = was_undecided or not _is_decided(status, answer)
            time.sleep(wait)
            attempt += 1

    def _attempt(self, method, path, parameters, key):
        headers = {"Authorization": f"Bearer {self._access_token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None
        if method == "POST":
            headers["Content-Type"] = "application/json"
            data = json.dumps(parameters).encode()
        else:
            words = {name: json.dumps(value) if isinstance(value, bool) else value for name, value in parameters.items()}
            path += "?" + urllib.parse.urlencode(words)
        request = urllib.request.Request(self._base_url + path, data, headers, method=method)
        try:
            with _OPENER.open(request, timeout=self._timeout) as response:
                return _reply(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return _reply(error.code, error.headers, error.read())
        except (OSError, http.client.HTTPException):
            return None, None, None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could carry the token to another host."""

    def redirect_request(self, *_):
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _reply(status, headers, body):
    """Anything but JSON with a result is no answer of a gateway, such as the page of a proxy."""
    wait = headers.get("Retry-After", "")
    try:
        answer = json.loads(body)
        is_answer = isinstance(answer["result"]["code"], str)
    except (ValueError, KeyError, TypeError):
        is_answer = False
    return status, answer if is_answer else None, float(wait) if wait.isdigit() else None


def _may_repeat(status, answer):
    """Requests that change something have a key, or are deletions: sent again, they are carried out once."""
    if status in (None, 429, 500, 502, 503, 504):
        return True
    return answer is not None and answer["result"]["code"] == _STILL_RUNNING


def _is_decided(status, answer):
    """Whether a reply says what became of its attempt: 503 and 429 are answered before anything is done."""
    return answer is not None and (status < 500 or status == 503) and answer["result"]["code"] != _STILL_RUNNING


def _failure(what, status, answer, key=None, may_be_done=False):
    result = None if answer is None else answer["result"]
    said = "no answer of a gateway" if result is None else f"{result['code']} {result.get('description', '')}"
    for error in (result or {}).get("parameterErrors", []):
        said += f"; {error['name']} {error['message']}"
    return TillgateError(f"{what}: {status or ''} {said}", status, answer, key, may_be_done)


def _assert_visible(name, value):
    """In a header: a line end in it would begin another one."""
    if not isinstance(value, str) or not re.fullmatch("[\x21-\x7e]+", value):
        raise ValueError(f"{name} must be visible ASCII characters without blanks")


def _segment(id):
    """An empty id would make another request of it."""
    if not isinstance(id, str) or id == "":
        raise ValueError("the id is empty")
    return urllib.parse.quote(id, safe="")


def outcome_of(answer):
    """What became of a payment: success, review (paid, but a person decides whether to ship), pending or failed.

    Its result code alone says it, not the HTTP status. answer: an answer, or its code.
    """
    code = answer if isinstance(answer, str) else answer["result"]["code"]
    if re.match(r"000\.200|800\.400\.5|100\.400\.500", code):
        return "pending"
    if re.match(r"000\.400\.0[^3]|000\.400\.100", code):
        return "review"
    if re.match(r"000\.000\.|000\.100\.1|000\.[36]|000\.400\.1[12]0", code):
        return "success"
    return "failed"


def verify_webhook(secrets, headers, body):
    """What a genuine webhook tells, of either format; raises where it is not from the gateway, or older than five minutes.

    secrets: of the webhook; while one is replaced both. body: the bytes as they came.
    """
    headers = {name.lower(): value for name, value in headers.items()}
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        key = base64.b64decode(secret.replace("whsec_", ""))
        check = _verify_signed if "webhook-signature" in headers else _open_encrypted
        text = check(key, headers, body)
        if text is not None:
            return json.loads(text)
    raise TillgateError("The webhook is not from the gateway, or was changed")


def _verify_signed(key, headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(time.time() - int(sent_at)) > 300:
        raise TillgateError("The webhook is older than five minutes, or your clock is wrong")
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    signatures = headers["webhook-signature"].encode().split(b" ")
    return body if any(hmac.compare_digest(sent, expected) for sent in signatures) else None


def _open_encrypted(key, headers, body):
    """Hex text, or JSON around it."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        sealed = json.loads(body)["encryptedBody"] if body.startswith(b"{") else body.decode()
        iv = bytes.fromhex(headers["x-initialization-vector"])
        tag = bytes.fromhex(headers["x-authentication-tag"])
        return AESGCM(key).decrypt(iv, bytes.fromhex(sealed) + tag, None)
    except (InvalidTag, ValueError, KeyError):
        return None
