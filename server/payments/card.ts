import { cardBrand, detectBrands } from '../../common/brands.ts'
import { passesLuhn } from '../../common/luhn.ts'
import type { CardInstrument } from '../connectors/connector.ts'
import { holdsLongNumber, shownText } from '../parameters/masking.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'

/** A card as the request gave it, with its brand; `faultCode` when it cannot be charged. */
export interface ReadCard {
  readonly card: CardInstrument
  readonly brand: string
  /** Set when the brand was told by the number alone. */
  readonly detectedBrand?: string
  readonly faultCode?: string
}

/** A card is good through the last day of its month in the last time zone (UTC−12). */
const LAST_TIME_ZONE_MS = 12 * 60 * 60 * 1000

/** Reads the card of a request and finds its brand, or says which parameter is in the way. */
export function readCard(
  values: ParameterValues,
  channelBrands: readonly string[],
  nowMs: number,
): ReadCard | Refusal {
  const card = cardOf(values)
  // Browsers sometimes fill the number into the wrong field; as a holder it would be stored readable.
  if (holdsLongNumber(card.holder ?? '')) return holderIsNumber
  const named = values.get('paymentBrand')
  const detected = detectBrands(card.number)
  const brand = named ?? detected.find((name) => channelBrands.includes(name)) ?? detected[0]
  if (brand === undefined || cardBrand(brand) === undefined) return brandFault(named)
  const faultCode = faultOf(card, brand, detected, channelBrands, nowMs)
  return {
    card,
    brand,
    ...(named === undefined ? { detectedBrand: brand } : {}),
    ...(faultCode === undefined ? {} : { faultCode }),
  }
}

const holderIsNumber = refuseParameters([
  { name: 'card.holder', value: '***', message: 'looks like a card number: send a name' },
])

function brandFault(named: string | undefined): Refusal {
  const message =
    named === undefined
      ? 'is required: the card number fits no brand that is known here'
      : 'is no card brand that is known here: send its name in capitals, such as VISA or MASTER, or leave it out'
  return refuseParameters([{ name: 'paymentBrand', value: shownText(named ?? ''), message }])
}

function cardOf(values: ParameterValues): CardInstrument {
  const holder = values.get('card.holder')
  const cvv = values.get('card.cvv')
  return {
    number: values.get('card.number') ?? '',
    expiryMonth: values.get('card.expiryMonth') ?? '',
    expiryYear: values.get('card.expiryYear') ?? '',
    ...(holder === undefined ? {} : { holder }),
    ...(cvv === undefined ? {} : { cvv }),
  }
}

function faultOf(
  card: CardInstrument,
  brand: string,
  detected: readonly string[],
  channelBrands: readonly string[],
  nowMs: number,
): string | undefined {
  const known = cardBrand(brand)
  if (known === undefined || !channelBrands.includes(brand)) return '600.200.500'
  if (known.luhn && !passesLuhn(card.number)) return '100.100.101'
  if (!detected.includes(brand) || !known.lengths.includes(card.number.length)) return '100.100.700'
  if (hasExpired(card, nowMs)) return '100.100.303'
  if (card.cvv !== undefined && !known.codeLengths.includes(card.cvv.length)) return '100.100.601'
  return undefined
}

/** Whether the card's last month is over everywhere. */
export function hasExpired(
  card: { readonly expiryMonth: string; readonly expiryYear: string },
  nowMs: number,
): boolean {
  const firstDayAfter = Date.UTC(Number(card.expiryYear), Number(card.expiryMonth), 1)
  return nowMs >= firstDayAfter + LAST_TIME_ZONE_MS
}
