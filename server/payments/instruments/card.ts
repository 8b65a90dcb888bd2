import { brandOfNumber, cardBrand, cardNumberFault } from '../../../common/brands.ts'
import { paymentBrand } from '../../../common/payment-brands.ts'
import { hasExpired } from '../../parameters/calendar.ts'
import { shownValue } from '../../parameters/masking.ts'
import { WALLETS, walletOfBrand } from '../../parameters/mobile-wallets.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type ParameterError, refuseParameters } from '../../results/refusal.ts'
import type { BinList } from './bin-list.ts'
import type { ForwardedRequest, InstrumentModule, SentRequest, WireForm } from './instrument.ts'
import type { CardInstrument } from './instrument-kinds.ts'
import {
  asRead,
  brandFault,
  errorsOf,
  holderErrors,
  type InstrumentWords,
  missing,
  NONE,
  overridingHolder,
  refusedByTables,
  unfitBrand,
  unknownBrand,
} from './instrument-parts.ts'
import { shownOfTerminal } from './terminal.ts'

const words: InstrumentWords = {
  kinds: ['card'],
  parameters: 'card.*',
  examples: 'a card brand such as VISA or MASTER, or leave it out',
}

/** What a card payment cannot do without. */
export const CARD_ROWS = ['card.number', 'card.expiryMonth', 'card.expiryYear'] as const

/** An issuer has eight digits of a number (ISO/IEC 7812-1:2017). */
const BIN_LENGTH = 8

/** A card whose data the request has, and whose brand is found by its number where none is named. */
export const card: InstrumentModule<CardInstrument> = {
  kind: 'card',
  within: ['card.'],
  marks: ['card.number'],

  judge({ values, channelBrands, nowMs, binList }) {
    const instrument = cardOf(values)
    const named = values.sent('paymentBrand')
    const brand =
      named === undefined
        ? brandOfNumber(instrument.number, channelBrands)
        : finerBrand(named, instrument.number, { channelBrands, binList })
    const ofHolder = holderErrors('card.holder', instrument.holder)
    const ofBrand = brandErrors(brand, values)
    if (ofHolder.length + ofBrand.length > 0) return refuseParameters([...ofHolder, ...ofBrand])
    if (brand === undefined) return refusedByTables
    return asRead({
      instrument,
      brand,
      channelBrands,
      detectedBrand: named === brand ? undefined : brand,
      faultCode: cardFault(instrument, brand, nowMs, named && binList),
      number: instrument.number,
      // Typed in at a terminal.
      shown: values.has('pos.terminalId') ? shownOfTerminal(nowMs) : undefined,
    })
  },

  missing({ name, kind, flow }) {
    if (kind !== 'card' || flow === 'redirect') return NONE
    return missing(CARD_ROWS, `is required with paymentBrand=${name}`)
  },

  form,

  facts: ({ number, holder }) => ({
    bin: number.slice(0, BIN_LENGTH),
    ...(holder === undefined ? {} : { holder }),
  }),

  kept: {
    isKept: ({ card: summary }) => summary !== undefined,

    restore(number, { card: summary, isDeviceNumber, wallet }, given) {
      const holder = summary?.holder ?? overridingHolder(given, 'card.holder')
      const cvv = given?.get('card.cvv')
      return {
        kind: 'card',
        number,
        expiryMonth: summary?.expiryMonth ?? '',
        expiryYear: summary?.expiryYear ?? '',
        ...(holder === undefined ? {} : { holder }),
        ...(cvv === undefined ? {} : { cvv }),
        ...(isDeviceNumber === true ? { numberType: 'DPAN' } : {}),
        ...(wallet === undefined ? {} : { wallet }),
      }
    },

    shownToShopper: ({ card: summary }) =>
      summary?.holder === undefined ? {} : { holder: summary.holder },
  },
}

function brandErrors(
  brand: string | undefined,
  values: ParameterValues,
): readonly ParameterError[] {
  if (brand === undefined) {
    const isRefused = values.has('paymentBrand') || values.sent('card.number') === undefined
    return isRefused ? NONE : noBrand
  }
  if (cardBrand(brand) !== undefined) return NONE
  const known = paymentBrand(brand)
  if (known === undefined) return errorsOf(unknownBrand(brand))
  if (known.kind === 'wallet') return sourceIsMissing(brand, values)
  return known.kind === 'card' ? NONE : errorsOf(unfitBrand(known, words))
}

/** Card data beside a wallet's brand came out of the wallet (interface document, Mobile wallets). */
function sourceIsMissing(brand: string, values: ParameterValues): readonly ParameterError[] {
  const name = `${walletOfBrand(brand)}.source`
  const isDecrypted = decryptedOnly.some((proof) => values.has(proof))
  if (isDecrypted) {
    const message = `is required with data that you have decrypted (card.* and threeDSecure.* with paymentBrand=${brand}): send web or app`
    return [{ name, value: '', message }]
  }
  const message = `does not go with card.* alone: for data that you have decrypted send ${name} (web or app) as well, for a card that is typed in ${words.examples}`
  return errorsOf(brandFault(brand, message))
}

