import { randomBytes } from 'node:crypto'
import { detectBrands } from '../../common/brands.ts'
import type { Money } from '../../common/money.ts'

/** The fault that a token shall have, for tests. */
export type TokenFlaw = 'signature' | 'expired' | 'recipient' | 'version'

/** A token that the simulated provider shall make, as if a shopper had confirmed it in a wallet. */
export interface TokenOrder {
  readonly amount: Money
  readonly card: {
    readonly number: string
    /** `01` to `12`. */
    readonly expiryMonth: string
    /** Four digits. */
    readonly expiryYear: string
    readonly holder?: string
  }
  /** `PAN`: the number of the card itself, without a cryptogram; only googlePay has such tokens. */
  readonly numberType: 'PAN' | 'DPAN'
  readonly nowMs: number
  readonly flaw?: TokenFlaw
  /** Replaces members inside the token, for tests: a provider may make mistakes, too. */
  readonly inside?: Readonly<Record<string, unknown>>
}

/** Bytes of a cryptogram as card networks make them. */
const CRYPTOGRAM_BYTES = 20

/** The cryptogram by which a card network proves a device number. The simulation cannot verify it. */
export function networkCryptogram(number: string): {
  readonly cryptogram: string
  readonly eci: string
} {
  const isMaster = detectBrands(number).includes('MASTER')
  return {
    cryptogram: randomBytes(CRYPTOGRAM_BYTES).toString('base64'),
    eci: isMaster ? '02' : '05',
  }
}
