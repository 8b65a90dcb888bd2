import { onTestFinished } from 'vitest'
import {
  EMULATED_API_KEY,
  EMULATED_MERCHANT,
  startAdyenEmulator,
} from '../../sandbox/acquirers/adyen/emulator.ts'
import { publishedShapes } from '../../sandbox/acquirers/adyen/published-shapes.fixture.ts'
import { EMULATED_REPORT_LOGIN } from '../../sandbox/acquirers/adyen/settlement.ts'
import type {
  EventFault,
  Fault,
  FurtherFault,
  Request,
  StartAcquirer,
} from '../conformance/acquirer.fixture.ts'
import { emulatedBy } from '../conformance/emulated.fixture.ts'

const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const LOGIN = { username: 'events', password: 'long-enough-1' }

/** The requests of the connector, by their paths. */
const PATHS: Readonly<Partial<Record<Request, RegExp>>> = {
  charge: /\/payments$/,
  capture: /\/captures$/,
  cancel: /\/cancels$/,
  refund: /\/refunds$/,
  increment: /\/amountUpdates$/,
}

/** A card whose holder is authenticated on a page of Adyen, and what such a payment needs besides. */
export const ENROLLED = {
  'card.number': '4917610000000000',
  'customer.browser.acceptHeader': '*/*',
  'customer.browser.language': 'en',
  'customer.browser.screenHeight': '900',
  'customer.browser.screenWidth': '1440',
  'customer.browser.timezone': '0',
  'customer.browser.userAgent': 'Mozilla/5.0',
  'customer.browser.javaEnabled': 'false',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  shopperResultUrl: 'https://shop.example/result',
}

type Emulator = Awaited<ReturnType<typeof startAdyenEmulator>>
type AccountOptions = NonNullable<Parameters<typeof startAdyenEmulator>[0]['account']>

type Played = Parameters<Emulator['faults']['add']>[0]

const FAULTS: Readonly<Partial<Record<Fault | FurtherFault | EventFault, Played>>> = {
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
}

/**
 * An account at an emulated Adyen, which tells its events when it is asked to; `emulator` is there once it has
 * started. `options`: what the account may do there.
 */
export function emulatedAdyen(options: AccountOptions = {}) {
  let started: Emulator | undefined
  const start: StartAcquirer = async (clock, { capture } = {}) => {
    const account = { preAuthorisation: true, multicapture: capture !== 'one', ...options }
    const emulator = await startAdyenEmulator({ clock, account, shapes: publishedShapes() })
    started = emulator
    onTestFinished(() => emulator.close())
    return {
      account: {
        provider: 'adyen',
        merchantId: EMULATED_MERCHANT,
        settings: { preAuthorisation: true },
        credentials: {
          apiKey: EMULATED_API_KEY,
          hmacKey: HMAC_KEY,
          webhookLogin: `${LOGIN.username}:${LOGIN.password}`,
          reportLogin: EMULATED_REPORT_LOGIN,
        },
      },
      providerUrls: { adyen: emulator.url },
      card: '4111111111111111',
      declined: { 'card.holder': 'NOT_ENOUGH_BALANCE' },
      keepsRest: true,
      ...emulatedBy(emulator, { paths: PATHS, faults: FAULTS, lateAnswer: { kind: 'lateAnswer' } }),
      needsTelling: true,
      shopper: {
        form: ENROLLED,
        decides: ({ id }, hasAgreed) =>
          emulator.happenings.shopperDecides(
            emulator.paymentsOf(id).at(-1)?.pspReference ?? '',
            hasAgreed ? 'authorise' : 'refuse',
          ),
      },
      eventFaults: ['eventsBeforeAnswer', 'eventsTwice', 'eventsReversed'],
      telling: {
        slot: 'hmacKey',
        listen(url) {
          emulator.webhooks.add({ url, ...LOGIN, hmacKey: HMAC_KEY })
          return HMAC_KEY
        },
        async deliver() {
          emulator.runDue()
          await emulator.webhooks.deliver()
        },
        refundFails: (operation) => emulator.happenings.refundFails(operation),
        holdEnds: (payment) => emulator.happenings.holdExpires(payment),
        payoutFails: () =>
          emulator.happenings.payoutIsReversed([...emulator.ledger.all().keys()].at(-1) ?? ''),
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
