import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { detailsOf } from '../../server/payments/details.ts'
import type { Change } from '../../server/store/port.ts'
import { FAULTS, type Fault } from '../conformance/acquirer.fixture.ts'
import { FIRST, LATER, PROOF, stripeShop } from './shop.fixture.ts'
import { FAULTS_OF_STRIPE } from './stripe.fixture.ts'

type Shop = Awaited<ReturnType<typeof stripeShop>>

const pathsOf = ({ stripe }: Shop) =>
  stripe.requests.all
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path.replace(/\b(pm|pi|cus|seti)_\w+/, 'ID').replace('/v1/', ''))

const MADE_READY = ['payment_methods', 'customers', 'payment_methods/ID/attach', 'payment_intents']
const CHARGED = 'payment_intents/ID/confirm'

describe('a payment of a series', () => {
  it('is charged with the token that an event has told, where the answer was lost', async () => {
    const { begin, told, charge, gateway, stripe } = await stripeShop()
    stripe.faults.add({ kind: 'acceptedWithoutAnswer' }, { method: 'POST', path: /\/confirm$/ })
    const lost = await begin({ ...FIRST, createRegistration: 'true' })
    expect(lost.state).toBe('intent')
    await told(lost, { state: 'succeeded' })
    const kept = await gateway.store.read.providerReferencesOfPayments([lost.id])
    const kinds = ['charge', 'customer', 'network', 'payment', 'token']
    expect(kept.map(({ kind }) => kind).sort()).toEqual(kinds)
    const { registrationId } = detailsOf((await gateway.store.read.payment(lost.id)) ?? lost)
    expect(await charge(String(registrationId), LATER)).toMatchObject({ state: 'succeeded' })
    expect(stripe.store.all('payment_method')).toHaveLength(1)
  })

  it('is charged with the customer of its token, though another one was not charged', async () => {
    const { begin, charge, stripe } = await stripeShop()
    const { body } = await begin({ ...FIRST, createRegistration: 'true' })
    const registrationId = String(body.registrationId)
    stripe.faults.add({ kind: 'noConnection' }, { method: 'POST', path: /\/confirm$/ })
    expect(await charge(registrationId, { ...FIRST, 'card.cvv': '123' })).toMatchObject({
      state: 'failed',
    })
    expect(await charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
    const confirmed = stripe.requests.all.findLast(({ path }) => path.endsWith('/confirm'))
    expect(confirmed?.params).toHaveProperty('off_session')
  })
})

describe('a payment that the merchant starts with a card that Stripe has not stored', () => {
  it('keeps the card there first, and the next one is charged with that', async () => {
    const shop = await stripeShop()
    const registrationId = await shop.register()
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
    expect(pathsOf(shop)).toEqual([...MADE_READY, CHARGED])
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
    expect(pathsOf(shop)).toEqual([...MADE_READY, CHARGED, 'payment_intents', CHARGED])
    expect(shop.acquirer.invalid()).toEqual([])
  })

  it('is paid as each run of a subscription, also where the first one goes wrong', async () => {
    const shop = await stripeShop()
    const { gateway, channel, authorization, acquirer } = shop
    const registrationId = await shop.register()
    const plan = { entityId: channel, registrationId, amount: '9.99', currency: 'EUR' }
    const form = { ...plan, paymentType: 'SD', 'job.expression': '0 0 8 1 * ?' }
    const { body } = await gateway.post('/scheduling/v1/schedules', form, authorization)
    expect(body.result.code).toMatch(/^000\./)
    shop.stripe.faults.add({ kind: 'acceptedWithoutAnswer' }, { method: 'POST', path: /\/attach$/ })
    for (const [customers, charged] of [
      [1, 0],
      [2, 999],
      [2, 1_998],
    ]) {
      gateway.clock.advance(31 * DAY_MS)
      await expect.poll(() => shop.stripe.store.all('customer').length).toBe(customers)
      await expect.poll(() => acquirer.charged()).toBe(charged)
    }
  })

  it('keeps the card of a charge that is declined, and charges it by the next run', async () => {
    const shop = await stripeShop()
    const registrationId = await shop.register()
    shop.stripe.faults.add({ kind: 'decline', code: 'insufficient_funds' }, CONFIRM)
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'failed' })
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
    expect(shop.stripe.store.all('payment_method')).toHaveLength(1)
  })

  it.each([
    ['REPEATED', {}],
    ['INITIAL', PROOF],
  ])('is charged with its number too, with the mode %s', async (mode, proof) => {
    const shop = await stripeShop()
    const more = {
      ...LATER,
      ...proof,
      'standingInstruction.mode': mode,
      'standingInstruction.initialTransactionId': '104102978678771',
      'card.cvv': undefined,
    }
    expect(await shop.pay(more)).toMatchObject({ state: 'succeeded' })
    expect(pathsOf(shop)).toEqual([...MADE_READY, CHARGED])
    expect(shop.acquirer.invalid()).toEqual([])
  })

  it('is declined with what the issuer says when the card is kept', async () => {
    const shop = await stripeShop()
    const registrationId = await shop.register({ 'card.number': '4000000000009987' })
    expect(await shop.charge(registrationId, LATER)).toMatchObject({
      state: 'failed',
      resultCode: '800.100.165',
    })
    expect(pathsOf(shop)).not.toContain('payment_intents')
  })

  describe.each([
    ['payment_methods', /^\/v1\/payment_methods$/],
    ['customers', /^\/v1\/customers$/],
    ['attach', /\/attach$/],
  ])('whose request %s goes wrong', (_, path) => {
    it.each(FAULTS)('by %s is charged by the next run, once', async (fault: Fault) => {
      const shop = await stripeShop()
      const registrationId = await shop.register()
      shop.stripe.faults.add(FAULTS_OF_STRIPE[fault], { method: 'POST', path })
      expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'failed' })
      expect(await shop.acquirer.charged()).toBe(0)
      expect(pathsOf(shop)).not.toContain('payment_intents')
      expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
      expect(await shop.acquirer.charged()).toBe(9200)
      expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
      expect(await shop.acquirer.charged()).toBe(18_400)
      expect(pathsOf(shop).slice(-2)).toEqual(['payment_intents', CHARGED])
    })
  })

  it.each(FAULTS)('is charged once where its charge goes wrong by %s', async (fault) => {
    const shop = await stripeShop()
    const registrationId = await shop.register()
    shop.stripe.faults.add(FAULTS_OF_STRIPE[fault], CONFIRM)
    const { state } = await shop.charge(registrationId, LATER)
    const charged = state === 'succeeded' ? 9200 : 0
    expect(await shop.acquirer.charged()).toBe(charged)
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
    expect(await shop.acquirer.charged()).toBe(charged + 9200)
    expect(shop.stripe.store.all('customer')).toHaveLength(1)
  })
})

