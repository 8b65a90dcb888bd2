import {
  type Core,
  type Feature,
  type Joined,
  type PartConnector,
  paymentReports,
} from '../../payments/index.ts'
import type { GiftCardIssuer } from '../../payments/instruments/index.ts'
import { giftCardPartRules, giftCardRules } from './check-rules.ts'
import { createGiftCards } from './gift-cards.ts'
import { giftCardExtension, giftCardPartsExtension } from './payment-extension.ts'

interface JoinParts extends Pick<Core, 'store' | 'vault' | 'clock' | 'notifications'> {
  /** The simulated issuer, which takes the parts of a checkout: live has none. */
  readonly simulator: PartConnector | undefined
}

/** Pays a checkout, or a part of it, with the balance of gift cards. */
export const giftCards = {
  name: 'gift-cards',
  checks: [giftCardRules, giftCardPartRules],

  join({
    store,
    vault,
    clock,
    notifications,
    simulator,
  }: JoinParts): Joined & { readonly issuer: GiftCardIssuer } {
    const issuer = createGiftCards({ store, vault })
    const parts = { store, clock, connector: simulator, reportOf: paymentReports(notifications) }
    return {
      issuer,
      extensions: { spend: [giftCardExtension, giftCardPartsExtension(parts)] },
    }
  },
} as const satisfies Feature
