import { onTestFinished } from 'vitest'
import { EMULATED_KEY, startStripeEmulator } from '../../../../sandbox/acquirers/stripe/emulator.ts'
import { publishedShapes } from '../../../../sandbox/acquirers/stripe/published-shapes.fixture.ts'
import type {
  EventFault,
  Fault,
  FurtherFault,
  Request,
  StartAcquirer,
} from '../conformance/acquirer.fixture.ts'

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

export const FAULTS_OF_STRIPE: Readonly<Record<Fault, Parameters<Emulator['faults']['add']>[0]>> = {
  noConnection: { kind: 'noConnection' },
  doneWithoutAnswer: { kind: 'acceptedWithoutAnswer' },
  halfAnswer: { kind: 'halfAnswer' },
  errorAfterAll: { kind: 'storedError', isDone: true },
  errorNothingDone: { kind: 'error', status: 500 },
  tooManyRequests: { kind: 'rateLimited' },
  keyInUse: { kind: 'keyInUse' },
  credentialRefused: { kind: 'credentialRevoked' },
}

const FURTHER: Readonly<
  Record<FurtherFault | EventFault, Parameters<Emulator['faults']['add']>[0]>
> = {
  tooManyForAWhile: { kind: 'rateLimited', retryAfterS: 2 },
  keyForgotten: { kind: 'keyExpired' },
  otherEnvironment: { kind: 'otherEnvironment' },
  eventsBeforeAnswer: { kind: 'eventsBeforeAnswer' },
  eventsTwice: { kind: 'eventsTwice' },
  eventsReversed: { kind: 'eventsReversed' },
  eventsOfOtherVersion: { kind: 'eventsOfOtherVersion', version: '2025-09-30.clover' },
  eventsOfOtherEnvironment: { kind: 'eventsOfOtherEnvironment' },
}

/** An account at an emulated Stripe; `emulator` is there once it has started. */
export function emulatedStripe(
  options: NonNullable<Parameters<typeof startStripeEmulator>[0]['account']> = {},
) {
  let started: Emulator | undefined
  const start: StartAcquirer = async (clock) => {
    const emulator = await startStripeEmulator({
      clock,
      account: { id: ACCOUNT, ...options },
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
        emulator.faults.add(FAULTS_OF_STRIPE[fault], { method: 'POST', path: PATHS[request] }),
      failFurther: (request, fault) =>
        emulator.faults.add(FURTHER[fault], { method: 'POST', path: PATHS[request] }),
      answerLate(request) {
        emulator.faults.add({ kind: 'lateAnswer' }, { method: 'POST', path: PATHS[request] })
        return { isDone: () => emulator.faults.waiting.size > 0, answer: emulator.faults.release }
      },
      telling: {
        slot: 'webhookSecret',
        listen: (url) => emulator.webhooks.create({ url, enabled_events: ['*'] }).secret,
        deliver: () => emulator.webhooks.deliver(),
        refundFails: (operation) => emulator.happenings.refundFails(operation),
        holdEnds: (payment) => emulator.happenings.holdExpires(payment),
        payoutFails() {
          emulator.runDue()
          const payout = emulator.happenings.paysOut('eur')
          if (payout === undefined) throw new Error('Nothing can be paid out yet')
          emulator.happenings.payoutFails(payout.id)
        },
      },
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
