import { emulatedAdyen } from '../../acquirers/adyen/adyen.fixture.ts'
import { merchantAt } from '../../acquirers/conformance/merchant.fixture.ts'
import type { PaymentRow, Store } from '../../server/store/port.ts'
import { casesOf } from './provider-cases.fixture.ts'

type Account = Parameters<typeof emulatedAdyen>[0]

/** A shop that pays through an emulated Adyen. */
export async function adyenShop(options: Account = {}, store?: Store) {
  const { start, emulator } = emulatedAdyen(options)
  const shop = await merchantAt(start, {}, store === undefined ? {} : { store })
  const adyen = emulator()
  const there = async ({ familyId }: PaymentRow) => (await shop.nameThere(familyId)) ?? ''
  return {
    ...shop,
    ...casesOf(shop),
    adyen,
    there,
    async tell(options: Parameters<typeof adyen.webhooks.deliver>[0] = {}) {
      adyen.runDue()
      await adyen.webhooks.deliver(options)
      await shop.workedOff()
    },
    async disputed(options: Parameters<typeof adyen.happenings.disputeOpens>[1] = {}) {
      const payment = await shop.pay()
      return { payment, case: adyen.happenings.disputeOpens(await there(payment), options) }
    },
    disputedThere: async (payment: PaymentRow) => adyen.ledger.of(await there(payment))?.disputed,
  }
}