describe('a card that was stored with the proof of its holder, and is charged by the merchant first', () => {
  const SET_UP = ['payment_methods', 'customers', 'setup_intents', 'payment_intents', CHARGED]

  it('is set up with the proof, once', async () => {
    const shop = await stripeShop()
    // It is charged off session only after it was set up with its holder.
    const registrationId = await shop.register({ 'card.number': '4000002500003155', ...PROOF })
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
    expect(pathsOf(shop)).toEqual(SET_UP)
    const { requests } = shop.stripe
    const setUp = requests.all.find(({ path }) => path === '/v1/setup_intents')
    expect(setUp?.params).toMatchObject({
      usage: 'off_session',
      payment_method_options: {
        card: {
          setup_credential_usage: 'unscheduled',
          three_d_secure: {
            transaction_id: PROOF['threeDSecure.dsTransactionId'],
            version: '2.2.0',
          },
        },
      },
    })
    const confirmed = requests.all.findLast(({ path }) => path.endsWith('/confirm'))
    expect(confirmed?.params).not.toHaveProperty('payment_method_options')
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
    expect(pathsOf(shop)).toEqual([...SET_UP, 'payment_intents', CHARGED])
    expect(shop.acquirer.invalid()).toEqual([])
  })

  it.each([
    ['is of another card network', { ...PROOF, 'threeDSecure.eci': '02' }, '4000002500003155'],
    [
      'is of no form',
      { ...PROOF, 'threeDSecure.dsTransactionId': 'x'.repeat(36) },
      '4242424242424242',
    ],
  ])('is only attached where the proof %s', async (_, proof, number) => {
    const shop = await stripeShop()
    const registrationId = await shop.register({ 'card.number': number, ...proof })
    await shop.charge(registrationId, LATER)
    expect(pathsOf(shop)).toEqual([...SET_UP.slice(0, 3), ...MADE_READY.slice(2), CHARGED])
  })

  it('is declined where its issuer declines that, and may be charged by the next run', async () => {
    const shop = await stripeShop()
    const registrationId = await shop.register(PROOF)
    shop.stripe.faults.add({ kind: 'decline', code: 'lost_card' }, SETTING_UP)
    const declined = await shop.charge(registrationId, LATER)
    expect(declined).toMatchObject({ state: 'failed', resultCode: '800.100.165' })
    expect(pathsOf(shop)).toEqual(SET_UP.slice(0, 3))
    expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
  })

  it('is only attached where another account has charged it, or where its proof is old', async () => {
    const shop = await stripeShop()
    const { gateway } = shop
    const charged = await shop.register(PROOF)
    const network: Change = {
      kind: 'noteProviderReference',
      value: '104102978678771',
      referenceKind: 'network',
      connector: 'another-account',
      paymentId: charged,
      registrationId: charged,
      createdAtMs: gateway.clock.now(),
    }
    await gateway.store.commit([network])
    expect(await shop.charge(charged, LATER)).toMatchObject({ state: 'succeeded' })
    const old = await shop.register(PROOF)
    gateway.clock.advance(91 * DAY_MS)
    expect(await shop.charge(old, LATER)).toMatchObject({ state: 'succeeded' })
    expect(pathsOf(shop)).not.toContain('setup_intents')
  })

  it.each(FAULTS)(
    'is charged by the next run, once, where the set-up goes wrong by %s',
    async (fault) => {
      const shop = await stripeShop()
      const registrationId = await shop.register(PROOF)
      shop.stripe.faults.add(FAULTS_OF_STRIPE[fault], SETTING_UP)
      expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'failed' })
      expect(pathsOf(shop)).not.toContain('payment_intents')
      expect(await shop.charge(registrationId, LATER)).toMatchObject({ state: 'succeeded' })
      expect(await shop.acquirer.charged()).toBe(9200)
    },
  )
})

const SETTING_UP = { method: 'POST', path: '/v1/setup_intents' } as const
const CONFIRM = { method: 'POST', path: /\/confirm$/ } as const
