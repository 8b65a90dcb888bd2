import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { SEEN_BY_NOBODY } from '../../server/entities/known-token.ts'
import type { Role } from '../../server/entities/rights.ts'
import { hashToken, newAccessToken } from '../../server/kernel/ids.ts'
import { CountedOfCard } from '../../server/payments/second-person/index.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, type Browser, FAST, signedIn } from '../people/people.fixture.ts'
import type { AdminPaymentDetails } from './answer.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let jane: Browser

const LIMIT = { EUR: '50.00' }

beforeEach(async () => {
  // Sign-ins of one client are few in a minute.
  gateway().clock.advance(MINUTE_MS)
  merchant = await addMerchant(gateway(), { settings: () => ({ secondPersonAbove: LIMIT }) })
  jane = await person('administrator')
})

async function person(role: Role): Promise<Browser> {
  return signedIn(gateway(), await addUser(gateway(), { [merchant.id]: role }))
}

const send = (token: string, methodAndPath: string, form: Form) =>
  sendBare(gateway(), methodAndPath, { token, form })

const ofChannel = (form: Form): Form => ({ entityId: channelOf(merchant), ...form })

/** A payment of the shop's server. */
async function paid(more: Form = {}): Promise<Form> {
  const form = cardPayment(channelOf(merchant), more)
  const { body } = await send(merchant.accessToken, 'POST /v1/payments', form)
  expect(body.result.code).toMatch(/^000\.100\.110/)
  return body as unknown as Form
}

/** The secret of the answer that shows it. */
const secretIn = ({ body }: Awaited<ReturnType<typeof send>>) =>
  String((body as unknown as { accessToken: string }).accessToken)

let tokens = 0

async function tokenMadeBy(browser: Browser, more: Form = {}): Promise<string> {
  tokens += 1
  const form = { label: `Token ${tokens}`, ...more }
  return secretIn(await browser.send(`POST /admin/v1/entities/${merchant.id}/tokens`, form))
}

/** Shows the shop's own token, as the gateway has sealed it when it was made. */
async function shownTo(browser: Browser): Promise<string> {
  const made = await tokenMadeBy(await person('administrator'))
  const hash = hashToken(made)
  const row = await gateway().store.read.token(hash)
  if (row === undefined) throw new Error('It is there')
  // As a command makes it: no person has seen it.
  const unseen = { ...row, ...SEEN_BY_NOBODY }
  await gateway().store.commit([
    { kind: 'deleteToken', hash },
    { kind: 'insertToken', row: unseen },
  ])
  // The shop uses it: the process has it in its cache as it was before.
  expect((await send(made, 'POST /v1/payments', cardPayment(channelOf(merchant)))).status).toBe(200)
  expect(secretIn(await browser.send(`POST /admin/v1/tokens/${hash}/secret`, {}))).toBe(made)
  return made
}

const REFUND = { paymentType: 'RF', amount: '50.01', currency: 'EUR' }

const refund = (token: string, id: string | undefined, amount = REFUND.amount) =>
  send(token, `POST /v1/payments/${id}`, ofChannel({ ...REFUND, amount }))

const ways: [string, () => Promise<string>][] = [
  ['made', () => tokenMadeBy(jane)],
  ['was shown', () => shownTo(jane)],
  [
    'made as an owner’s token of administrators',
    async () => tokenMadeBy(await person('owner'), { tokenRole: 'administrator' }),
  ],
]

