// Calls the client as its test says, one JSON line for each call: {"call", "args", "key"}; each answer is a line.
import { createInterface } from 'node:readline'
import { outcomeOf, Tillgate, TillgateError, verifyWebhook } from '../tillgate.mjs'

const { baseUrl, accessToken, entityId, timeout, retryFor } = JSON.parse(process.argv[2] ?? '')
const times = { timeoutMs: timeout * 1_000, retryForMs: retryFor * 1_000 }
const client = new Tillgate({ baseUrl, accessToken, entityId, ...times })

/** @type {Record<string, (...args: any[]) => unknown>} */
const FUNCTIONS = { outcomeOf, verifyWebhook }

for await (const line of createInterface({ input: process.stdin })) {
  const { call, args, key } = JSON.parse(line)
  const option = key === undefined ? [] : [{ idempotencyKey: key }]
  /** @type {any} */
  const methods = client
  try {
    const run = FUNCTIONS[call] ?? methods[call].bind(client)
    say({ answer: await run(...args, ...option) })
  } catch (error) {
    if (!(error instanceof TillgateError)) say({ wrong: String(error) })
    else {
      const { status, code, parameterErrors, mayBeDone, idempotencyKey, message, answer } = error
      say({ error: { status, code, parameterErrors, mayBeDone, idempotencyKey, message, answer } })
    }
  }
}

/** @param {object} line */
function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
