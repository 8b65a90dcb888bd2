<?php
// Server client of Tillgate for PHP 8: one file, with the extension openssl. Guide: docs/clients.md

/** What failed: the gateway refused or declined, or did not answer. */
final class TillgateError extends RuntimeException
{
    /** `result.code`; empty where there was no answer. */
    public string $resultCode;
    /** Each parameter that was wrong: name, value, message. */
    public array $parameterErrors;

    /**
     * $status: HTTP status; null where there was no answer. $answer: the whole answer; a declined payment has its id there.
     * $mayBeDone: nobody knows whether it was done: send the same again with $idempotencyKey, and it is done once.
     */
    public function __construct(
        string $message,
        public ?int $status = null,
        public ?array $answer = null,
        public ?string $idempotencyKey = null,
        public bool $mayBeDone = false
    ) {
        parent::__construct($message);
        $this->resultCode = $answer['result']['code'] ?? '';
        $this->parameterErrors = $answer['result']['parameterErrors'] ?? [];
    }
}

/**
 * The gateway as your server sees it. Methods that do something throw where it is not done; those that read do not.
 * Parameters are an array of the names of the reference, flat ('card.number') or nested.
 */
final class Tillgate
{
    /** A query that finds nothing. */
    private const NOTHING_FOUND = '700.400.580';
    /** The first request with this key still runs. */
    private const STILL_RUNNING = '800.600.100';

