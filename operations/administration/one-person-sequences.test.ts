import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answers,
  openReceiver,
  payment,
  RECEIVER_ENTITY,
} from '../../acquirers/gateway/receiver.fixture.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { RUNS_ALL } from '../../scripts/rounds.mjs'
import type { Role } from '../../server/entities/rights.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import type { ChangeSet, PaymentRow, Store, UserRow } from '../../server/store/port.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
  type WireAnswer,
} from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../../server/testing/merchants.fixture.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { addUser, FAST, openBrowser, PASSWORD } from '../people/people.fixture.ts'
import { settledLine, tillgateFile } from '../settlement/settlement.fixture.ts'

/*
 * R-TWO-1 as a property: acts of one person who has several users and learns tokens, drawn at random, with the clock
 * going on between them. What moves is read out of the store's commits, and judged by a model that knows the rule
 * alone: who had the right since when, which token was seen when, which limits were in force.
 */

const LIMIT_MINOR = 5000
const PROXIED = { origin: 'https://gateway.example', 'x-forwarded-proto': 'https' }

interface Moved {
  /** A family, or a card that is stored. */
  readonly subject: string
  readonly atMs: number
  readonly minor: number
}

/** Who acts: a user, or whoever holds the token. */
type Actor = { readonly user: UserRow } | { readonly token: string }

interface World {
  readonly merchant: TestMerchant
  /** Users of the one person. */
  readonly users: UserRow[]
  readonly payments: readonly string[]
  readonly pending: string
  readonly registrationIds: readonly string[]
  readonly accountId: string
  /** Tokens that the person knows, with the time at which each was seen last. */
  readonly tokens: Map<string, number>
  /** Since when each user may decide, in one piece. */
  readonly decidesSince: Map<string, number>
  readonly limits: { atMs: number; minor: number }[]
  readonly requests: Map<string, { readonly by: string }>
  readonly moved: Moved[]
}

interface Act {
  readonly what: keyof typeof ACTS
  readonly who: number
  readonly which: number
  readonly amount: string
}

let gateway: TestGateway
let receiver: Awaited<ReturnType<typeof openReceiver>>
let commits: PaymentRow[] = []

beforeAll(async () => {
  receiver = await openReceiver((response, received) =>
    answers(200, payment('000.000.000', { id: newObjectId(Date.now()) }))(response, received),
  )
  gateway = await startTestGateway({
    ...FAST,
    environment: 'live',
    store: noting(openMemoryStore()),
    receiver: { url: receiver.url, token: 'a-token-of-the-receiver', entityId: RECEIVER_ENTITY },
  })
})
afterAll(async () => {
  await gateway.close()
  await receiver.close()
})

/** Notes the payments that are written. */
function noting(store: Store): Store {
  return {
    ...store,
    async commit(changes: ChangeSet) {
      const committed = await store.commit(changes)
      if (committed.applied) {
        for (const change of changes) if (change.kind === 'insertPayment') commits.push(change.row)
      }
      return committed
    },
  }
}

const nowMs = () => gateway.clock.now()

async function as(actor: Actor, methodAndPath: string, form?: Form): Promise<WireAnswer> {
  if ('token' in actor) {
    const headers = { 'x-forwarded-proto': 'https' }
    return sendBare(gateway, methodAndPath, { token: actor.token, headers, ...(form && { form }) })
  }
  // Sign-ins of one client are few in a minute.
  gateway.clock.advance(MINUTE_MS)
  const browser = openBrowser(gateway)
  const { email } = actor.user
  await browser.send('POST /admin/v1/session', { email, password: PASSWORD }, PROXIED)
  const choice = { entityId: current.merchant.id }
  await browser.send('POST /admin/v1/session/entity', choice, PROXIED)
  return browser.send(methodAndPath, form, PROXIED)
}

let current: World

const member = ({ body }: WireAnswer, name: string) =>
  (body as unknown as Record<string, unknown>)[name]

function pick<Item>(items: Iterable<Item>, at: number): Item | undefined {
  const all = [...items]
  return all[at % Math.max(1, all.length)]
}

/** Every second time the first one, who may do most. */
function userOf(world: World, { who }: Act): { readonly user: UserRow } {
  return { user: pick(world.users, who % 2 === 0 ? 0 : who >> 1) as UserRow }
}

