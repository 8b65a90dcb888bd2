import { holdsLongNumber } from '../../../common/card-number-in-text.ts'
import type { JsonObject } from '../../../common/json-object.ts'
import type { Money } from '../../../common/money.ts'
import type { DecryptedWallet } from '../../payments/instruments/index.ts'
import { must } from './unusable-token.ts'

/** A decrypted token before it is hashed. */
export interface OpenedToken extends Omit<DecryptedWallet, 'token'> {
  readonly content: JsonObject
  readonly usableUntilMs: number
}

/** What a token says of its card, as it says it. */
interface TokenCard {
  readonly number: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly numberType: 'PAN' | 'DPAN'
  readonly cryptogram?: string | undefined
  readonly eci?: string | undefined
  readonly holder?: string | undefined
  readonly approved?: Money | undefined
  /** All that was decrypted. */
  readonly content: JsonObject
  readonly usableUntilMs: number
}

/** ISO/IEC 7812-1. */
export const MAX_CARD_NUMBER = 19
/** Several times a cryptogram: 20 bytes of a card network, 28 at most, in base64. */
const MAX_CRYPTOGRAM = 255
/** As of `card.holder`. */
const MAX_HOLDER = 128

/** The card of a verified token; its content is still validated. */
export function cardOfToken(card: TokenCard): OpenedToken {
  const { number, expiryMonth, expiryYear, numberType, cryptogram, holder, approved } = card
  const { content, usableUntilMs } = card
  const isNumber = /^[0-9]{8,}$/.test(number) && number.length <= MAX_CARD_NUMBER
  must(isNumber, 'holds no card number')
  must(/^(?:0[1-9]|1[0-2])$/.test(expiryMonth), 'holds no expiry month')
  must(/^20[0-9]{2}$/.test(expiryYear), 'holds no expiry year')
  must(
    numberType === 'PAN' || (cryptogram !== undefined && cryptogram.length <= MAX_CRYPTOGRAM),
    'holds no cryptogram for a number of a device',
  )
  return {
    number,
    expiryMonth,
    expiryYear,
    numberType,
    content,
    usableUntilMs,
    ...(cryptogram === undefined ? {} : { cryptogram }),
    ...indicatorOf(card.eci),
    ...(isName(holder) ? { holder } : {}),
    ...(approved === undefined ? {} : { approved }),
  }
}

/** Some wallets leave the zero before it out. */
function indicatorOf(eci: string | undefined): { readonly eci?: string } {
  if (eci === undefined) return {}
  must(/^[0-9]{1,2}$/.test(eci), 'holds no electronic commerce indicator')
  return { eci: eci.padStart(2, '0') }
}

/** The card is as good without a name; one that looks like a card number would be stored readable. */
function isName(holder: string | undefined): holder is string {
  return holder !== undefined && holder.length <= MAX_HOLDER && !holdsLongNumber(holder)
}
