import { describe, expect, it } from 'vitest'
import { merchantWithCard } from '../../server/features/schedules/subscriber.fixture.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { sendBare, tokenOf } from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, signedIn } from '../people/people.fixture.ts'
import type { AdminSubscription, AdminSubscriptionDetails } from './answer.ts'
import { intervalOf } from './interval.ts'

const gateway = useTestGateway(FAST)

type Subscriber = Awaited<ReturnType<typeof merchantWithCard>>

/** A merchant, a script of an administrator there, and what it asks. */
async function shopWithOffice(card: Form = {}) {
  const shop = await merchantWithCard(gateway(), card)
  const channel = await gateway().store.read.entity(shop.entityId)
  const merchantId = channel?.parentId ?? ''
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchantId, token, true)])
  const office = async (methodAndPath: string, form?: Form) => {
    const more = form === undefined ? {} : { form }
    const answer = await sendBare(gateway(), methodAndPath, { token, ...more })
    return { status: answer.status, body: answer.body as never }
  }
  const list = async (query = '') =>
    (await office(`GET /admin/v1/subscriptions${query}`)).body as {
      readonly subscriptions: readonly AdminSubscription[]
      readonly cursor?: string
    }
  const detailsOf = async (id: string) =>
    (await office(`GET /admin/v1/subscriptions/${id}`)).body as AdminSubscriptionDetails
  return { ...shop, merchantId, office, list, detailsOf }
}

const MONTHLY = { 'job.expression': '0 0 8 1 * ?' }
/** The simulator declines each payment of such a card. */
const EMPTY_CARD = { 'card.holder': '800.100.155' }
const JANE = {
  'customer.email': 'jane@shop.example',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
}

/** Another card of the same shop. */
async function storeCard(shop: Subscriber, more: Form = {}): Promise<string> {
  const { paymentType: _t, amount: _a, currency: _c, ...details } = cardPayment(shop.entityId)
  const form = { ...details, transactionLinkId: 'MCC000000355', 'card.cvv': undefined, ...more }
  return (await shop.send('/v1/registrations', form)).body.id
}