describe.each(ways)('an access token that a person %s', (_how, tokenOfPerson) => {
  it('refunds no more than one person may, for a day', async () => {
    const token = await tokenOfPerson()
    const { id } = await paid()
    const refused = await refund(token, id)
    expect([refused.status, refused.body.result.code]).toEqual([403, '800.900.301'])
    expect(refused.body.result.description).toContain('at most 50.00 EUR')
    expect((await refund(merchant.accessToken, id, '1.00')).status).toBe(200)
    gateway().clock.advance(24 * HOUR_MS - 1)
    expect((await refund(token, id)).status).toBe(403)
    gateway().clock.advance(1)
    expect((await refund(token, id)).status).toBe(200)
  })

  it('counts with what was moved of the payment before, also by hand', async () => {
    const token = await tokenOfPerson()
    const { id } = await paid()
    expect((await refund(token, id, '30.00')).status).toBe(200)
    expect((await refund(token, id, '20.01')).status).toBe(403)
    const byHand = { ...REFUND, amount: '20.01', reason: 'Sent back' }
    const asked = await jane.send(`POST /admin/v1/payments/${id}/operations`, byHand)
    expect(asked.status).toBe(202)
    expect((await refund(token, id, '20.00')).status).toBe(200)
  })

  it('passes no large amount in parts at the same moment', async () => {
    const token = await tokenOfPerson()
    const { id } = await paid()
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(token, id, '20.00')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403])
  })

  it.each([
    ['captures', { paymentType: 'PA' }, { paymentType: 'CP', amount: '60.00', currency: 'EUR' }],
    ['captures all', { paymentType: 'PA' }, { paymentType: 'CP' }],
    ['reverses', {}, { paymentType: 'RV' }],
    ['refunds', {}, REFUND],
    ['rebills', {}, { paymentType: 'RB', amount: '60.00', currency: 'EUR' }],
  ])('%s nothing above the limit', async (_what, first, form) => {
    const token = await tokenOfPerson()
    const { id } = await paid(first)
    const path = `POST /v1/payments/${id}`
    expect((await send(token, path, ofChannel(form))).status).toBe(403)
    expect((await send(merchant.accessToken, path, ofChannel(form))).status).toBe(200)
  })

  it('makes no credit', async () => {
    const token = await tokenOfPerson()
    const credit = cardPayment(channelOf(merchant), { paymentType: 'CD', amount: '1.00' })
    const refused = await send(token, 'POST /v1/payments', credit)
    expect([refused.status, refused.body.result.description]).toEqual([
      403,
      expect.stringContaining('makes no credit'),
    ])
    const form = ofChannel({ paymentType: 'CD', amount: '1.00', currency: 'EUR' })
    expect((await send(token, 'POST /v1/checkouts', form)).status).toBe(403)
    const ofBrand = { ...form, paymentType: 'DB', 'overridePaymentType[VISA]': 'CD' }
    expect((await send(token, 'POST /v1/checkouts', ofBrand)).status).toBe(403)
    expect((await send(merchant.accessToken, 'POST /v1/payments', credit)).status).toBe(200)
  })

  const storedCharges = (registrationId: string | undefined): [string, Form][] => {
    const money = { paymentType: 'DB', currency: 'EUR' }
    const job = { 'job.expression': '0 0 12 1 * ?' }
    return [
      [`POST /v1/registrations/${registrationId}/payments`, ofChannel(money)],
      ['POST /v1/payments', ofChannel({ ...money, registrationId })],
      ['POST /scheduling/v1/schedules', ofChannel({ ...money, registrationId, ...job })],
      ['POST /v1/checkouts', ofChannel({ ...money, 'registrations[0].id': registrationId })],
    ]
  }

  it.each([0, 1, 2, 3])('charges stored details up to the limit (way %i)', async (way) => {
    const token = await tokenOfPerson()
    const { registrationId } = await paid({ createRegistration: 'true' })
    const [path = '', form] = storedCharges(registrationId)[way] ?? []
    const above = { ...form, amount: '50.01' }
    expect((await send(token, path, above)).status).toBe(403)
    expect((await send(merchant.accessToken, path, above)).status).toBe(200)
    expect((await send(token, path, { ...form, amount: '50.00' })).status).toBe(200)
  })

  it('adds up what it charges to one card in 24 hours, in all ways and by all registrations', async () => {
    const token = await tokenOfPerson()
    const card = { createRegistration: 'true', 'card.number': '4012888888881881' }
    const stored = [await paid(card), await paid(card), await paid(card), await paid(card)]
    const ways = stored.map(({ registrationId }, way) => storedCharges(registrationId)[way])
    for (const [path = '', form] of ways.map((one) => one ?? []).slice(0, 3)) {
      expect([path, (await send(token, path, { ...form, amount: '16.00' })).status]).toEqual([
        path,
        200,
      ])
    }
    for (const [path = '', form] of ways.map((one) => one ?? [])) {
      expect([path, (await send(token, path, { ...form, amount: '2.01' })).status]).toEqual([
        path,
        403,
      ])
    }
    const [path = '', form] = ways[3] ?? []
    expect((await send(token, path, { ...form, amount: '2.00' })).status).toBe(200)
    // The merchant's server goes on, and another card has an amount of its own.
    const server = await send(merchant.accessToken, path, { ...form, amount: '920.00' })
    expect(server.status).toBe(200)
    const { registrationId } = await paid({ createRegistration: 'true' })
    const [other = '', ofOther] = storedCharges(registrationId)[0] ?? []
    expect((await send(token, other, { ...ofOther, amount: '50.00' })).status).toBe(200)
    gateway().clock.advance(23 * HOUR_MS)
    const again = await tokenMadeBy(await person('administrator'))
    expect((await send(again, path, { ...form, amount: '0.01' })).status).toBe(403)
    gateway().clock.advance(2 * HOUR_MS)
    const later = await tokenMadeBy(await person('administrator'))
    expect((await send(later, path, { ...form, amount: '50.00' })).status).toBe(200)
  })

  it('adds rebills of other payments to what it charges to their card', async () => {
    const token = await tokenOfPerson()
    const card = { createRegistration: 'true', 'card.number': '4012888888881881' }
    const [first, second] = [await paid(card), await paid(card)]
    const rebill = ({ id }: { readonly id?: string }, amount: string) =>
      send(
        token,
        `POST /v1/payments/${id}`,
        ofChannel({ paymentType: 'RB', amount, currency: 'EUR' }),
      )
    const [path = '', form] = storedCharges(first.registrationId)[0] ?? []
    expect((await send(token, path, { ...form, amount: '20.00' })).status).toBe(200)
    expect((await rebill(first, '20.00')).status).toBe(200)
    expect((await rebill(second, '10.01')).status).toBe(403)
    expect((await rebill(second, '10.00')).status).toBe(200)
    expect((await send(token, path, { ...form, amount: '0.01' })).status).toBe(403)
    expect((await rebill(await paid(), '50.00')).status).toBe(200)
  })

  it('raises holds up to the limit, with what it charges to their card', async () => {
    const token = await tokenOfPerson()
    const { id } = await paid({ paymentType: 'PA', 'card.number': '4012888888881881' })
    const raise = (amount: string) =>
      send(
        token,
        `POST /v1/payments/${id}`,
        ofChannel({
          paymentType: 'PA',
          amount,
          currency: 'EUR',
          'standingInstruction.source': 'MIT',
          'standingInstruction.mode': 'REPEATED',
          'standingInstruction.type': 'UNSCHEDULED',
          'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
        }),
      )
    expect((await raise('50.01')).status).toBe(403)
    expect((await raise('30.00')).status).toBe(200)
    expect((await raise('20.01')).status).toBe(403)
    expect((await raise('20.00')).status).toBe(200)
  })

  it('passes no large charge of stored details in parts at the same moment', async () => {
    const token = await tokenOfPerson()
    const { registrationId } = await paid({ createRegistration: 'true' })
    const [path = '', form] = storedCharges(registrationId)[0] ?? []
    const one = () => send(token, path, { ...form, amount: '20.00' })
    const answers = await Promise.all(Array.from({ length: 20 }, one))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  it('counts all runs of a day of what it plans, and nothing of a dry run', async () => {
    const token = await tokenOfPerson()
    const { registrationId } = await paid({ createRegistration: 'true' })
    const plan = { paymentType: 'DB', amount: '5.00', currency: 'EUR', registrationId }
    const planned = (expression: string, more: Form = {}) =>
      send(
        token,
        'POST /scheduling/v1/schedules',
        ofChannel({ ...plan, 'job.expression': expression, ...more }),
      )
    expect((await planned('0 0 * * * ?')).status).toBe(403)
    expect((await planned('0 0 0/3 * * ?', { dryRun: 'true' })).status).toBe(200)
    expect((await planned('0 0 0/3 * * ?')).status).toBe(200)
    expect((await planned('0 0 12 * * ?')).status).toBe(200)
    expect((await planned('0 0 0/12 * * ?')).status).toBe(403)
  })

  it('counts of a checkout that it raises what it adds', async () => {
    const token = await tokenOfPerson()
    const { registrationId } = await paid({ createRegistration: 'true' })
    const [path = '', form] = storedCharges(registrationId)[3] ?? []
    const { body } = await send(token, path, { ...form, amount: '20.00' })
    const raised = (amount: string) =>
      send(token, `${path}/${body.id}`, ofChannel({ amount, currency: 'EUR' }))
    expect((await raised('40.00')).status).toBe(200)
    expect((await raised('40.00')).status).toBe(200)
    expect((await send(token, path, { ...form, amount: '10.01' })).status).toBe(403)
    expect((await raised('50.00')).status).toBe(200)
    expect((await send(token, path, { ...form, amount: '0.01' })).status).toBe(403)
  })

  it('raises neither a schedule nor a checkout above the limit', async () => {
    const token = await tokenOfPerson()
    const { registrationId } = await paid({ createRegistration: 'true' })
    const money = { paymentType: 'DB', currency: 'EUR', amount: '25.00' }
    const job = { 'job.expression': '0 0 12 1 * ?', registrationId }
    const planned = await send(
      token,
      'POST /scheduling/v1/schedules',
      ofChannel({ ...money, ...job }),
    )
    const offer = { 'registrations[0].id': registrationId }
    const open = await send(token, 'POST /v1/checkouts', ofChannel({ ...money, ...offer }))
    for (const [path, id] of [
      ['/scheduling/v1/schedules/{id}/reschedule', planned.body.id],
      ['/v1/checkouts/{id}', open.body.id],
    ]) {
      const changed = await send(
        token,
        `POST ${path?.replace('{id}', id ?? '')}`,
        ofChannel({ amount: '25.01', currency: 'EUR' }),
      )
      expect([path, changed.status]).toEqual([path, 403])
    }
  })

  it('still takes what shoppers pay themselves', async () => {
    const token = await tokenOfPerson()
    const payment = cardPayment(channelOf(merchant))
    expect((await send(token, 'POST /v1/payments', payment)).status).toBe(200)
    const open = ofChannel({ paymentType: 'DB', amount: '920.00', currency: 'EUR' })
    expect((await send(token, 'POST /v1/checkouts', open)).status).toBe(200)
  })
})

