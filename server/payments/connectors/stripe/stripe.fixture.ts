import { onTestFinished } from 'vitest'
import { EMULATED_KEY, startStripeEmulator } from '../../../../sandbox/acquirers/stripe/emulator.ts'
import { publishedShapes } from '../../../../sandbox/acquirers/stripe/published-shapes.fixture.ts'
import type { Fault, Request, StartAcquirer } from '../conformance/acquirer.fixture.ts'

const ACCOUNT = 'acct_1032D82eZvKYlo2C'

/** The requests of the connector, by their paths. */
const PATHS: Readonly<Record<Request, RegExp>> = {
  prepare: /^\/v1\/payment_intents$/,
  charge: /\/confirm$/,
  capture: /\/capture$/,
  cancel: /\/cancel$/,
  refund: /^\/v1\/refunds$/,
  increment: /\/increment_authorization$/,
}

type Emulator = Awaited<ReturnType<typeof startStripeEmulator>>

const FAULTS: Readonly<Record<Fault, Parameters<Emulator['faults']['add']>[0]>> = {
  noConnection: { kind: 'noConnection' },
  doneWithoutAnswer: { kind: 'acceptedWithoutAnswer' },
  halfAnswer: { kind: 'halfAnswer' },
  errorAfterAll: { kind: 'storedError', isDone: true },
  errorNothingDone: { kind: 'error', status: 500 },
  tooManyRequests: { kind: 'rateLimited' },
  keyInUse: { kind: 'keyInUse' },
  credentialRefused: { kind: 'credentialRevoked' },
}

/** An account at an emulated Stripe; `emulator` is there once it has started. */
export function emulatedStripe() {
  let started: Emulator | undefined
  const start: StartAcquirer = async (clock) => {
    const emulator = await startStripeEmulator({
      clock,
      account: { id: ACCOUNT },
      shapes: publishedShapes(),
    })
    started = emulator
    onTestFinished(() => emulator.close())
    return {
      account: {
        provider: 'stripe',
        merchantId: ACCOUNT,
        settings: {},
        credentials: { secretKey: EMULATED_KEY },
      },
      providerUrls: { stripe: emulator.url },
      card: '4242424242424242',
      declined: { 'card.number': '4000000000009995' },
      requests: ['prepare', 'charge', 'capture', 'cancel', 'refund', 'increment'],
      fail: (request, fault) =>
        emulator.faults.add(FAULTS[fault], { method: 'POST', path: PATHS[request] }),
      sums: (name) => {
        const sums = emulator.ledger.of(name)
        return sums && { captured: sums.captured, released: sums.released, refunded: sums.refunded }
      },
      charged: () =>
        [...emulator.ledger.all().values()].reduce((sum, { captured }) => sum + captured, 0),
      invalid: () =>
        emulator.requests.all
          .filter(({ schemaFaults, refused }) => schemaFaults.length > 0 || refused !== undefined)
          .map(({ method, path, params, schemaFaults, refused }) =>
            JSON.stringify([method, path, refused, schemaFaults, params]),
          ),
    }
  }

  return {
    start,
    emulator(): Emulator {
      if (started === undefined) throw new Error('The emulator has not started')
      return started
    },
  }
}
