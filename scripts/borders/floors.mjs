/**
 * The floors of the server, from the ground up, and the imports that go back up. What is not listed
 * imports its own floor and those below: who reads from the bottom meets nothing unknown.
 */
export const FLOORS = ['engine', 'wire', 'methods', 'api']

/**
 * Imports that go up, each with its reason. A list that grows is a design that slips: at most seven.
 *
 * @type {readonly { from: string, to: string, because: string }[]}
 */
export const UPWARD = [
  {
    from: 'server/wire/idempotency/entry.ts',
    to: 'server/api/payments/settlement.ts',
    because: "a key is written in a payment's own commit",
  },
  {
    from: 'server/wire/idempotency/idempotency.ts',
    to: 'server/api/payments/service.ts',
    because: 'a key whose process died is answered with its payment',
  },
  {
    from: 'server/wire/idempotency/once.ts',
    to: 'server/api/payments/service.ts',
    because: 'a key whose process died is answered with its payment',
  },
  {
    from: 'server/wire/idempotency/once.ts',
    to: 'server/api/payments/answer.ts',
    because: 'a key whose process died is answered with its payment',
  },
]