describe('a merchant without a limit', () => {
  it('refunds with every token', async () => {
    merchant = await addMerchant(gateway())
    jane = await person('administrator')
    const token = await tokenMadeBy(jane)
    expect((await refund(token, (await paid()).id)).status).toBe(200)
  })
})

describe('what a token asks for in the back office', () => {
  const askedBy = async (token: string) => {
    const { id } = await paid()
    const form = { ...REFUND, reason: 'Sent back' }
    expect((await send(token, `POST /admin/v1/payments/${id}/operations`, form)).status).toBe(202)
    const path = `/admin/v1/payments/${id}`
    const { requests } = (await jane.send(`GET ${path}`)).body as unknown as AdminPaymentDetails
    return requests[0]?.id
  }

  it('is never agreed to by who has made the token, or a token with it', async () => {
    jane = await person('owner')
    const token = await tokenMadeBy(jane, { tokenRole: 'administrator' })
    const further = secretIn(
      await send(token, `POST /admin/v1/entities/${merchant.id}/tokens`, {
        label: 'Further',
        tokenRole: 'administrator',
      }),
    )
    for (const one of [token, further]) {
      const id = await askedBy(one)
      // Also where the token is gone meanwhile.
      await jane.send(`DELETE /admin/v1/tokens/${hashToken(one)}`)
      const own = await jane.send(`POST /admin/v1/requests/${id}/decision`, { decision: 'accept' })
      expect(own.status).toBe(403)
      const jill = await person('finance')
      const other = await jill.send(`POST /admin/v1/requests/${id}/decision`, {
        decision: 'accept',
      })
      expect(other.status).toBe(200)
    }
  })

  it('is agreed to by one person where a command has made the token', async () => {
    const token = newAccessToken()
    await gateway().store.commit([tokenOf(merchant.id, token, true)])
    const id = await askedBy(token)
    const agreed = await jane.send(`POST /admin/v1/requests/${id}/decision`, { decision: 'accept' })
    expect(agreed.status).toBe(200)
  })
})

