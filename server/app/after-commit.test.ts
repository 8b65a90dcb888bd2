import { afterAll, describe, expect, it, vi } from 'vitest'
import { addUser, type Browser, FAST, signedIn } from '../../operations/people/people.fixture.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import type { PaymentExtension } from '../payments/screen/payment-extension.ts'
import type { ChangeSet, Store } from '../store/port.ts'
import { withCommit } from '../store/with-commit.ts'
import {
  cardPayment,
  type Form,
  shopperCard,
  startTestGateway,
  type TestGateway,
  type WireAnswer,
} from '../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../testing/merchants.fixture.ts'

// R-AFTER-1: what is committed is answered as done, or as unknown, whatever fails after the commit.

/** What is written around an effect, and is none itself: sessions, limits, the log of who did what, keys. */
const BESIDES =
  /^(appendAuditEntry|stepSession|takeQuota|deleteQuota|claimTimer|stepTimer|endTimer|insertVaultKey|insertShortLived|stepEntityClock|.*Lease.*)/

/** Fails once the effect of a request is in the store: at the nth call of the store after it, or while an answer is made. */
const injection = vi.hoisted(() => ({
  isWatched: false,
  hasEffect: false,
  calls: 0,
  failsAt: 0,
  failsAnswers: false,
  failsHooks: false,
  failed: 0,
}))

class Injected extends Error {}

function afterEffect(): void {
  if (!injection.isWatched || !injection.hasEffect) return
  injection.calls += 1
  if (injection.calls !== injection.failsAt) return
  injection.failed += 1
  throw new Injected('injected after the commit')
}

const failing = vi.hoisted(
  () =>
    async (load: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        Object.entries(await load()).map(([name, member]) => {
          if (typeof member !== 'function') return [name, member]
          const wrapped = (...given: unknown[]) => {
            if (injection.isWatched && injection.hasEffect && injection.failsAnswers) {
              injection.failed += 1
              throw new Error('injected while an answer is made')
            }
            return (member as (...all: unknown[]) => unknown)(...given)
          }
          return [name, wrapped]
        }),
      ),
)

/** The same hook, which throws once the effect is there. */
const failingHook = vi.hoisted(
  () =>
    <Given extends readonly unknown[], Result>(hook: (...given: Given) => Result) =>
    (...given: Given): Result => {
      if (injection.isWatched && injection.failsHooks) {
        injection.failed += 1
        throw new Error('injected into a hook')
      }
      return hook(...given)
    },
)

/** Features whose hooks after commits and after payments fail. */
vi.mock('../compose.ts', async (load: () => Promise<typeof import('../compose.ts')>) => {
  const composed = await load()
  const extensionOf = (one: PaymentExtension): PaymentExtension =>
    one.afterSuccess === undefined
      ? one
      : { ...one, afterSuccess: failingHook(one.afterSuccess.bind(one)) }
  return {
    ...composed,
    joinFeatures(...given: Parameters<typeof composed.joinFeatures>) {
      const joined = composed.joinFeatures(...given)
      return { ...joined, extensions: joined.extensions.map(extensionOf) }
    },
    startFeatures(...given: Parameters<typeof composed.startFeatures>) {
      const started = composed.startFeatures(...given)
      return { ...started, afterCommit: started.afterCommit.map(failingHook) }
    },
  }
})

vi.mock('../payments/answer.ts', failing)
vi.mock('../features/checkouts/answer.ts', failing)
vi.mock('../features/registrations/answer.ts', failing)
vi.mock('../features/schedules/answer.ts', failing)
vi.mock('../../operations/disputes/answer.ts', failing)

function watchedStore(): Store {
  const inner = openMemoryStore()
  const read = new Proxy(inner.read, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...given: unknown[]) => {
        afterEffect()
        return Reflect.apply(member, target, given)
      }
    },
  })
  const committing = withCommit(inner, async (changes: ChangeSet) => {
    afterEffect()
    const result = await inner.commit(changes)
    if (injection.isWatched && result.applied && changes.some(({ kind }) => !BESIDES.test(kind))) {
      injection.hasEffect = true
    }
    return result
  })
  return { ...committing, read }
}

const lines: string[] = []
let injected = 0
let started: Promise<{ gateway: TestGateway; merchant: TestMerchant; owner: Browser }> | undefined

function world() {
  started ??= (async () => {
    const gateway = await startTestGateway({
      ...FAST,
      store: watchedStore(),
      // Due work would use the store beside the request.
      dueWorkEveryMs: 1_000_000_000,
      onLogLine: (line) => lines.push(line),
    })
    const merchant = await addMerchant(gateway)
    const user = await addUser(gateway, { [merchant.id]: 'owner' })
    return { gateway, merchant, owner: await signedIn(gateway, user) }
  })()
  return started
}

afterAll(async () => (await world()).gateway.close())

type Send = (path: string, form?: Form) => Promise<WireAnswer>

interface Callers {
  /** The merchant's server. */
  readonly shop: Send
  /** A person of the back office. */
  readonly office: Send
  /** A browser. */
  readonly shopper: Send
  readonly channelId: string
  readonly merchantId: string
}

