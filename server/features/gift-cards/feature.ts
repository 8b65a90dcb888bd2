import {
  type Core,
  type Feature,
  type PartConnector,
  paymentReports,
} from '../../payments/index.ts'
import { giftCardPartRules, giftCardRules } from './check-rules.ts'
import { createGiftCards } from './gift-cards.ts'
import { giftCardExtension, giftCardPartsExtension } from './payment-extension.ts'

interface JoinParts extends Pick<Core, 'store' | 'vault' | 'clock' | 'notifications'> {
  /** The simulated issuer, which takes the parts of a checkout: live has none. */
  readonly simulator?: PartConnector
}

/** Pays a checkout, or a part of it, with the balance of gift cards. */
export const giftCards = {
  name: 'gift-cards',
  checks: [giftCardRules, giftCardPartRules],

  join({ store, vault, clock, notifications, simulator }: JoinParts) {
    const issuer = createGiftCards({ store, vault })
    const parts = { store, clock, connector: simulator, reportOf: paymentReports(notifications) }
    return {
      services: { giftCards: issuer },
      extensions: { spend: [giftCardExtension, giftCardPartsExtension(parts)] },
      instruments: { giftCards: issuer },
    }
  },
} as const satisfies Feature