function actorOf(world: World, act: Act): Actor {
  const token = act.which % 2 === 0 ? pick(world.tokens.keys(), act.who) : undefined
  return token === undefined ? userOf(world, act) : { token }
}

function tokenOf(world: World, { who }: Act): Actor | undefined {
  const token = pick(world.tokens.keys(), who)
  return token === undefined ? undefined : { token }
}

const euros = (amount: string): Form => ({ amount, currency: 'EUR' })
const minorOf = (amount: string) => Math.round(Number(amount) * 100)
const TYPES = ['RF', 'CP', 'RV', 'RB'] as const
const DECIDING = ['owner', 'administrator', 'finance'] as const
const ROLES: readonly Role[] = [...DECIDING, 'reader']

/** What the person can do; of each the answer is looked at for tokens and requests. */
const ACTS = {
  operate: (world: World, act: Act) =>
    as(
      actorOf(world, act),
      `POST /admin/v1/payments/${pick(world.payments, act.which)}/operations`,
      {
        paymentType: TYPES[act.who % 4],
        reason: 'Late',
        ...euros(act.amount),
      },
    ),
  refer: (world: World, act: Act) => {
    const token = tokenOf(world, act)
    const path = `POST /v1/payments/${pick(world.payments, act.which)}`
    const form = { paymentType: TYPES[act.which % 4], ...euros(act.amount) }
    return token && as(token, path, { entityId: channelOf(world.merchant), ...form })
  },
  charge: (world: World, act: Act) => {
    const token = tokenOf(world, act)
    const registrationId = pick(world.registrationIds, act.which)
    const form = {
      entityId: channelOf(world.merchant),
      paymentType: 'DB',
      ...euros(act.amount),
    }
    if (act.which % 2 === 0) {
      return token && as(token, `POST /v1/registrations/${registrationId}/payments`, form)
    }
    return token && as(token, 'POST /v1/payments', { ...form, registrationId })
  },
  credit: (world: World, act: Act) => {
    const token = tokenOf(world, act)
    const form = cardPayment(channelOf(world.merchant), { paymentType: 'CD', amount: act.amount })
    return token && as(token, 'POST /v1/payments', form)
  },
  plan: async (world: World, act: Act) => {
    const token = tokenOf(world, act)
    if (token === undefined) return undefined
    const made = await as(token, 'POST /scheduling/v1/schedules', {
      entityId: channelOf(world.merchant),
      paymentType: 'DB',
      ...euros(act.amount),
      registrationId: pick(world.registrationIds, act.which),
      'job.expression': '0 0 12 1 1 ? 2098',
    })
    if (made.status === 200) counted(world, CARD, act.amount, token)
    return made
  },
  open: async (world: World, act: Act) => {
    const token = tokenOf(world, act)
    if (token === undefined) return undefined
    const made = await as(token, 'POST /v1/checkouts', {
      entityId: channelOf(world.merchant),
      paymentType: 'DB',
      ...euros(act.amount),
      'registrations[0].id': pick(world.registrationIds, act.which),
    })
    if (made.status === 200) counted(world, CARD, act.amount, token)
    return made
  },
  makeToken: async (world: World, act: Act) => {
    const form = {
      label: `Token ${newObjectId(nowMs())}`,
      ...(act.which % 3 === 0 ? { tokenRole: 'administrator' } : {}),
    }
    const made = await as(
      actorOf(world, act),
      `POST /admin/v1/entities/${world.merchant.id}/tokens`,
      form,
    )
    return known(world, made)
  },
  showToken: async (world: World, act: Act) => {
    const tokens = await gateway.store.read.tokensOfEntity(world.merchant.id)
    const path = `POST /admin/v1/tokens/${pick(tokens, act.which)?.hash}/secret`
    return known(world, await as(userOf(world, act), path, {}))
  },
  limit: async (world: World, act: Act) => {
    const EUR = act.which % 3 === 0 ? '50.00' : '500.00'
    const settings = JSON.stringify({ secondPersonAbove: act.which % 5 === 0 ? {} : { EUR } })
    const changed = await as(actorOf(world, act), `POST /admin/v1/entities/${world.merchant.id}`, {
      settings,
    })
    const minor = act.which % 5 === 0 ? Number.MAX_SAFE_INTEGER : minorOf(EUR)
    if (changed.status === 200) world.limits.push({ atMs: nowMs(), minor })
    return changed
  },
  role: (world: World, act: Act) => {
    const role = ROLES[(act.which >> 1) % ROLES.length]
    const other = pick(world.users, act.which % 2 === 0 ? 1 : act.which)
    return as(userOf(world, act), `POST /admin/v1/users/${other?.id}/role`, { role })
  },
  block: (world: World, act: Act) => {
    const what = act.which % 2 === 0 ? 'block' : 'unblock'
    return as(
      userOf(world, act),
      `POST /admin/v1/users/${pick(world.users, act.which >> 1)?.id}/${what}`,
      {},
    )
  },
  invite: async (world: World, act: Act) => {
    const guest =
      act.which % 2 === 0 ? await addUser(gateway, {}) : pick(world.users, act.which >> 1)
    const role = ROLES[act.which % 3]
    const made = await as(actorOf(world, act), 'POST /admin/v1/invitations', {
      email: guest?.email,
      role,
      entityId: world.merchant.id,
    })
    const token = String(member(made, 'link') ?? '').split('#')[1]
    if (guest === undefined || token === undefined) return made
    const taken = { token, password: PASSWORD }
    await openBrowser(gateway).send('POST /admin/v1/invitations/acceptance', taken, PROXIED)
    if (!world.users.includes(guest)) world.users.push(guest)
    return made
  },
  decide: (world: World, act: Act) => {
    const id = pick(world.requests.keys(), act.which)
    const form: Form =
      act.which % 7 === 6 ? { decision: 'reject', reason: 'Seen' } : { decision: 'accept' }
    return id === undefined
      ? undefined
      : as(userOf(world, act), `POST /admin/v1/requests/${id}/decision`, form)
  },
  dispute: (world: World, act: Act) =>
    as(actorOf(world, act), `POST /admin/v1/payments/${pick(world.payments, act.which)}/disputes`, {
      stage: 'firstChargeback',
      acquirerReference: `CB-${act.which}`,
      reason: 'By letter',
      ...euros(act.amount),
    }),
  resolve: async (world: World, act: Act) => {
    const before = (await gateway.store.read.payment(world.pending))?.state
    const actor = actorOf(world, act)
    const form = {
      outcome: 'succeeded',
      reason: 'The answer was lost',
      evidence: 'Report, line 12',
    }
    const made = await as(actor, `POST /admin/v1/payments/${world.pending}/resolution`, form)
    const after = await gateway.store.read.payment(world.pending)
    if (before === 'intent' && after?.state === 'succeeded') {
      counted(world, world.pending, '92.00', actor)
    }
    return made
  },
  file: async (world: World, act: Act) => {
    const account = await gateway.store.read.acquirerAccount(world.accountId)
    const paymentId = pick(world.payments, act.which)
    if (account === undefined || paymentId === undefined) return undefined
    const line = settledLine(account, {
      record_id: newObjectId(nowMs()),
      record_type: 'CHARGEBACK',
      payment_id: paymentId,
      operation_reference: `case-${act.which}-${paymentId}`,
      gross_amount: `-${act.amount}`,
      net_amount: `-${act.amount}`,
      interchange: '',
      scheme_fee: '',
      markup: '',
      payout_reference: '',
    })
    return sendFile(tillgateFile([line]), world, actorOf(world, act))
  },
  review: (world: World, act: Act) =>
    as(actorOf(world, act), `POST /admin/v1/payments/${pick(world.payments, act.which)}/review`, {
      decision: 'reject',
      reason: 'Seen',
    }),
  wait: async (_world: World, act: Act) => {
    gateway.clock.advance((act.which % 26) * HOUR_MS)
    return undefined
  },
} as const