describe('what is charged to a card', () => {
  it('counts once for each request, however often that is decided on again', async () => {
    const { store, clock } = gateway()
    const { id = '' } = await paid({ createRegistration: 'true' })
    const charged = await store.read.payment(id)
    if (charged === undefined) throw new Error('It is there')
    const nowMs = clock.now()
    const of = (minor: number) => ({ money: { minor, currency: 'EUR' }, nowMs })
    const request = new CountedOfCard()
    for (const minor of [2_000, 2_000, 3_000, 2_000]) {
      expect(await request.isWithin(charged, of(minor), store)).toBe(true)
    }
    const another = new CountedOfCard()
    expect(await another.isWithin(charged, of(2_001), store)).toBe(false)
    expect(await another.isWithin(charged, of(2_000), store)).toBe(true)
  })
})

describe('rebills by hand', () => {
  it('of several payments count together where they charge one card', async () => {
    const card = { createRegistration: 'true', 'card.number': '4012888888881881' }
    const [first, second] = [await paid(card), await paid(card)]
    const byHand = ({ id }: { readonly id?: string }, amount: string) =>
      jane.send(`POST /admin/v1/payments/${id}/operations`, {
        paymentType: 'RB',
        amount,
        currency: 'EUR',
        reason: 'Agreed by phone',
      })
    expect((await byHand(first, '30.00')).status).toBe(200)
    expect((await byHand(second, '20.01')).status).toBe(202)
    expect((await byHand(second, '20.00')).status).toBe(200)
    expect((await byHand(await paid(), '50.00')).status).toBe(200)
  })
})