describe('the list of subscriptions', () => {
  it('has past due ones first, then paused, active and ended ones, in parts of any size', async () => {
    const shop = await shopWithOffice()
    const empty = await storeCard(shop, EMPTY_CARD)
    const ids: string[] = []
    for (const more of [{}, {}, { registrationId: empty }, {}]) {
      ids.push((await shop.subscribe({ ...MONTHLY, ...more })).body.id)
    }
    const [active = '', paused = '', pastDue = '', ended = ''] = ids
    await shop.send(`/scheduling/v1/schedules/${paused}/pause`, {})
    await shop.send(`/scheduling/v1/schedules/${ended}/deschedule`, {})
    await shop.advance({ to: '2026-12-01 09:00:00' })
    const order = [pastDue, paused, active, ended]
    const { subscriptions } = await shop.list()
    expect(subscriptions.map(({ id }) => id)).toEqual(order)
    expect(subscriptions.map(({ state }) => state)).toEqual([
      'pastDue',
      'paused',
      'active',
      'descheduled',
    ])
    const found: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await shop.list(`?limit=1${cursor && `&cursor=${cursor}`}`)
      found.push(...page.subscriptions.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(found).toEqual(order)
    const onlyPaused = await shop.list('?state=paused')
    expect(onlyPaused.subscriptions.map(({ id }) => id)).toEqual([paused])
  })

  it('says why a run is unpaid, how often it pays and with what', async () => {
    const shop = await shopWithOffice({ ...JANE, ...EMPTY_CARD })
    await shop.subscribe(MONTHLY)
    await shop.advance({ to: '2026-12-01 09:00:00' })
    const { subscriptions } = await shop.list()
    expect(subscriptions).toMatchObject([
      {
        state: 'pastDue',
        pastDueSince: '2026-12-01 08:00:00+0000',
        amount: '9.99',
        currency: 'EUR',
        interval: 'monthly',
        nextRun: '2027-01-01 08:00:00+0000',
        card: { registrationId: shop.registrationId, paymentBrand: 'VISA', last4: '0000' },
        customerEmail: 'jane@shop.example',
        unpaid: { code: '800.100.155', advice: 'later' },
      },
    ])
  })

  it('refuses a cursor of another form and a state that there is not', async () => {
    const shop = await shopWithOffice()
    const { status, body } = await shop.office(
      'GET /admin/v1/subscriptions?state=late&cursor=here&limit=0',
    )
    expect(status).toBe(400)
    const { parameterErrors } = (body as { readonly result: { parameterErrors: unknown } }).result
    expect(parameterErrors).toMatchObject([
      { name: 'state' },
      { name: 'cursor' },
      { name: 'limit' },
    ])
  })
})

describe('a subscription', () => {
  it('of another merchant is unknown', async () => {
    const [shop, other] = [await shopWithOffice(), await shopWithOffice()]
    const { id } = (await other.subscribe(MONTHLY)).body
    for (const path of ['', '/runs']) {
      const { status } = await shop.office(`GET /admin/v1/subscriptions/${id}${path}`)
      expect(status).toBe(404)
    }
    const { status } = await shop.office(`POST /admin/v1/subscriptions/${id}/retry`, {})
    expect(status).toBe(404)
  })

  it('leads to the payments of all its plans, newest first', async () => {
    const shop = await shopWithOffice()
    const { id } = (await shop.subscribe(MONTHLY)).body
    await shop.advance({ to: '2027-01-02 00:00:00' })
    await shop.office(`POST /admin/v1/subscriptions/${id}/amount`, { amount: '11.50' })
    await shop.advance({ to: '2027-02-02 00:00:00' })
    const runs = await shop.office(`GET /admin/v1/subscriptions/${id}/runs?limit=2`)
    expect(runs.body).toMatchObject({ payments: [{ amount: '11.50' }, { amount: '9.99' }] })
    const { cursor } = runs.body as { readonly cursor: string }
    const older = await shop.office(`GET /admin/v1/subscriptions/${id}/runs?cursor=${cursor}`)
    expect(older.body).toMatchObject({ payments: [{ amount: '9.99' }] })
    const { plans, subscription } = await shop.detailsOf(id)
    expect(plans.map(({ amount }) => amount)).toEqual(['11.50', '9.99'])
    expect(subscription).toMatchObject({ firstId: id, amount: '11.50', state: 'active' })
  })

  it('that is unpaid is tried again at once, and says what it can do', async () => {
    const shop = await shopWithOffice(EMPTY_CARD)
    const { id } = (await shop.subscribe(MONTHLY)).body
    const early = await shop.office(`POST /admin/v1/subscriptions/${id}/retry`, {})
    expect(early.status).toBe(400)
    expect((await shop.detailsOf(id)).canRetry).toBe(false)
    await shop.advance({ to: '2026-12-01 09:00:00' })
    expect((await shop.detailsOf(id)).canRetry).toBe(true)
    const again = await shop.office(`POST /admin/v1/subscriptions/${id}/retry`, {})
    expect(again.status).toBe(200)
    await shop.advance({ to: '2026-12-01 09:00:01' })
    expect(await shop.payments()).toHaveLength(2)
  })

  it('that is unpaid is paid with another card of its customer', async () => {
    const shop = await shopWithOffice({ ...JANE, ...EMPTY_CARD })
    const other = await storeCard(shop, JANE)
    const { id } = (await shop.subscribe(MONTHLY)).body
    await shop.advance({ to: '2026-12-01 09:00:00' })
    const { otherCards } = await shop.detailsOf(id)
    expect(otherCards).toMatchObject([{ registrationId: other, last4: '0000' }])
    const form = { registrationId: other }
    const changed = await shop.office(`POST /admin/v1/subscriptions/${id}/card`, form)
    expect(changed.status).toBe(200)
    // The answer is that of the one commit: the new plan is there with its try, or neither is.
    expect(changed.body).toMatchObject({ retryAt: '2026-12-01 09:00:00+0000' })
    await shop.advance({ to: '2026-12-01 09:00:01' })
    const { subscription } = await shop.detailsOf(id)
    expect(subscription).toMatchObject({ state: 'active', card: { registrationId: other } })
    expect(subscription.pastDueSince).toBeUndefined()
    expect(await shop.payments()).toHaveLength(2)
  })

  it('is not paid with a card that is known to be of another customer', async () => {
    const shop = await shopWithOffice({ ...JANE, ...EMPTY_CARD })
    const { id } = (await shop.subscribe(MONTHLY)).body
    const pay = async (card: string) => {
      const form = { registrationId: card }
      return shop.office(`POST /admin/v1/subscriptions/${id}/card`, form)
    }
    const ofJohn = await storeCard(shop, { ...JANE, 'customer.email': 'john@shop.example' })
    expect((await pay(ofJohn)).body).toMatchObject({
      result: { parameterErrors: [{ name: 'registrationId' }] },
    })
    expect((await shop.detailsOf(id)).subscription.card).not.toMatchObject({
      registrationId: ofJohn,
    })
    expect((await pay(await storeCard(shop, JANE))).status).toBe(200)
  })

  it('is changed by one person up to the amount that needs two', async () => {
    const shop = await shopWithOffice()
    const { id } = (await shop.subscribe(MONTHLY)).body
    const settings = JSON.stringify({ secondPersonAbove: { EUR: '20.00' } })
    await shop.office(`POST /admin/v1/entities/${shop.merchantId}`, { settings })
    gateway().clock.advance(2_000)
    const user = await addUser(gateway(), { [shop.merchantId]: 'support' })
    const browser = await signedIn(gateway(), user)
    const change = (amount: string) =>
      browser.send(`POST /admin/v1/subscriptions/${id}/amount`, { amount })
    expect((await change('20.01')).status).toBe(403)
    expect((await change('12.00')).status).toBe(200)
    // With the 12.00 of before it would be more than 20.00 of one card within a day.
    expect((await change('12.50')).status).toBe(403)
  })

  it('that is unpaid is changed so that its retry and its next run are within that amount', async () => {
    const shop = await shopWithOffice({ ...JANE, ...EMPTY_CARD })
    const { id } = (await shop.subscribe(MONTHLY)).body
    await shop.advance({ to: '2026-12-01 09:00:00' })
    const settings = JSON.stringify({ secondPersonAbove: { EUR: '20.00' } })
    await shop.office(`POST /admin/v1/entities/${shop.merchantId}`, { settings })
    gateway().clock.advance(2_000)
    const user = await addUser(gateway(), { [shop.merchantId]: 'support' })
    const browser = await signedIn(gateway(), user)
    const send = (path: string, form: Form) =>
      browser.send(`POST /admin/v1/subscriptions/${id}/${path}`, form)
    // One of 12.00 for what is unpaid, and one for the next run.
    expect((await send('amount', { amount: '12.00' })).status).toBe(403)
    expect((await send('amount', { amount: '10.00' })).status).toBe(200)
    // Nothing is left of the 20.00 for another card of the same number; what is planned goes on.
    const other = await storeCard(shop, JANE)
    expect((await send('card', { registrationId: other })).status).toBe(403)
    expect((await send('retry', {})).status).toBe(200)
  })
})

describe('the interval of a plan', () => {
  const named = (expression: string) =>
    intervalOf({ request: JSON.stringify([['job.expression', expression]]), startsAtMs: 0 })

  it.each([
    ['0 0 8 * * ?', 'daily'],
    ['0 0 8 ? * MON', 'weekly'],
    ['0 0 8 1 * ?', 'monthly'],
    ['0 0 8 L * ?', 'monthly'],
    ['0 0 12 ? * 2#1', 'monthly'],
    ['0 0 8 1 1,4,7,10 ?', 'quarterly'],
    ['0 0 8 1 1,7 ?', 'halfYearly'],
    ['0 0 8 1 3 ?', 'yearly'],
    ['0 0 8 1,15 * ?', 'other'],
    ['0 0 8 1 1,2 ?', 'other'],
    ['0 0 8 1 1 ? 1999', 'other'],
  ])('%s is %s', (expression, interval) => {
    expect(named(expression)).toBe(interval)
  })
})