async function sendFile(body: string, world: World, actor: Actor): Promise<WireAnswer | undefined> {
  const query = new URLSearchParams({ account: world.accountId, fileFormat: 'tillgate' })
  const path = `${gateway.url}/admin/v1/settlement/files?${query}`
  const cookie = 'token' in actor ? '' : await cookieOf(actor.user)
  const credentials: Record<string, string> =
    'token' in actor
      ? { authorization: `Bearer ${actor.token}` }
      : { cookie, 'x-tillgate-request': '1' }
  const headers = { ...PROXIED, ...credentials, 'content-type': 'text/csv' }
  const response = await fetch(path, { method: 'POST', headers, body })
  const { id } = (await response.json()) as { readonly id?: string }
  if (response.status !== 200 || id === undefined) return undefined
  await expect
    .poll(() => gateway.store.read.timer('filedChargebacks', id), { interval: 5 })
    .toBeUndefined()
  return undefined
}

async function cookieOf({ email }: UserRow): Promise<string> {
  gateway.clock.advance(MINUTE_MS)
  const browser = openBrowser(gateway)
  await browser.send('POST /admin/v1/session', { email, password: PASSWORD }, PROXIED)
  const choice = { entityId: current.merchant.id }
  await browser.send('POST /admin/v1/session/entity', choice, PROXIED)
  return browser.cookie
}

