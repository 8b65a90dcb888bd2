import { processDemo } from '../../server/testing/server-process.fixture.ts'
import { type Account, type Gateway, type House, letHappen } from './house.ts'
import { referencesOf } from './ledgers.ts'

/** Has the shopper's bank take a payment back at its acquirer. */
export async function chargeBack(
  house: House,
  { name }: Account,
  paymentId: string,
): Promise<void> {
  const there = referencesOf(house, ['payment']).get(paymentId) ?? ''
  switch (name) {
    case 'simulator':
      return dispute(house.gateway, house.channelId, paymentId)
    case 'gateway':
      return dispute(house.receiver, processDemo.entityId, there)
    case 'stripe':
      return letHappen(house, name, 'dispute opens', there)
    case 'adyen':
      return letHappen(house, name, 'charged back at once', there)
  }
}

async function dispute(gateway: Gateway, entityId: string, paymentId: string): Promise<void> {
  await gateway.own('/test/disputes', {
    ...{ entityId, paymentId },
    ...{ stage: 'firstChargeback', disputeReason: '10.4', respondByDays: '30' },
  })
}
