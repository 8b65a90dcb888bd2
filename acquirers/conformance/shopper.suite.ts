import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../common/durations.ts'
import type { MerchantAt } from './merchant.fixture.ts'

/**
 * What becomes of a payment whose shopper is sent to a page of the acquirer: it ends here and there alike, also where
 * the shopper does not come back, or decides after this gateway has given the payment up.
 */
export function describeShopper(shopAt: () => Promise<MerchantAt>) {
  const begun = async () => {
    const at = await shopAt()
    const { shopper } = at.acquirer
    if (shopper === undefined) throw new Error('Its acquirer sends no shopper anywhere')
    const payment = await at.begin(shopper.form)
    expect(payment).toMatchObject({ state: 'pending', resultCode: '000.200.000' })
    expect(payment.body.redirect).toBeDefined()
    const decide = async (hasAgreed: boolean) =>
      shopper.decides({ id: payment.id, name: await at.nameThere(payment.id) }, hasAgreed)
    return { at, payment, decide, ended: () => endOf(at, payment.id) }
  }

  describe('sends its shopper to a page, and', () => {
    it('charges once when the shopper has agreed and come back', async () => {
      const { at, payment, decide, ended } = await begun()
      await at.comesBack(await decide(true))
      expect(await ended()).toMatchObject({ state: 'succeeded' })
      expect(await at.sumsThere(payment)).toMatchObject({ captured: 9200 })
      expect(await at.acquirer.charged()).toBe(9200)
    })

    it('charges nothing when the shopper has refused', async () => {
      const { at, decide, ended } = await begun()
      await at.comesBack(await decide(false))
      expect(await ended()).toMatchObject({ state: 'failed' })
      expect(await at.acquirer.charged()).toBe(0)
    })

    it('says the same as the acquirer when the shopper has agreed and is gone', async () => {
      const { at, payment, decide, ended } = await begun()
      await decide(true)
      await ended()
      expect(await at.sumsHere(payment)).toEqual(await at.sumsThere(payment))
    })

    it('has ended there what it gives up, so that nobody pays it afterwards', async () => {
      const { at, payment, decide, ended } = await begun()
      expect(await ended()).toMatchObject({ state: 'failed' })
      // An acquirer that has ended it refuses the decision.
      const address = await decide(true).catch(() => undefined)
      if (address !== undefined) await at.comesBack(address)
      at.gateway.clock.advance(HOUR_MS)
      await at.told()
      await at.ask(payment.id)
      expect(await at.read(payment.id)).toMatchObject({ state: 'failed' })
      expect(await at.acquirer.charged()).toBe(0)
    })
  })
}

/** The payment after all times in which a shopper may decide. */
async function endOf({ gateway, ask, read, told }: MerchantAt, paymentId: string) {
  const state = async () => {
    await told()
    await ask(paymentId)
    return (await read(paymentId)).state
  }
  for (let hours = 0; hours < 4 && (await state()) === 'pending'; hours += 1) {
    gateway.clock.advance(HOUR_MS)
  }
  // Its timer may be asking just now.
  await expect.poll(state).not.toBe('pending')
  return read(paymentId)
}
