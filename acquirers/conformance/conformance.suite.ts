import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import {
  type Acquirer,
  EVENT_FAULTS,
  FAULTS,
  FAULTS_OF_KEYS,
  type Fault,
  FURTHER_FAULTS,
  type FurtherFault,
  type Request,
  type StartAcquirer,
} from './acquirer.fixture.ts'
import { type MerchantAt, merchantAt } from './merchant.fixture.ts'
import { describeShopper } from './shopper.suite.ts'

const EUROS = { currency: 'EUR' }

/** For a test with many payments, on a machine with others, in milliseconds. */
const TIME_LIMIT_MS = 60_000

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
 * the sums of both sides are equal to the cent. `requests`: those that it sends. `tells`: its emulator tells events, and
 * answers late. `redirects`: it sends shoppers to a page.
 */
export function describeConformance(
  name: string,
  start: StartAcquirer,
  requests: readonly Request[],
  {
    tells = false,
    redirects = false,
  }: { readonly tells?: boolean; readonly redirects?: boolean } = {},
) {
  let shop: MerchantAt | undefined

  const shopAt = async (settings: { readonly capture?: 'one' } = {}) => {
    shop = await merchantAt(start, settings)
    return shop
  }

  /** Both sides tell the same of a payment. */
  async function agree({ sumsHere, sumsThere }: MerchantAt, payment: PaymentRow, after = '') {
    expect(await sumsThere(payment), after).toEqual(await sumsHere(payment))
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
      if (!at.acquirer.keepsRest) await agree(at, hold)
      expect((await at.refer(captured, 'RF', { amount: '10.00', ...EUROS })).state).toBe(
        'succeeded',
      )
      if (at.acquirer.keepsRest) {
        at.gateway.clock.advance(30 * 24 * 3_600_000)
        await at.told()
      }
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

    // Each test shares its gateway between the faults: to start one takes longer than what is done with it.
    it.each(requests)(
      'does each %s once, or not at all, whatever goes wrong with its request',
      async (request) => {
        const at = await shopAt()
        const { acquirer } = at
        const mayHappen = (fault: Fault | FurtherFault) =>
          acquirer.hasNoKeys !== true || !FAULTS_OF_KEYS.has(fault)
        for (const fault of FAULTS.filter(mayHappen)) {
          await survives(at, request, fault, () => acquirer.fail(request, fault))
        }
        const further = acquirer.failFurther === undefined ? [] : FURTHER_FAULTS
        for (const fault of further.filter(mayHappen)) {
          await survives(at, request, fault, () => acquirer.failFurther?.(request, fault))
        }
      },
      TIME_LIMIT_MS,
    )

    it.runIf(tells).each(requests)(
      'does a %s once whose answer comes late, though it is asked for meanwhile',
      async (request) => {
        const at = await shopAt()
        const work = await WORK[request](at)
        const late = at.acquirer.answerLate?.(request)
        const underWay = work()
        await expect.poll(() => late?.isDone()).toBe(true)
        const [waiting] = await at.waiting()
        at.gateway.clock.advance(10_000)
        await at.ask(waiting?.id ?? '')
        late?.answer()
        const done = await underWay
        expect(done.state).toBe('succeeded')
        await agree(at, done)
      },
      TIME_LIMIT_MS,
    )

    if (redirects) describeShopper(shopAt)

    describe.runIf(tells)('hears what happens there, and', () => {
      const hearing = async () => {
        const at = await shopAt()
        const { telling, failFurther } = at.acquirer
        if (telling === undefined || failFurther === undefined) throw new Error('It tells nothing')
        if (at.acquirer.needsTelling !== true) await at.hear(telling.slot, telling.listen)
        /** Delivers all events, and waits until they are worked off. */
        const told = async () => {
          await telling.deliver()
          await at.workedOff()
        }
        return { at, telling, told, failFurther }
      }

      it('books each operation once, in whatever order and however often it is told', async () => {
        const { at, told, failFurther } = await hearing()
        for (const fault of at.acquirer.eventFaults ?? EVENT_FAULTS) {
          failFurther('charge', fault)
          const debit = await at.pay()
          failFurther('refund', fault)
          const refund = await at.refer(debit, 'RF', { amount: '30.00', ...EUROS })
          await told()
          expect([debit.state, refund.state], fault).toEqual(['succeeded', 'succeeded'])
          await agree(at, debit)
          const family = await at.gateway.store.read.paymentsOfFamily(debit.familyId)
          expect(
            family.map(({ paymentType }) => paymentType),
            fault,
          ).toEqual(['DB', 'RF'])
          const postings = await at.gateway.store.read.postingsOfFamily(debit.familyId)
          expect(postings, fault).toHaveLength(4)
        }
      })

      it('takes a refund back that fails after its success', async () => {
        const { at, told, telling } = await hearing()
        const debit = await at.pay()
        const refund = await at.refer(debit, 'RF', { amount: '30.00', ...EUROS })
        const names = await at.gateway.store.read.providerReferencesOfPayments([refund.id])
        telling.refundFails(names.find(({ kind }) => kind === 'operation')?.value ?? '')
        await told()
        await expect.poll(async () => (await at.read(debit.id)).refundedMinor).toBe(0)
        await agree(at, debit)
        expect((await at.refer(debit, 'RF', { amount: '92.00', ...EUROS })).state).toBe('succeeded')
        await agree(at, debit)
      })

      it('lets the rest of a hold expire of which a part was captured', async () => {
        const { at, told, telling } = await hearing()
        const hold = await at.pay({ paymentType: 'PA' })
        await at.refer(hold, 'CP', { amount: '30.00', ...EUROS })
        telling.holdEnds((await at.nameThere(hold.id)) ?? '')
        await told()
        await expect.poll(async () => (await at.read(hold.id)).expiredAtMs).toBeGreaterThan(0)
        expect(await at.sumsThere(hold)).toMatchObject({ captured: 3000, released: 6200 })
        expect(await at.sumsHere(hold)).toMatchObject({ captured: 3000 })
        expect(await at.refusalOf(hold, 'CP', { amount: '10.00', ...EUROS })).toBe('700.300.400')
      })

      it('keeps for people that a payout came back, and changes no payment', async () => {
        const { at, told, telling } = await hearing()
        const debit = await at.pay()
        await told()
        at.gateway.clock.advance(8 * DAY_MS)
        telling.payoutFails()
        await told()
        expect(await at.read(debit.id)).toMatchObject({ state: 'succeeded', bookedMinor: 9200 })
        expect((await at.kept()).map(({ kind }) => kind)).toContain('payout')
        await agree(at, debit)
      })
    })

    /** Works once with a fault, and once more where that has failed, as a merchant does. */
    async function survives(at: MerchantAt, request: Request, fault: string, begin: () => void) {
      const work = await WORK[request](at)
      const before = await at.acquirer.charged()
      begin()
      const first = await work()
      expect(['succeeded', 'failed'], fault).toContain(first.state)
      await agree(at, first, fault)
      const done = first.state === 'succeeded' ? first : await work()
      expect(done.state, fault).toBe('succeeded')
      await agree(at, done, fault)
      if (request === 'charge' || request === 'prepare') {
        expect((await at.acquirer.charged()) - before, fault).toBe(9200)
      }
    }
  })
}
