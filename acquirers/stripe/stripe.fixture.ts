import { onTestFinished } from 'vitest'
import { EMULATED_KEY, startStripeEmulator } from '../../sandbox/acquirers/stripe/emulator.ts'
import { publishedShapes } from '../../sandbox/acquirers/stripe/published-shapes.fixture.ts'
import type {
  EventFault,
  Fault,
  FurtherFault,
  Request,
  StartAcquirer,
} from '../conformance/acquirer.fixture.ts'
import { emulatedBy } from '../conformance/emulated.fixture.ts'

const ACCOUNT = 'acct_1032D82eZvKYlo2C'

/** The requests of the connector, by their paths. */
const PATHS: Readonly<Partial<Record<Request, RegExp>>> = {
  prepare: /^\/v1\/payment_intents$/,
  charge: /\/confirm$/,
  capture: /\/capture$/,
  cancel: /\/cancel$/,
  refund: /^\/v1\/refunds$/,
  increment: /\/increment_authorization$/,
}

type Emulator = Awaited<ReturnType<typeof startStripeEmulator>>

type Played = Parameters<Emulator['faults']['add']>[0]

export const FAULTS_OF_STRIPE = {
  noConnection: { kind: 'noConnection' },
  doneWithoutAnswer: { kind: 'acceptedWithoutAnswer' },
  halfAnswer: { kind: 'halfAnswer' },
  errorAfterAll: { kind: 'storedError', isDone: true },
  errorNothingDone: { kind: 'error', status: 500 },
  tooManyRequests: { kind: 'rateLimited' },
  keyInUse: { kind: 'keyInUse' },
  credentialRefused: { kind: 'credentialRevoked' },
  tooManyForAWhile: { kind: 'rateLimited', retryAfterS: 2 },
  keyForgotten: { kind: 'keyExpired' },
  otherEnvironment: { kind: 'otherEnvironment' },
  eventsBeforeAnswer: { kind: 'eventsBeforeAnswer' },
  eventsTwice: { kind: 'eventsTwice' },
  eventsReversed: { kind: 'eventsReversed' },
  eventsOfOtherVersion: { kind: 'eventsOfOtherVersion', version: '2025-09-30.clover' },
  eventsOfOtherEnvironment: { kind: 'eventsOfOtherEnvironment' },
} as const satisfies Readonly<Record<Fault | FurtherFault | EventFault, Played>>

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
      ...emulatedBy(emulator, {
        paths: PATHS,
        faults: FAULTS_OF_STRIPE,
        lateAnswer: { kind: 'lateAnswer' },
      }),
      shopper: {
        form: {
          'card.number': '4000002760003184',
          shopperResultUrl: 'https://shop.example/result',
        },
        decides({ name = '' }, hasAgreed) {
          const decision = hasAgreed ? 'authorise' : 'refuse'
          const address = emulator.happenings.shopperDecides(name, decision)
          if (address === undefined) throw new Error('The shopper has nowhere to go back to')
          return address
        },
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