/** Both registrations of the world are of one card. */
const CARD = 'card'

function known(world: World, made: WireAnswer): WireAnswer {
  const token = member(made, 'accessToken')
  if (typeof token === 'string') world.tokens.set(token, nowMs())
  return made
}

/** A token that was seen a day ago is the merchant's server, by the rule. */
function isServer(world: World, actor: Actor): boolean {
  if (!('token' in actor)) return false
  return nowMs() - (world.tokens.get(actor.token) ?? nowMs()) >= DAY_MS
}

function counted(world: World, subject: string, amount: string, actor: Actor): void {
  if (!isServer(world, actor)) world.moved.push({ subject, atMs: nowMs(), minor: minorOf(amount) })
}

/** The lowest limit of the last day, by the rule. */
function limitOf(world: World): number {
  const earlier = world.limits.filter(({ atMs }) => atMs <= nowMs() - DAY_MS).at(-1)
  const later = world.limits.filter(({ atMs }) => atMs > nowMs() - DAY_MS)
  return Math.min(...[...(earlier ? [earlier] : []), ...later].map(({ minor }) => minor))
}

async function noteDeciders(world: World): Promise<void> {
  for (const { id } of world.users) {
    const row = await gateway.store.read.user(id)
    const grants = await gateway.store.read.grantsOfUser(id)
    const role = grants.find(({ entityId }) => entityId === world.merchant.id)?.role
    const decides = row?.state === 'active' && DECIDING.some((one) => one === role)
    if (!decides) world.decidesSince.delete(id)
    else if (!world.decidesSince.has(id)) world.decidesSince.set(id, nowMs())
  }
}

/** Whether what was decided had a second person, by the rule: one who had the right for a day, and has not asked. */
function hadSecond(world: World, act: Act): boolean {
  if (act.what !== 'decide') return false
  const { user } = userOf(world, act)
  const asked = world.requests.get(pick(world.requests.keys(), act.which) ?? '')
  const sinceMs = world.decidesSince.get(user.id) ?? nowMs()
  return asked !== undefined && asked.by !== user.id && nowMs() - sinceMs >= DAY_MS
}

async function done(world: World, act: Act): Promise<void> {
  commits = []
  const isAgreed = hadSecond(world, act)
  const answer = await ACTS[act.what](world, act)
  const request = answer && (member(answer, 'request') as { readonly id?: string } | undefined)
  const actor = actorOf(world, act)
  if (answer?.status === 202 && request?.id !== undefined) {
    world.requests.set(request.id, { by: 'user' in actor ? actor.user.id : actor.token })
  }
  const isOfServer =
    ['refer', 'charge', 'credit'].includes(act.what) &&
    isServer(world, tokenOf(world, act) ?? actor)
  for (const row of commits) {
    const isStored = act.what === 'charge' && row.referencedId === null
    const moves = row.referencedId !== null || isStored || row.paymentType === 'CD'
    if (!moves || row.state === 'failed' || isAgreed || isOfServer) continue
    const subject = isStored ? CARD : row.familyId
    world.moved.push({ subject, atMs: nowMs(), minor: row.amountMinor })
  }
  await noteDeciders(world)
}