    /** $timeout: seconds that one attempt may take. $retryFor: no attempt starts later than this after the first one. */
    public function __construct(
        private string $baseUrl,
        private string $accessToken,
        private string $entityId,
        private float $timeout = 35,
        private float $retryFor = 60
    ) {
        if (!preg_match('#^https?://#', $baseUrl)) {
            throw new InvalidArgumentException('baseUrl must begin with https://');
        }
        self::assertVisible('accessToken', $accessToken);
        if ($entityId === '') {
            throw new InvalidArgumentException('entityId is empty');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    public function createCheckout(array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->act('POST', '/v1/checkouts', $parameters, $idempotencyKey);
    }

    public function updateCheckout(string $id, array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->act('POST', '/v1/checkouts/' . self::segment($id), $parameters, $idempotencyKey);
    }

    public function deleteCheckout(string $id): array
    {
        return $this->act('DELETE', '/v1/checkouts/' . self::segment($id), []);
    }

    /** The payment of a checkout, or the checkout while nobody has tried. */
    public function readCheckout(string $id): array
    {
        return $this->read('/v1/checkouts/' . self::segment($id) . '/payment');
    }

    /** The same of a checkout that stores payment details. */
    public function readCheckoutRegistration(string $id): array
    {
        return $this->read('/v1/checkouts/' . self::segment($id) . '/registration');
    }

    public function pay(array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->act('POST', '/v1/payments', $parameters, $idempotencyKey);
    }

    /** Takes what is authorised: amount and currency, or all that is open. */
    public function capture(string $id, array $parameters = [], ?string $idempotencyKey = null): array
    {
        return $this->refer($id, ['paymentType' => 'CP'] + $parameters, $idempotencyKey);
    }

    /** Gives amount back. */
    public function refund(string $id, array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->refer($id, ['paymentType' => 'RF'] + $parameters, $idempotencyKey);
    }

    /** Takes a payment back as a whole. */
    public function reverse(string $id, array $parameters = [], ?string $idempotencyKey = null): array
    {
        return $this->refer($id, ['paymentType' => 'RV'] + $parameters, $idempotencyKey);
    }

    /** Any request to a payment: also a rebill, or a hold that is raised. */
    public function refer(string $id, array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->act('POST', '/v1/payments/' . self::segment($id), $parameters, $idempotencyKey);
    }

    /** A payment as it is, declined ones too. */
    public function readPayment(string $id): array
    {
        return $this->read('/v1/payments/' . self::segment($id));
    }

    /** By your reference, the short id or a time; an empty list where nothing is found. */
    public function query(array $filter): array
    {
        try {
            return $this->read('/v1/query', $filter);
        } catch (TillgateError $error) {
            if ($error->resultCode !== self::NOTHING_FOUND) {
                throw $error;
            }
            return ['payments' => []] + $error->answer;
        }
    }

    /** Stores payment details. */
    public function register(array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->act('POST', '/v1/registrations', $parameters, $idempotencyKey);
    }

    public function readRegistration(string $id): array
    {
        return $this->read('/v1/registrations/' . self::segment($id));
    }

    public function payWithRegistration(string $id, array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->act('POST', '/v1/registrations/' . self::segment($id) . '/payments', $parameters, $idempotencyKey);
    }

    public function deleteRegistration(string $id): array
    {
        return $this->act('DELETE', '/v1/registrations/' . self::segment($id), []);
    }

    public function createWebhook(array $parameters, ?string $idempotencyKey = null): array
    {
        return $this->act('POST', '/v1/webhooks', $parameters, $idempotencyKey);
    }

    /** Any other request of the reference, with time-out, retries and errors as all of them. */
    public function request(string $method, string $path, array $parameters = [], ?string $idempotencyKey = null): array
    {
        return $method === 'GET'
            ? $this->read($path, $parameters)
            : $this->act($method, $path, $parameters, $idempotencyKey);
    }

    /**
     * What became of a payment: success, review (paid, but a person decides whether to ship), pending or failed.
     * Its result code alone says it, not the HTTP status. $answer: an answer, or its code.
     */
    public static function outcomeOf(array|string $answer): string
    {
        $code = is_string($answer) ? $answer : $answer['result']['code'];
        return match (1) {
            preg_match('/^(000\.200|800\.400\.5|100\.400\.500)/', $code) => 'pending',
            preg_match('/^(000\.400\.0[^3]|000\.400\.100)/', $code) => 'review',
            preg_match('/^(000\.000\.|000\.100\.1|000\.[36]|000\.400\.1[12]0)/', $code) => 'success',
            default => 'failed',
        };
    }

    /**
     * What a genuine webhook tells, of either format; throws where it is not from the gateway, or older than five minutes.
     * $secrets: of the webhook; while one is replaced both. $headers: getallheaders(); $body: file_get_contents('php://input').
     */
    public static function verifyWebhook(array|string $secrets, array $headers, string $body): array
    {
        $headers = array_change_key_case($headers);
        foreach ((array) $secrets as $secret) {
            $key = (string) base64_decode(str_replace('whsec_', '', $secret), true);
            $text = isset($headers['webhook-signature'])
                ? self::verifySigned($key, $headers, $body)
                : self::openEncrypted($key, $headers, $body);
            if ($text !== null) {
                return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
            }
        }
        throw new TillgateError('The webhook is not from the gateway, or was changed');
    }

    private static function verifySigned(string $key, array $headers, string $body): ?string
    {
        $time = (string) ($headers['webhook-timestamp'] ?? '');
        if (!preg_match('/^[0-9]{1,12}$/D', $time) || abs(time() - (int) $time) > 300) {
            throw new TillgateError('The webhook is older than five minutes, or your clock is wrong');
        }
        $signed = ($headers['webhook-id'] ?? '') . ".$time.$body";
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        foreach (explode(' ', (string) $headers['webhook-signature']) as $sent) {
            if (hash_equals($expected, $sent)) {
                return $body;
            }
        }
        return null;
    }

    /** Hex text, or JSON around it. */
    private static function openEncrypted(string $key, array $headers, string $body): ?string
    {
        $hex = str_starts_with($body, '{') ? (json_decode($body, true)['encryptedBody'] ?? '') : $body;
        $bytes = [];
        foreach ([$hex, $headers['x-initialization-vector'] ?? '', $headers['x-authentication-tag'] ?? ''] as $text) {
            if (!is_string($text) || $text === '' || strlen($text) % 2 !== 0 || !ctype_xdigit($text)) {
                return null;
            }
            $bytes[] = hex2bin($text);
        }
        [$sealed, $iv, $tag] = $bytes;
        if (strlen($tag) !== 16) {
            return null;
        }
        $text = openssl_decrypt($sealed, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $iv, $tag);
        return $text === false ? null : $text;
    }

    private function read(string $path, array $parameters = []): array
    {
        [$status, $answer] = $this->send('GET', $path, $parameters);
        // A payment that was declined is read with 400 and its id; a refusal has none.
        if ($answer !== null && ($status === 200 || ($status === 400 && isset($answer['id'])))) {
            return $answer;
        }
        throw self::failure("GET $path", $status, $answer);
    }

    private function act(string $method, string $path, array $parameters, ?string $key = null): array
    {
        if ($method === 'POST') {
            // Without a key of its own a request whose answer is lost could not be sent again.
            $key ??= bin2hex(random_bytes(16));
        }
        [$status, $answer, $wasUndecided] = $this->send($method, $path, $parameters, $key);
        if ($status === 200 && $answer !== null && self::outcomeOf($answer) !== 'failed') {
            return $answer;
        }
        // These are answered before the key is looked up, so they say nothing of an earlier attempt.
        $isEarlierOpen = $wasUndecided && in_array($status, [401, 403, 429, 503], true);
        $mayBeDone = $key !== null && ($isEarlierOpen || !self::isDecided($status, $answer));
        throw self::failure("$method $path", $status, $answer, $key, $mayBeDone);
    }

    /** Status and answer of the last attempt, null where there was none; whether an earlier one may have been carried out. */
    private function send(string $method, string $path, array $parameters, ?string $key = null): array
    {
        // Before any attempt: what the program has written wrongly is no lost answer.
        if (!str_starts_with($path, '/')) {
            throw new InvalidArgumentException('the path must begin with /');
        }
        if ($key !== null) {
            self::assertVisible('idempotencyKey', $key);
        }
        $lastStart = hrtime(true) / 1e9 + $this->retryFor;
        $wasUndecided = false;
        for ($attempt = 0;; $attempt++) {
            [$status, $answer, $wait] = $this->attempt($method, $path, $parameters + ['entityId' => $this->entityId], $key);
            $wait ??= min(8, 0.5 * 2 ** $attempt) * (0.5 + random_int(0, 1000) / 2000);
            if (!self::mayRepeat($status, $answer) || hrtime(true) / 1e9 + $wait > $lastStart) {
                return [$status, $answer, $wasUndecided];
            }
            $wasUndecided = $wasUndecided || !self::isDecided($status, $answer);
            usleep((int) ($wait * 1e6));
        }
    }

    private function attempt(string $method, string $path, array $parameters, ?string $key): array
    {
        $headers = ["Authorization: Bearer $this->accessToken", 'Connection: close'];
        if ($key !== null) {
            $headers[] = "Idempotency-Key: $key";
        }
        // A redirect could carry the token to another host.
        $http = ['method' => $method, 'timeout' => $this->timeout, 'ignore_errors' => true, 'follow_location' => 0];
        if ($method === 'POST') {
            $headers[] = 'Content-Type: application/json';
            $http['content'] = json_encode($parameters, JSON_THROW_ON_ERROR);
        } else {
            $words = array_map(fn ($value) => is_bool($value) ? json_encode($value) : $value, $parameters);
            $path .= '?' . http_build_query($words, '', '&');
        }
        $context = stream_context_create(['http' => $http + ['header' => $headers]]);
        $text = @file_get_contents($this->baseUrl . $path, false, $context);
        if ($text === false) {
            return [null, null, null];
        }
        // The variable is deprecated where there is a function for it.
        $lines = function_exists('http_get_last_response_headers')
            ? http_get_last_response_headers()
            : $http_response_header;
        preg_match('#^HTTP/\S+ (\d+)#', $lines[0], $status);
        preg_match('/^retry-after: *(\d+)/mi', implode("\n", $lines), $wait);
        $answer = json_decode($text, true);
        // Anything else is no answer of a gateway, such as the page of a proxy.
        $isAnswer = is_array($answer) && is_string($answer['result']['code'] ?? null);
        return [(int) $status[1], $isAnswer ? $answer : null, isset($wait[1]) ? (float) $wait[1] : null];
    }

    /** Requests that change something have a key, or are deletions: sent again, they are carried out once. */
    private static function mayRepeat(?int $status, ?array $answer): bool
    {
        return in_array($status, [null, 429, 500, 502, 503, 504], true)
            || ($answer['result']['code'] ?? '') === self::STILL_RUNNING;
    }

    /** Whether a reply says what became of its attempt: 503 and 429 are answered before anything is done. */
    private static function isDecided(?int $status, ?array $answer): bool
    {
        return $answer !== null && ($status < 500 || $status === 503) && $answer['result']['code'] !== self::STILL_RUNNING;
    }

    private static function failure(
        string $what,
        ?int $status,
        ?array $answer,
        ?string $key = null,
        bool $mayBeDone = false
    ): TillgateError {
        $result = $answer['result'] ?? null;
        $said = $result === null ? 'no answer of a gateway' : trim("{$result['code']} " . ($result['description'] ?? ''));
        foreach ($result['parameterErrors'] ?? [] as $error) {
            $said .= "; {$error['name']} {$error['message']}";
        }
        return new TillgateError("$what: $status $said", $status, $answer, $key, $mayBeDone);
    }

    /** In a header: a line end in it would begin another one. */
    private static function assertVisible(string $name, string $value): void
    {
        if (!preg_match('/^[\x21-\x7e]+$/D', $value)) {
            throw new InvalidArgumentException("$name must be visible ASCII characters without blanks");
        }
    }

    /** An empty id would make another request of it. */
    private static function segment(string $id): string
    {
        if ($id === '') {
            throw new InvalidArgumentException('the id is empty');
        }
        return rawurlencode($id);
    }
}
