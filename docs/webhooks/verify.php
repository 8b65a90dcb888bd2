<?php
// PHP 8 with its openssl extension.

function keyOf(string $secret): string
{
    return base64_decode(str_replace('whsec_', '', $secret), true);
}

/**
 * The notification of a signed request; throws when it is not genuine.
 * $headers: getallheaders(), whose names are written as the server likes; $body: file_get_contents('php://input')
 */
function verifySigned(string $secret, array $headers, string $body): array
{
    $headers = array_change_key_case($headers);
    $time = $headers['webhook-timestamp'];
    if (!preg_match('/^[0-9]{1,12}$/D', $time) || abs(time() - (int) $time) > 300) {
        throw new RuntimeException('too old');
    }
    $signed = "{$headers['webhook-id']}.{$headers['webhook-timestamp']}.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, keyOf($secret), true));
    foreach (explode(' ', $headers['webhook-signature']) as $sent) {
        if (hash_equals($expected, $sent)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('forged');
}

/** The notification of an encrypted request; throws when it is not genuine. $body: hex text. */
function openEncrypted(string $secret, array $headers, string $body): array
{
    $headers = array_change_key_case($headers);
    $iv = hex2bin($headers['x-initialization-vector']);
    $tag = hex2bin($headers['x-authentication-tag']);
    if (strlen($tag) !== 16) {
        throw new RuntimeException('forged');
    }
    $text = openssl_decrypt(hex2bin($body), 'aes-256-gcm', keyOf($secret), OPENSSL_RAW_DATA, $iv, $tag);
    if ($text === false) {
        throw new RuntimeException('forged');
    }
    return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

// To try it: php verify.php signed <secret> <id> <timestamp> <signature> < body
//            php verify.php encrypted <secret> <iv> <tag> < body
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    [, $format, $secret] = $argv;
    $values = array_slice($argv, 3);
    $body = stream_get_contents(STDIN);
    $notification = $format === 'signed'
        ? verifySigned($secret, array_combine(['webhook-id', 'webhook-timestamp', 'webhook-signature'], $values), $body)
        : openEncrypted($secret, array_combine(['x-initialization-vector', 'x-authentication-tag'], $values), $body);
    echo $notification['type'], "\n";
}
