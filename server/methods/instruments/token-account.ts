import { brandOfNumber, cardBrand, detectBrands } from '../../../common/brands.ts'
import { passesLuhn } from '../../../common/luhn.ts'
import { hasExpired } from '../../wire/parameters/calendar.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import type { ReadInstrument, TokenAccountInstrument } from './instrument.ts'
import { brandPaidBy, type InstrumentWords } from './named-brand.ts'
import { asRead, errorsOf } from './read.ts'

const words: InstrumentWords = {
  kinds: ['card'],
  parameters: 'tokenAccount.*',
  examples: 'the brand of the card that the token stands for, such as VISA',
}

/**
 * Reads a token that stands for a card.
 *
 * A token of the card's scheme (NETWORK) is worth nothing alone: a payment that the shopper makes
 * proves with `cryptogram` or `dtvc` that the token is used where it may be. Payments of the merchant
 * (`standingInstruction.source=MIT` or `mode=REPEATED`) refer to such a payment instead, and a credit
 * (CD) pays out, so neither needs one. Its number fits its brand as a card's does. A token of another
 * provider (EXTERNAL) is for that provider to judge, and tells no brand.
 */
export function readTokenAccount(
  values: ParameterValues,
  channelBrands: readonly string[],
  nowMs: number,
): ReadInstrument<TokenAccountInstrument> | Refusal {
  const account = accountOf(values)
  const refusal = expiryRefusal(values) ?? proofRefusal(account, values)
  if (refusal !== undefined) return refusal
  const told = values.has('paymentBrand') ? undefined : brandOf(account, channelBrands)
  const brand = told ?? brandPaidBy(values, words)
  if (typeof brand !== 'string' && isRefusal(brand)) return brand
  const name = typeof brand === 'string' ? brand : brand.name
  return asRead({
    instrument: account,
    brand: name,
    channelBrands,
    detectedBrand: told,
    faultCode: faultOf(account, name, nowMs),
    number: account.number,
  })
}

/** Everything that is wrong with a token account that the tables do not tell. */
export function tokenAccountErrors(values: ParameterValues): readonly ParameterError[] {
  const account = accountOf(values)
  // Without number and type nobody knows whether the token tells its brand.
  const mayTell = account.number === '' || values.sent('tokenAccount.type') === undefined
  const isTold = mayTell || brandOf(account, []) !== undefined
  const brand = isTold && !values.has('paymentBrand') ? undefined : brandPaidBy(values, words)
  return [
    ...errorsOf(expiryRefusal(values)),
    ...errorsOf(proofRefusal(account, values)),
    ...(isRefusal(brand) ? errorsOf(brand) : []),
  ]
}

function accountOf(values: ParameterValues): TokenAccountInstrument {
  const expiryMonth = values.sent('tokenAccount.expiryMonth')
  const expiryYear = values.sent('tokenAccount.expiryYear')
  const cryptogram = values.sent('tokenAccount.cryptogram')
  const dtvc = values.sent('tokenAccount.dtvc')
  return {
    kind: 'tokenAccount',
    number: values.sent('tokenAccount.number') ?? '',
    type: values.sent('tokenAccount.type') === 'NETWORK' ? 'NETWORK' : 'EXTERNAL',
    ...(expiryMonth === undefined ? {} : { expiryMonth }),
    ...(expiryYear === undefined ? {} : { expiryYear }),
    ...(cryptogram === undefined ? {} : { cryptogram }),
    ...(dtvc === undefined ? {} : { dtvc }),
  }
}

function expiryRefusal(values: ParameterValues): Refusal | undefined {
  const hasMonth = values.has('tokenAccount.expiryMonth')
  if (hasMonth === values.has('tokenAccount.expiryYear')) return undefined
  const [name, other] = hasMonth
    ? ['tokenAccount.expiryYear', 'tokenAccount.expiryMonth']
    : ['tokenAccount.expiryMonth', 'tokenAccount.expiryYear']
  return refuseParameters([{ name, value: '', message: `is required together with ${other}` }])
}

function proofRefusal(
  { type }: TokenAccountInstrument,
  values: ParameterValues,
): Refusal | undefined {
  const isProven = values.has('tokenAccount.cryptogram') || values.has('tokenAccount.dtvc')
  if (type === 'EXTERNAL' || isProven) return undefined
  const needsNone =
    values.sent('standingInstruction.source') === 'MIT' ||
    values.sent('standingInstruction.mode') === 'REPEATED' ||
    values.sent('paymentType') === 'CD'
  if (needsNone) return undefined
  const message =
    'is required, or tokenAccount.dtvc in its place: a NETWORK token that the shopper pays with needs one; for a payment of your own send standingInstruction.source=MIT'
  return refuseParameters([{ name: 'tokenAccount.cryptogram', value: '', message }])
}

function brandOf(
  { type, number }: TokenAccountInstrument,
  channelBrands: readonly string[],
): string | undefined {
  return type === 'NETWORK' ? brandOfNumber(number, channelBrands) : undefined
}

function faultOf(
  { type, number, expiryMonth, expiryYear }: TokenAccountInstrument,
  brand: string,
  nowMs: number,
): string | undefined {
  const known = cardBrand(brand)
  if (type === 'NETWORK' && known !== undefined) {
    if (known.luhn && !passesLuhn(number)) return '100.100.101'
    if (detectBrands(number, [brand]).length === 0) return '100.100.700'
  }
  if (expiryMonth === undefined || expiryYear === undefined) return undefined
  return hasExpired({ expiryMonth, expiryYear }, nowMs) ? '100.100.303' : undefined
}
