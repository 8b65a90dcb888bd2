/**
 * The floors of the server, from the ground up, and the imports that go back up. What is not listed
 * imports its own floor and those below: who reads from the bottom meets nothing unknown.
 */
export const FLOORS = ['engine', 'wire', 'methods', 'api']

/**
 * Imports that go up, each with its reason. A list that grows is a design that slips: at most ten.
 *
 * @type {readonly { from: string, to: string, because: string }[]}
 */
export const UPWARD = [
  {
    from: 'server/engine/settings/config.ts',
    to: 'server/wire/http/connection-limits.ts',
    because: 'a setting has its default beside the code that keeps the limit',
  },
  {
    from: 'server/wire/entities/read-settings.ts',
    to: 'server/api/risk/read-settings.ts',
    because: 'the settings of a channel hold those of risk, which only risk can read',
  },
  {
    from: 'server/wire/entities/settings.ts',
    to: 'server/api/risk/settings.ts',
    because: 'the settings of a channel hold those of risk',
  },
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
