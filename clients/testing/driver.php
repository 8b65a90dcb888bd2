<?php
// Calls the client as its test says, one JSON line for each call: {"call", "args", "key"}; each answer is a line.
require __DIR__ . '/../tillgate.php';

$options = json_decode($argv[1], true);
$client = new Tillgate(...$options);

while (($line = fgets(STDIN)) !== false) {
    ['call' => $call, 'args' => $args] = $asked = json_decode($line, true);
    $key = isset($asked['key']) ? ['idempotencyKey' => $asked['key']] : [];
    try {
        $isStatic = in_array($call, ['outcomeOf', 'verifyWebhook'], true);
        $said = ['answer' => $isStatic ? Tillgate::$call(...$args) : $client->$call(...$args, ...$key)];
    } catch (TillgateError $error) {
        $said = ['error' => [
            'status' => $error->status,
            'code' => $error->resultCode,
            'parameterErrors' => $error->parameterErrors,
            'mayBeDone' => $error->mayBeDone,
            'idempotencyKey' => $error->idempotencyKey,
            'message' => $error->getMessage(),
            'answer' => $error->answer,
        ]];
    } catch (Throwable $error) {
        $said = ['wrong' => $error->getMessage()];
    }
    echo json_encode($said), "\n";
}