let keys = 0

async function callers(isKeyed: boolean): Promise<Callers> {
  const { gateway, merchant, owner } = await world()
  const token = merchant.accessToken
  const headers = (): Record<string, string> =>
    isKeyed ? { 'idempotency-key': `key-${++keys}` } : {}
  return {
    shop: (path, form = {}) =>
      sendBare(gateway, `POST ${path}`, { token, form, headers: headers() }),
    office: (path, form = {}) => owner.send(`POST ${path}`, form, headers()),
    shopper: (path, form = {}) => sendBare(gateway, `POST ${path}`, { form, headers: headers() }),
    channelId: channelOf(merchant),
    merchantId: merchant.id,
  }
}

/** What is asked for: prepared first, then the request whose effect counts. */
type Effect = (by: Callers) => Promise<() => Promise<WireAnswer>>

const RESULT = { shopperResultUrl: 'https://shop.example/result' }
const CARD = shopperCard

const pay = (by: Callers, more: Form = {}) =>
  by.shop('/v1/payments', cardPayment(by.channelId, more))

const paid =
  (more: Form): Effect =>
  async (by) =>
  () =>
    pay(by, more)

const referred =
  (first: string, reference: string): Effect =>
  async (by) => {
    const { body } = await pay(by, { paymentType: first })
    const money = { amount: '92.00', currency: 'EUR' }
    const form = { entityId: by.channelId, paymentType: reference, ...money }
    return () => by.shop(`/v1/payments/${body.id}`, form)
  }

const opened = (by: Callers, more: Form = {}) =>
  by.shop('/v1/checkouts', {
    entityId: by.channelId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...more,
  })

const stored = (by: Callers) =>
  by.shop('/v1/registrations', {
    entityId: by.channelId,
    ...CARD,
    'card.cvv': undefined as never,
    transactionLinkId: 'MCC000000355',
  })

const subscribed = async (by: Callers) =>
  by.shop('/scheduling/v1/schedules', {
    entityId: by.channelId,
    registrationId: (await stored(by)).body.id,
    paymentType: 'SD',
    amount: '9.99',
    currency: 'EUR',
    'job.expression': '0 0 8 1 * ?',
  })

const ofSchedule =
  (path: string, form: Form = {}, before?: string): Effect =>
  async (by) => {
    const { body } = await subscribed(by)
    const base = `/scheduling/v1/schedules/${body.id}`
    if (before !== undefined) await by.shop(`${base}/${before}`, { entityId: by.channelId })
    return () => by.shop(`${base}/${path}`, { entityId: by.channelId, ...form })
  }

const byPerson =
  (first: Form, path: string, form: Form): Effect =>
  async (by) => {
    const { body } = await pay(by, first)
    return () =>
      by.office(`/admin/v1/payments/${body.id}/${path}`, { entityId: by.merchantId, ...form })
  }

