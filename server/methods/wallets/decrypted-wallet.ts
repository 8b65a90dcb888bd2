import type { Money } from '../../../common/money.ts'

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
  /** What the shopper has approved, where the wallet tells it. */
  readonly approved?: Money
}
