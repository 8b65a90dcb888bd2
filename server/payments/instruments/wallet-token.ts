import type { JsonObject } from '../../../common/json-object.ts'
import type { Money } from '../../../common/money.ts'
import type { WalletName } from '../../parameters/mobile-wallets.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'

/** Gets cards out of the tokens of mobile wallets. */
export interface Wallets {
  /**
   * The card of a token, after everything in it has been verified at the given time (milliseconds,
   * of the channel's clock). Whatever is wrong with the token is a refusal 200.100.603 that names
   * the step which failed and nothing of the card; without keys it is 600.200.201. Never throws
   * because of a token.
   *
   * `asked`: what is to be paid, where that is known. A token that contains the approved amount is
   * refused for another currency, or for more.
   *
   * The same token can be decrypted again until it expires, as a conflict makes a payment be decided
   * again. That one payment uses it is for the commit of the payment (`SingleUseToken`).
   */
  decrypt(
    wallet: WalletName,
    paymentToken: string,
    nowMs: number,
    asked?: Money,
  ): Promise<DecryptedWallet | Refusal>
}

/** The card that came out of a wallet's token. In memory only, never in logs or at rest. */
export interface DecryptedWallet {
  readonly number: string
  /** `01` to `12`. */
  readonly expiryMonth: string
  /** Four digits. */
  readonly expiryYear: string
  /** What proves a number of the device, base64 as the wallet gave it. */
  readonly cryptogram?: string
  /** Electronic commerce indicator, two digits. */
  readonly eci?: string
  readonly holder?: string
  readonly numberType: 'PAN' | 'DPAN'
  /** The amount that the shopper has approved, where the token has it. */
  readonly approved?: Money
  /** The token itself: it is good for one payment. */
  readonly token: SingleUseToken
}

/** A token that one payment may use. */
export interface SingleUseToken {
  /** Keyed hash of what was signed and encrypted in it: the same however the token is written. */
  readonly digest: string
  /** After this time nobody takes the token any more, in milliseconds. */
  readonly usableUntilMs: number
}

/** What a token is refused with that cannot be decrypted here. */
export const noWalletKeys: Refusal = refuse('600.200.201', {
  description:
    'The operator of this gateway has configured no keys of this wallet, so its tokens cannot be decrypted: decrypt them yourself and send card.* with the source of the wallet (web or app)',
})

/** Of the shop that asks. */
export interface SessionOrder {
  /** The address that Apple's script has given the page. */
  readonly validationUrl: string
  /** The host of the page, which must be registered at Apple for the merchant identifier. */
  readonly domain: string
  /** Shown on the device; Apple takes 64 characters. */
  readonly displayName: string
}

/**
 * What came of it. `address`: not one of Apple's, nothing was sent. `unreachable`: no usable answer came,
 * `reason` is a fixed text. `declined`: Apple's answer has this status.
 */
export type MerchantSession =
  | { readonly kind: 'session'; readonly session: JsonObject }
  | { readonly kind: 'address' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'declined'; readonly status: number }

export type AskMerchantSession = (order: SessionOrder) => Promise<MerchantSession>
