import { brandOfNumber, cardBrand, detectBrands } from '../../../common/brands.ts'
import { cardNumberFault } from '../../../common/card-number-rules.ts'
import { paymentBrand } from '../../../common/payment-brands.ts'
import { hasExpired } from '../../wire/parameters/calendar.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { type ParameterError, type Refusal, refuseParameters } from '../../wire/results/refusal.ts'
import type { CardInstrument, ReadInstrument } from './instrument.ts'
import { brandFault, type InstrumentWords, unfitBrand, unknownBrand } from './named-brand.ts'
import { asRead, errorsOf, holderRefusal } from './read.ts'
import { shownOfTerminal } from './terminal.ts'
import { walletOfBrand } from './wallet-brands.ts'

const words: InstrumentWords = {
  kinds: ['card'],
  parameters: 'card.*',
  examples: 'a card brand such as VISA or MASTER, or leave it out',
}

/** Reads the card of a request and finds its brand, or says which parameter is in the way. */
export function readCard(
  values: ParameterValues,
  channelBrands: readonly string[],
  nowMs: number,
): ReadInstrument<CardInstrument> | Refusal {
  const card = cardOf(values)
  const refusal = holderRefusal('card.holder', card.holder)
  if (refusal !== undefined) return refusal
  const named = values.sent('paymentBrand')
  const brand = named ?? brandOfNumber(card.number, channelBrands)
  if (brand === undefined) return noBrand
  const unfit = brandRefusal(brand, values)
  if (unfit !== undefined) return unfit
  return asRead({
    instrument: card,
    brand,
    channelBrands,
    detectedBrand: named === undefined ? brand : undefined,
    faultCode: cardFault(card, brand, nowMs),
    number: card.number,
    // Typed in at a terminal.
    shown: values.has('pos.terminalId') ? shownOfTerminal(nowMs) : undefined,
  })
}

/** Everything that is wrong with the card of a request but for its brand on this channel. */
export function cardErrors(values: ParameterValues): readonly ParameterError[] {
  const holder = holderRefusal('card.holder', values.sent('card.holder'))
  const named = values.sent('paymentBrand')
  const number = values.sent('card.number')
  const isTold = values.has('paymentBrand') || number === undefined || tellsBrand(number)
  const brand = named === undefined ? undefined : brandRefusal(named, values)
  return [...errorsOf(holder), ...errorsOf(isTold ? brand : noBrand)]
}

function tellsBrand(number: string): boolean {
  return detectBrands(number).length > 0
}

function brandRefusal(brand: string, values: ParameterValues): Refusal | undefined {
  if (cardBrand(brand) !== undefined) return undefined
  const known = paymentBrand(brand)
  if (known === undefined) return unknownBrand(brand)
  if (known.kind === 'wallet') return sourceIsMissing(brand, values)
  return known.kind === 'card' ? undefined : unfitBrand(known, words)
}

/** Card data beside a wallet's brand came out of the wallet (interface document, Mobile wallets). */
function sourceIsMissing(brand: string, values: ParameterValues): Refusal {
  const name = `${walletOfBrand(brand)}.source`
  const isDecrypted = decryptedOnly.some((proof) => values.has(proof))
  if (isDecrypted) {
    const message = `is required with data that you have decrypted (card.* and threeDSecure.* with paymentBrand=${brand}): send web or app`
    return refuseParameters([{ name, value: '', message }])
  }
  const message = `does not go with card.* alone: for data that you have decrypted send ${name} (web or app) as well, for a card that is typed in ${words.examples}`
  return brandFault(brand, message)
}

/** What comes out of a wallet's token beside the card. */
const decryptedOnly = ['threeDSecure.verificationId', 'threeDSecure.eci'] as const

const noBrand = brandFault(
  '',
  'is required: the card number fits no brand that is known here, so it cannot be told by the number',
)

function cardOf(values: ParameterValues): CardInstrument {
  const holder = values.sent('card.holder')
  const cvv = values.sent('card.cvv')
  return {
    kind: 'card',
    number: values.sent('card.number') ?? '',
    expiryMonth: values.sent('card.expiryMonth') ?? '',
    expiryYear: values.sent('card.expiryYear') ?? '',
    ...(holder === undefined ? {} : { holder }),
    ...(cvv === undefined ? {} : { cvv }),
    ...(values.sent('card.numberType') === 'DPAN' ? devicePart(values) : {}),
  }
}

/** The proof that a number of a device comes with; of a card's own number it is an authentication's. */
export function devicePart(
  values: ParameterValues,
): Pick<CardInstrument, 'numberType' | 'cryptogram' | 'eci'> {
  const cryptogram = values.sent('threeDSecure.verificationId')
  const eci = values.sent('threeDSecure.eci')
  return {
    numberType: 'DPAN',
    ...(cryptogram === undefined ? {} : { cryptogram }),
    ...(eci === undefined ? {} : { eci }),
  }
}

const NUMBER_FAULTS = { 'check digit': '100.100.101', 'other brand': '100.100.700' } as const

/** Why a card cannot be charged as a brand. */
export function cardFault(card: CardInstrument, brand: string, nowMs: number): string | undefined {
  const fault = cardNumberFault(card.number, brand)
  if (fault !== null) return NUMBER_FAULTS[fault]
  const known = cardBrand(brand)
  if (hasExpired(card, nowMs)) return '100.100.303'
  if (card.cvv !== undefined && known?.codeLengths.includes(card.cvv.length) === false) {
    return '100.100.601'
  }
  return undefined
}
