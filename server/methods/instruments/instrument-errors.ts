import { brandOfNumber } from '../../../common/brands.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import type { ParameterError } from '../../wire/results/refusal.ts'
import { bankAccountErrors } from './bank-account.ts'
import { brandOnlyErrors } from './brand-only.ts'
import { cardErrors } from './card.ts'
import { giftCardErrors } from './gift-card.ts'
import { namedBrand } from './named-brand.ts'
import { errorsOf } from './read.ts'
import { sentInstrument } from './sent-instrument.ts'
import { terminalErrors } from './terminal.ts'
import { tokenAccountErrors } from './token-account.ts'
import { virtualAccountErrors } from './virtual-account.ts'
import { walletErrors } from './wallet.ts'

/**
 * Everything that is wrong with what a request is paid with, as far as its parameters tell: nothing
 * is decrypted, nobody is asked. It may name what the tables have refused already, or what was sent
 * wrongly: see `addErrors`.
 */
export function instrumentErrors(
  values: ParameterValues,
  nowMs: number,
): readonly ParameterError[] {
  const sent = sentInstrument(values)
  switch (sent) {
    case 'card':
      return cardErrors(values)
    case 'registration':
      return registrationErrors(values)
    case 'applePay':
    case 'googlePay':
    case 'samsungPay':
      return walletErrors(sent, values)
    case 'terminal':
      return terminalErrors(values)
    case 'tokenAccount':
      return tokenAccountErrors(values)
    case 'giftCard':
      return giftCardErrors(values)
    case 'bankAccount':
      return bankAccountErrors(values, nowMs)
    case 'virtualAccount':
      return virtualAccountErrors(values)
    case 'brand':
      return brandOnlyErrors(values)
    default:
      return errorsOf(sent)
  }
}

/** The brand that parameters tell: named, or told by the card's number; nothing while it is unsure. */
export function brandByNumber(
  values: ParameterValues,
  channelBrands: readonly string[],
): string | undefined {
  const named = namedBrand(values)
  if (named !== undefined) return 'refused' in named ? undefined : named.name
  const number = values.sent('card.number')
  if (number === undefined || values.has('paymentBrand')) return undefined
  return brandOfNumber(number, channelBrands)
}

function registrationErrors(values: ParameterValues): readonly ParameterError[] {
  const named = namedBrand(values)
  return named !== undefined && 'refused' in named ? errorsOf(named) : []
}
