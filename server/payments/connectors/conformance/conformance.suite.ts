import { afterEach, describe, expect, it } from 'vitest'
import type { PaymentRow } from '../../../store/port.ts'
import { type Acquirer, FAULTS, type Request, type StartAcquirer } from './acquirer.fixture.ts'
import { type MerchantAt, merchantAt } from './merchant.fixture.ts'

const EUROS = { currency: 'EUR' }

/** What is done with a request of each kind; the payment that it is about, and what was asked. */
const WORK: Readonly<Record<Request, (shop: MerchantAt) => Promise<() => Promise<PaymentRow>>>> = {
  prepare:
    async ({ pay }) =>
    () =>
      pay(),
  charge:
    async ({ pay }) =>
    () =>
      pay(),
  capture: async ({ pay, refer }) => {
    const hold = await pay({ paymentType: 'PA' })
    return () => refer(hold, 'CP', { amount: '30.00', ...EUROS })
  },
  cancel: async ({ pay, refer }) => {
    const hold = await pay({ paymentType: 'PA' })
    return () => refer(hold, 'RV')
  },
  refund: async ({ pay, refer }) => {
    const debit = await pay()
    return () => refer(debit, 'RF', { amount: '30.00', ...EUROS })
  },
  increment: async ({ pay, raise }) => {
    const hold = await pay({ paymentType: 'PA' })
    return () => raise(hold, '8.00')
  },
}

/**
 * What each connector has to do at its acquirer, with every fault: nothing is done twice, nothing is forgotten, and
 * the sums of both sides are equal to the cent.
 */
export function describeConformance(
  name: string,
  start: StartAcquirer,
  requests: readonly Request[],
) {
  let shop: MerchantAt | undefined

  const shopAt = async (settings: object = {}) => {
    shop = await merchantAt(start, settings)
    return shop
  }

  /** Both sides tell the same of a payment. */
  async function agree({ sumsHere, sumsThere }: MerchantAt, payment: PaymentRow) {
    expect(await sumsThere(payment)).toEqual(await sumsHere(payment))
  }

  afterEach(() => {
    const seen: Acquirer | undefined = shop?.acquirer
    shop = undefined
    expect(seen?.invalid() ?? []).toEqual([])
  })

  describe(`the connector to ${name}`, () => {
    it('debits, and refunds in parts', async () => {
      const at = await shopAt()
      const debit = await at.pay()
      expect(debit.state).toBe('succeeded')
      for (const amount of ['30.00', '62.00']) {
        expect((await at.refer(debit, 'RF', { amount, ...EUROS })).state).toBe('succeeded')
      }
      await agree(at, debit)
      expect(await at.sumsThere(debit)).toMatchObject({ captured: 9200, refunded: 9200 })
    })

    it('tells why a card is declined, and has charged nothing', async () => {
      const at = await shopAt()
      const declined = await at.pay(at.acquirer.declined)
      expect(declined.state).toBe('failed')
      expect(declined.resultCode).toMatch(/^(800\.1|100\.100)/)
      expect(await at.acquirer.charged()).toBe(0)
    })

    it('holds, captures in parts and releases the rest', async () => {
      const at = await shopAt()
      const hold = await at.pay({ paymentType: 'PA' })
      const captured = await at.refer(hold, 'CP', { amount: '30.00', ...EUROS })
      expect(captured.state).toBe('succeeded')
      await agree(at, hold)
      const last = { amount: '20.00', ...EUROS, sequence: 'FINAL' }
      expect((await at.refer(hold, 'CP', last)).state).toBe('succeeded')
      await agree(at, hold)
      expect((await at.refer(captured, 'RF', { amount: '10.00', ...EUROS })).state).toBe(
        'succeeded',
      )
      await agree(at, hold)
      expect(await at.sumsThere(hold)).toEqual({ captured: 5000, released: 4200, refunded: 1000 })
    })

    it('captures once where the account does, and releases the rest', async () => {
      const at = await shopAt({ capture: 'one' })
      const hold = await at.pay({ paymentType: 'PA' })
      await at.refer(hold, 'CP', { amount: '30.00', ...EUROS })
      await agree(at, hold)
      expect(await at.sumsThere(hold)).toMatchObject({ captured: 3000, released: 6200 })
    })

    it('reverses a hold', async () => {
      const at = await shopAt()
      const hold = await at.pay({ paymentType: 'PA' })
      expect((await at.refer(hold, 'RV')).state).toBe('succeeded')
      await agree(at, hold)
    })

    describe.each(requests)('after a fault of the request %s', (request) => {
      it.each(FAULTS)('%s: does it once, or not at all, and finds out which', async (fault) => {
        const at = await shopAt()
        const work = await WORK[request](at)
        at.acquirer.fail(request, fault)
        const first = await work()
        expect(['succeeded', 'failed']).toContain(first.state)
        await agree(at, first)
        // What has failed is asked for once more, as a merchant does.
        const done = first.state === 'succeeded' ? first : await work()
        expect(done.state).toBe('succeeded')
        await agree(at, done)
        if (request === 'charge' || request === 'prepare') {
          expect(await at.acquirer.charged()).toBe(9200)
        }
      })
    })
  })
}