const EFFECTS: Readonly<Record<string, Effect>> = {
  'a debit': paid({}),
  'a declined debit': paid({ 'customParameters[SIMULATOR_outcome]': 'decline:800.100.151' }),
  'a debit that stores its card': paid({ createRegistration: 'true' }),
  'a debit whose outcome is unknown': paid({ 'customParameters[SIMULATOR_outcome]': 'timeout' }),
  'a hold': paid({ paymentType: 'PA' }),
  'a debit with 3-D Secure': paid({ 'card.number': '4711100000000000', ...RESULT }),
  'a payment elsewhere': async (by) => () =>
    by.shop('/v1/payments', {
      entityId: by.channelId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'PAYPAL',
      ...RESULT,
    }),
  'a capture': referred('PA', 'CP'),
  'a reversal': referred('PA', 'RV'),
  'a refund': referred('DB', 'RF'),
  'a rebill': referred('DB', 'RB'),
  'a risk check': async (by) => () =>
    by.shop('/v1/risk', { ...cardPayment(by.channelId), paymentType: undefined as never }),
  'a checkout': async (by) => () => opened(by),
  'a changed checkout': async (by) => {
    const { body } = await opened(by)
    return () => by.shop(`/v1/checkouts/${body.id}`, { amount: '93.00' })
  },
  'a paid checkout': async (by) => {
    const { body } = await opened(by)
    return () => by.shopper(`/v1/checkouts/${body.id}/payment`, { ...CARD, ...RESULT })
  },
  'a paid checkout that stores the card': async (by) => {
    const { body } = await opened(by, { createRegistration: 'true' })
    return () => by.shopper(`/v1/checkouts/${body.id}/payment`, { ...CARD, ...RESULT })
  },
  'a checkout that stores': async (by) => {
    const more = { amount: undefined, currency: undefined, paymentType: undefined }
    const { body } = await opened(by, { ...more, createRegistration: 'true' } as Form)
    return () => by.shopper(`/v1/checkouts/${body.id}/registration`, { ...CARD, ...RESULT })
  },
  'a checkout with a summary': async (by) => {
    const { body } = await opened(by)
    return () => by.shopper(`/v1/checkouts/${body.id}/summary`, { ...CARD, ...RESULT })
  },
  'a registration': async (by) => () => stored(by),
  'a payment with a registration': async (by) => {
    const { body } = await stored(by)
    const money = { amount: '9.00', currency: 'EUR', paymentType: 'DB' }
    const form = { entityId: by.channelId, ...money }
    return () => by.shop(`/v1/registrations/${body.id}/payments`, form)
  },
  'a schedule': async (by) => {
    const { body } = await stored(by)
    return () =>
      by.shop('/scheduling/v1/schedules', {
        entityId: by.channelId,
        registrationId: body.id,
        paymentType: 'SD',
        amount: '9.99',
        currency: 'EUR',
        'job.expression': '0 0 8 1 * ?',
      })
  },
  'a paused schedule': ofSchedule('pause'),
  'a resumed schedule': ofSchedule('resume', {}, 'pause'),
  'a changed schedule': ofSchedule('reschedule', {
    paymentType: 'RS',
    amount: '8.00',
    currency: 'EUR',
  }),
  'a stopped schedule': ofSchedule('deschedule'),
  'a webhook': async (by) => () =>
    by.shop('/v1/webhooks', { entityId: by.channelId, url: 'https://shop.example/hook' }),
  'a capture by a person': byPerson({ paymentType: 'PA' }, 'operations', {
    paymentType: 'CP',
    reason: 'as agreed',
  }),
  'a reversal by a person': byPerson({}, 'operations', { paymentType: 'RV', reason: 'as agreed' }),
  'a chargeback by a person': byPerson({}, 'disputes', {
    stage: 'firstChargeback',
    acquirerReference: 'CB-1',
    disputeReason: '13.1',
    reason: 'letter',
  }),
  'a new entity': async (by) => () =>
    by.office('/admin/v1/entities', {
      entityId: by.merchantId,
      kind: 'channel',
      entityName: `Shop ${++keys}`,
    }),
  'changed settings': async (by) => () =>
    by.office(`/admin/v1/entities/${by.channelId}`, {
      entityId: by.merchantId,
      settings: JSON.stringify({ numberRetentionDays: 90 + (keys++ % 50) }),
    }),
  'a new token': async (by) => () =>
    by.office(`/admin/v1/entities/${by.merchantId}/tokens`, { label: `shop ${++keys}` }),
  'an invitation': async (by) => () =>
    by.office('/admin/v1/invitations', {
      entityId: by.merchantId,
      email: `jo${++keys}@shop.example`,
      role: 'reader',
    }),
}

/** Where it failed: the first own places of the stack. */
function stackOf(logged: string): string {
  const places = [...logged.matchAll(/at [^(]*\(?[^\s(]*\/(server\/[\w./-]+:\d+)/g)]
  return places
    .slice(0, 8)
    .map(([, place]) => place)
    .join(' < ')
}

interface Injecting {
  readonly failsAt?: number
  readonly failsAnswers?: boolean
  readonly failsHooks?: boolean
}

const NOTHING: Required<Injecting> = { failsAt: 0, failsAnswers: false, failsHooks: false }

/** Carries an effect out while something fails after its commit. */
async function run(effect: Effect, isKeyed: boolean, injected: Injecting) {
  const request = await effect(await callers(isKeyed))
  lines.length = 0
  Object.assign(injection, { ...NOTHING, ...injected, calls: 0, failed: 0, hasEffect: false })
  injection.isWatched = true
  try {
    const answer = await request()
    return { answer, calls: injection.calls, failed: injection.failed, isDone: injection.hasEffect }
  } finally {
    injection.isWatched = false
  }
}

describe.each([false, true])('with an idempotency key: %s', (isKeyed) => {
  it.each(Object.entries(EFFECTS))(
    '%s is answered whatever fails after it',
    async (name, effect) => {
      const whole = await run(effect, isKeyed, {})
      expect(whole.isDone, `${name}: ${JSON.stringify(whole.answer.body)}`).toBe(true)
      const wrong: string[] = []
      const judge = (what: string, { answer, failed }: Awaited<ReturnType<typeof run>>) => {
        injected += failed
        if (failed === 0) return
        const { status, body } = answer
        if (status >= 500 || (whole.answer.status === 200 && status !== 200)) {
          wrong.push(
            `${what}: ${status} ${JSON.stringify(body.result.code)} ${stackOf(lines.join())}`,
          )
        }
        if (lines.length === 0) wrong.push(`${what} is logged nowhere`)
      }
      for (let failsAt = 1; failsAt <= whole.calls; failsAt++) {
        judge(`call ${failsAt} of the store`, await run(effect, isKeyed, { failsAt }))
      }
      judge('a hook', await run(effect, isKeyed, { failsHooks: true }))
      judge('the answer', await run(effect, isKeyed, { failsAnswers: true }))
      expect(wrong).toEqual([])
    },
  )
})

it('something failed after most of them', () => {
  expect(injected).toBeGreaterThan(2 * Object.keys(EFFECTS).length)
})
