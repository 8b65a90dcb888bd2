import { onTestFinished } from 'vitest'
import {
  EMULATED_API_KEY,
  EMULATED_MERCHANT,
  startAdyenEmulator,
} from '../../../../sandbox/acquirers/adyen/emulator.ts'
import { publishedShapes } from '../../../../sandbox/acquirers/adyen/published-shapes.fixture.ts'
import { EMULATED_REPORT_LOGIN } from '../../../../sandbox/acquirers/adyen/settlement.ts'
import type {
  EventFault,
  Fault,
  FurtherFault,
  Request,
  StartAcquirer,
} from '../conformance/acquirer.fixture.ts'

const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const LOGIN = { username: 'events', password: 'long-enough-1' }

/** The requests of the connector, by their paths. */
const PATHS: Readonly<Record<Request, RegExp>> = {
  prepare: /^$/,
  charge: /\/payments$/,
  capture: /\/captures$/,
  cancel: /\/cancels$/,
  refund: /\/refunds$/,
  increment: /\/amountUpdates$/,
}

type Emulator = Awaited<ReturnType<typeof startAdyenEmulator>>
type AccountOptions = NonNullable<Parameters<typeof startAdyenEmulator>[0]['account']>

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

const FURTHER: Readonly<
  Partial<Record<FurtherFault | EventFault, Parameters<Emulator['faults']['add']>[0]>>
> = {
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
      requests: ['charge', 'capture', 'cancel', 'refund', 'increment'],
      keepsRest: true,
      fail: (request, fault) =>
        emulator.faults.add(FAULTS[fault], { method: 'POST', path: PATHS[request] }),
      failFurther: (request, fault) => {
        const planned = FURTHER[fault]
        if (planned === undefined) throw new Error(`Adyen does not play ${fault}`)
        emulator.faults.add(planned, { method: 'POST', path: PATHS[request] })
      },
      answerLate(request) {
        emulator.faults.add({ kind: 'lateAnswer' }, { method: 'POST', path: PATHS[request] })
        return { isDone: () => emulator.faults.waiting.size > 0, answer: emulator.faults.release }
      },
      needsTelling: true,
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
