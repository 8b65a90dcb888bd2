import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import type { StartAcquirer } from './acquirer.fixture.ts'
import { merchantAt } from './merchant.fixture.ts'

const EUROS = { currency: 'EUR' }

interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
  readonly params: unknown
}

/** What the suite needs to know of a provider. */
interface Provider {
  /** The slot of the key with which its requests are made. */
  readonly keySlot: string
  /** What its emulator has received, the oldest first. */
  received(): readonly LoggedRequest[]
  /** What a request says besides for its charge to have a proof of 3-D Secure, and what is sent of it. */
  readonly proof: { readonly form: Readonly<Record<string, string>>; readonly sent: string }
}

/**
 * What has gone wrong between other systems and acquirers, as their users have reported it in public (the list is in
 * docs/connectors.md): none of it happens here.
 */
export function describeReported(name: string, start: StartAcquirer, provider: Provider) {
  describe(`at ${name}, as reported of other systems`, () => {
    it('an event that comes before an answer which is lost ends the payment, which is charged once', async () => {
      const { at, told } = await hearing()
      at.acquirer.fail('charge', 'doneWithoutAnswer')
      const { id, state } = await at.begin()
      expect(state).toBe('intent')
      const asked = provider.received().length
      await told()
      expect((await at.read(id)).state).toBe('succeeded')
      expect(await at.acquirer.charged()).toBe(9200)
      expect(provider.received()).toHaveLength(asked)
    })

    it('a shopper who comes back is believed by the account of the payment, wherever the next one goes', async () => {
      const at = await merchantAt(start)
      const { shopper } = at.acquirer
      const payment = await at.begin(shopper?.form)
      const back = shopper?.decides({ id: payment.id, name: await at.nameThere(payment.id) }, true)
      await at.leadElsewhere(provider.keySlot)
      await at.comesBack(back ?? '')
      expect((await at.settled(payment.id)).state).toBe('succeeded')
      expect(await at.acquirer.charged()).toBe(9200)
    })

    it('a hold is captured and refunded, and another one cancelled, by the account that has it', async () => {
      const at = await merchantAt(start)
      const [hold, other] = [
        await at.pay({ paymentType: 'PA' }),
        await at.pay({ paymentType: 'PA' }),
      ]
      await at.leadElsewhere(provider.keySlot)
      expect((await at.pay()).state).toBe('failed')
      const capture = await at.refer(hold, 'CP', { amount: '30.00', ...EUROS })
      const refund = await at.refer(capture, 'RF', { amount: '10.00', ...EUROS })
      const reversal = await at.refer(other, 'RV')
      expect([capture.state, refund.state, reversal.state]).toEqual(Array(3).fill('succeeded'))
      expect(await at.sumsThere(hold)).toMatchObject({ captured: 3000, refunded: 1000 })
      expect(await at.sumsThere(other)).toMatchObject({ released: 9200 })
    })

    it('each request that moves money has a key of its own, also when it is made again', async () => {
      const at = await merchantAt(start)
      const hold = await at.pay({ paymentType: 'PA' })
      for (const amount of ['10.00', '10.00']) await at.refer(hold, 'CP', { amount, ...EUROS })
      const debits = [await at.pay(), await at.pay(), await at.pay()]
      for (const debit of debits) await at.refer(debit, 'RF', { amount: '5.00', ...EUROS })
      const moving = provider.received().filter(({ method }) => method === 'POST')
      expect(moving.length).toBeGreaterThanOrEqual(9)
      const keys = moving.map(({ idempotencyKey }) => idempotencyKey)
      expect(keys).not.toContain(undefined)
      expect(new Set(keys).size).toBe(keys.length)
    })

    it('a charge that is sent again has the same proof of 3-D Secure, and is charged once', async () => {
      const at = await merchantAt(start)
      at.acquirer.fail('charge', 'errorAfterAll')
      const payment = await at.pay(provider.proof.form)
      expect(payment.state).toBe('succeeded')
      expect(await at.acquirer.charged()).toBe(9200)
      at.acquirer.fail('charge', 'tooManyRequests')
      expect((await at.pay(provider.proof.form)).state).toBe('failed')
      expect((await at.pay(provider.proof.form)).state).toBe('succeeded')
      const charges = provider.received().filter(({ params }) => isCharge(params))
      expect(charges.length).toBeGreaterThanOrEqual(3)
      for (const { params } of charges) {
        expect(JSON.stringify(params)).toContain(provider.proof.sent)
      }
    })

    it('a refund that fails twelve days later is told to the merchant, and can be made again', async () => {
      const { at, told, telling } = await hearing()
      const debit = await at.pay()
      const refund = await at.refer(debit, 'RF', { amount: '92.00', ...EUROS })
      await told()
      at.gateway.clock.advance(12 * DAY_MS)
      const names = await at.gateway.store.read.providerReferencesOfPayments([refund.id])
      telling.refundFails(names.find(({ kind }) => kind === 'operation')?.value ?? '')
      await told()
      const { body } = await at.ask(refund.id)
      expect(body).toMatchObject({ resultDetails: { FailedLaterAt: expect.any(String) } })
      const family = await at.gateway.store.read.paymentsOfFamily(debit.familyId)
      const back = family.filter(({ referencedId }) => referencedId === refund.id)
      expect(back).toMatchObject([{ paymentType: 'RV', amountMinor: 9200, state: 'succeeded' }])
      expect((await at.refer(debit, 'RF', { amount: '92.00', ...EUROS })).state).toBe('succeeded')
      expect(await at.sumsThere(debit)).toEqual(await at.sumsHere(debit))
    })
  })

  /** A merchant whom the acquirer tells its events. */
  async function hearing() {
    const at = await merchantAt(start)
    const { telling } = at.acquirer
    if (telling === undefined) throw new Error('It tells nothing')
    if (at.acquirer.needsTelling !== true) await at.hear(telling.slot, telling.listen)
    const told = async () => {
      await telling.deliver()
      await at.workedOff()
    }
    return { at, told, telling }
  }

  /** Whether it is about a charge with the proof of this suite. */
  function isCharge(params: unknown): boolean {
    const text = JSON.stringify(params ?? {})
    return /three_d_secure|mpiData/.test(text)
  }
}