/** What one person has moved within a day of one family, or of one card, is never above the limit. */
function judge(world: World, acts: readonly Act[]): void {
  for (const subject of new Set(world.moved.map((one) => one.subject))) {
    const recent = world.moved.filter(
      (one) => one.subject === subject && one.atMs > nowMs() - DAY_MS,
    )
    const last = recent.at(-1)
    const sum = recent.reduce((total, { minor }) => total + minor, 0)
    if (last?.atMs !== nowMs()) continue
    expect(sum, `${subject}: ${JSON.stringify(acts)}`).toBeLessThanOrEqual(limitOf(world))
  }
}

async function newWorld(role: Role): Promise<World> {
  const merchant = await addMerchant(gateway, {
    settings: () => ({ secondPersonAbove: { EUR: '50.00' } }),
  })
  const account = acquirerAccount(merchant.id, { currencies: '' })
  await gateway.store.commit([{ kind: 'insertAcquirerAccount', row: account }])
  const paid = (more: Form = {}) =>
    as({ token: merchant.accessToken }, 'POST /v1/payments', cardPayment(channelOf(merchant), more))
  const stored = [
    await paid({ createRegistration: 'true' }),
    await paid({ createRegistration: 'true' }),
  ]
  const hold = await paid({ paymentType: 'PA' })
  const behave = receiver.behave
  receiver.behave = (response) => response.destroy()
  const pending = await paid()
  receiver.behave = behave
  const elsewhere = await addMerchant(gateway)
  const users = [
    await addUser(gateway, { [merchant.id]: role }),
    await addUser(gateway, { [merchant.id]: 'reader' }),
    await addUser(gateway, { [elsewhere.id]: 'owner' }),
  ]
  const world: World = {
    merchant,
    users,
    payments: [...stored, hold].map(({ body }) => body.id),
    pending: pending.body.id,
    registrationIds: stored.map((one) => String(member(one, 'registrationId'))),
    accountId: account.id,
    tokens: new Map(),
    decidesSince: new Map(),
    limits: [{ atMs: 0, minor: LIMIT_MINOR }],
    requests: new Map(),
    moved: [],
  }
  await noteDeciders(world)
  gateway.clock.advance(2 * DAY_MS)
  return world
}

const anyNumber = fc.nat(41)
const amount = fc.constantFrom('20.00', '30.00', '50.00', '92.00')
const ALL_ACTS = Object.keys(ACTS) as (keyof typeof ACTS)[]

const actOf = (
  what: fc.Arbitrary<keyof typeof ACTS>,
  who: fc.Arbitrary<number> = anyNumber,
  amounts: fc.Arbitrary<string> = amount,
) => fc.record({ what, who, which: anyNumber, amount: amounts })

/** Acts that make sense one after the other are drawn together: else most of them would be refused. */
const CHAINS: readonly (readonly (keyof typeof ACTS)[])[] = [
  ['operate', 'role', 'decide', 'decide'],
  ['operate', 'invite', 'decide', 'decide'],
  ['limit', 'operate', 'operate'],
  ['makeToken', 'charge', 'charge', 'charge'],
  ['makeToken', 'refer', 'refer', 'refer'],
  ['dispute', 'file', 'file'],
  ['resolve', 'wait', 'decide'],
]
/** Even: the first user, see `userOf`. */
const first = fc.constant(0)
/** The first user, the second one, or one who was invited. */
const decider = fc.constantFrom(0, 3, 7, 9)
const chain = fc
  .constantFrom(...CHAINS)
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        actOf(
          fc.constant(name),
          name === 'decide' ? decider : first,
          names.includes('decide') ? fc.constant('92.00') : amount,
        ),
      ),
    ),
  )
const single = actOf(fc.constantFrom(...ALL_ACTS)).map((one) => [one])
const sequence = fc
  .array(fc.oneof<fc.Arbitrary<readonly Act[]>[]>(single, chain), { minLength: 8, maxLength: 16 })
  .map((parts) => parts.flat())

describe('over all that one person can do', () => {
  it('nothing above the limit moves within a day without a second one', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Role>('owner', 'administrator', 'finance'),
        sequence,
        async (role, acts) => {
          current = await newWorld(role)
          await done(current, { what: 'makeToken', who: 0, which: 1, amount: '' })
          for (const [at, one] of acts.entries()) {
            await done(current, one)
            judge(current, acts.slice(0, at + 1))
          }
        },
      ),
      { numRuns: RUNS_ALL ? 300 : 10, endOnFailure: true },
    )
  })
})