/** What comes out of a wallet's token beside the card. */
const decryptedOnly = ['threeDSecure.verificationId', 'threeDSecure.eci'] as const

const noBrand = errorsOf(
  brandFault(
    '',
    'is required: the card number fits no brand that is known here, so it cannot be told by the number',
  ),
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
  return {
    numberType: 'DPAN',
    ...provedPart(values.sent('threeDSecure.verificationId'), values.sent('threeDSecure.eci')),
  }
}

/** A cryptogram with its indicator. Without the cryptogram the indicator says nothing that is proved. */
export function provedPart(
  cryptogram: string | undefined,
  eci: string | undefined,
): Pick<CardInstrument, 'cryptogram' | 'eci'> {
  if (cryptogram === undefined) return {}
  return eci === undefined ? { cryptogram } : { cryptogram, eci }
}

/**
 * The brand of a card whose page was told of more brands than it has, because pages hear the list by six digits:
 * the first that the card has and the channel takes. Any other named brand stays.
 */
function finerBrand(
  named: string,
  number: string,
  { channelBrands, binList }: Pick<SentRequest, 'channelBrands' | 'binList'>,
): string {
  const listed = binList?.find(number)?.brands ?? []
  if (listed.length === 0 || listed.includes(named)) return named
  const wasOffered = binList?.ofSix(number.slice(0, 6))?.brands.includes(named) ?? false
  if (!wasOffered) return named
  return listed.find((each) => channelBrands.includes(each)) ?? named
}

const NUMBER_FAULTS = { 'check digit': '100.100.101', 'other brand': '100.100.700' } as const

/**
 * Why a card cannot be charged as a brand.
 *
 * @param binList for a brand that was chosen; one that its number tells comes from the ranges
 */
export function cardFault(
  instrument: CardInstrument,
  brand: string,
  nowMs: number,
  binList?: BinList | '',
): string | undefined {
  const { number } = instrument
  const listed = binList ? binList.find(number)?.brands : undefined
  const fault = cardNumberFault(number, brand, listed)
  if (fault !== null) return NUMBER_FAULTS[fault]
  if (hasExpired(instrument, nowMs)) return '100.100.303'
  return codeFault(instrument, brand)
}

/** The expiry date of a card that is sent, if it is over. */
export function expiryErrors(values: ParameterValues, nowMs: number): readonly ParameterError[] {
  const { expiryMonth, expiryYear } = cardOf(values)
  const isSent = expiryMonth !== '' && expiryYear !== ''
  if (!isSent || !hasExpired({ expiryMonth, expiryYear }, nowMs)) return NONE
  const message = 'is over: the card has expired'
  return [{ name: 'card.expiryYear', value: expiryYear, message }]
}

/** The number of a card that is sent, if it is none of the brand for its check digit. */
export function checkDigitErrors(
  values: ParameterValues,
  brand: string,
): readonly ParameterError[] {
  const number = values.sent('card.number')
  if (number === undefined || cardNumberFault(number, brand) !== 'check digit') return NONE
  const message = 'is no card number: its check digit is wrong'
  return [{ name: 'card.number', value: shownValue(number, 'number'), message }]
}

/** Whether its security code is too short or too long for its brand. */
export function codeFault({ cvv }: CardInstrument, brand: string): string | undefined {
  if (cvv === undefined) return undefined
  return cardBrand(brand)?.codeLengths.includes(cvv.length) === false ? '100.100.601' : undefined
}

function form(instrument: CardInstrument, context: ForwardedRequest): WireForm {
  const { cryptogram, eci } = instrument
  return {
    'card.number': instrument.number,
    'card.expiryMonth': instrument.expiryMonth,
    'card.expiryYear': instrument.expiryYear,
    'card.holder': instrument.holder,
    // A repeated payment carries no code (interface document, Card on file): it would be refused.
    'card.cvv':
      context.request['standingInstruction.mode'] === 'REPEATED' ? undefined : instrument.cvv,
    'card.numberType': instrument.numberType,
    ...(cryptogram === undefined ? {} : { 'threeDSecure.verificationId': cryptogram }),
    ...(eci === undefined ? {} : { 'threeDSecure.eci': eci }),
    ...walletForm(instrument, context),
  }
}

/**
 * The decrypted variant of a wallet (interface document, Mobile wallets), for the number of a device: with
 * its cryptogram, and its indicator where the wallet gave one; stored without both, for payments of the
 * merchant. The number of a card itself (PAN_ONLY) is sent as a plain card, without the brand of the
 * wallet, which the receiver would refuse: it finds the brand by the number.
 */
function walletForm(
  { wallet, numberType }: CardInstrument,
  { paymentBrand: brand, request }: ForwardedRequest,
): WireForm {
  const name = wallet === undefined ? undefined : walletOfBrand(wallet)
  if (name === undefined || numberType !== 'DPAN') {
    return walletOfBrand(brand) === undefined ? {} : { paymentBrand: undefined }
  }
  const [, alias] = WALLETS[name].prefixes
  return { [`${name}.source`]: request[`${name}.source`] ?? request[`${alias}.source`] ?? 'web' }
}
