import { brandOfNumber, cardBrand, detectBrands, passesLuhn } from '../../../common/brands.ts'
import { tables } from '../../parameters/tables.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type ParameterError, refuseParameters } from '../../results/refusal.ts'
import type { InstrumentModule } from './instrument.ts'
import { TOKEN_ACCOUNT_NAMES, type TokenAccountInstrument } from './instrument-kinds.ts'
import {
  asRead,
  brandPaidBy,
  errorsOf,
  expiredFault,
  fieldsOf,
  formBy,
  type InstrumentWords,
  membersBy,
  NONE,
  refusedByTables,
} from './instrument-parts.ts'

const words: InstrumentWords = {
  kinds: ['card'],
  parameters: 'tokenAccount.*',
  examples: 'the brand of the card that the token stands for, such as VISA',
}

/**
 * A token that replaces a card number.
 *
 * A token of the card's scheme (NETWORK) is worth nothing alone: a payment that the shopper makes
 * proves with `cryptogram` or `dtvc` that the token is used where it may be. Payments of the merchant
 * (`standingInstruction.source=MIT` or `mode=REPEATED`) refer to such a payment instead, and a credit
 * (CD) pays out, so neither needs one. Its number fits its brand as a card's does. A token of another
 * provider (EXTERNAL) is checked by that provider alone, and has no brand in it.
 */
export const tokenAccount: InstrumentModule<TokenAccountInstrument> = {
  kind: 'tokenAccount',
  within: ['tokenAccount.'],
  marks: ['tokenAccount.number'],
  isOnlyServers: tables.tokenAccount.paysWith.isOnlyServers,

  judge({ values, channelBrands, nowMs }) {
    const account = accountOf(values)
    const told = values.has('paymentBrand') ? undefined : brandOf(account, channelBrands)
    const brand = told ?? namedBrandName(values)
    const errors = [
      ...expiryErrors(values),
      ...proofErrors(account, values),
      ...(typeof brand === 'string' ? NONE : brand),
    ]
    if (errors.length > 0) return refuseParameters(errors)
    if (typeof brand !== 'string') return refusedByTables
    return asRead({
      instrument: account,
      brand,
      channelBrands,
      detectedBrand: told,
      faultCode: faultOf(account, brand, nowMs),
      number: account.number,
    })
  },

  prefill: { kinds: ['card'] },

  form: (account) => ({
    'tokenAccount.number': account.number,
    'tokenAccount.type': account.type,
    ...formBy(TOKEN_ACCOUNT_NAMES, account),
  }),

  kept: {
    isKept: (details) => fieldsOf(details)['tokenAccount.type'] !== undefined,
    restore(number, details) {
      const fields = fieldsOf(details)
      return {
        kind: 'tokenAccount',
        number,
        type: fields['tokenAccount.type'] === 'NETWORK' ? 'NETWORK' : 'EXTERNAL',
        ...membersBy(TOKEN_ACCOUNT_NAMES, (name) => fields[name]),
      }
    },
    shownToShopper: () => ({}),
  },
}

/** The brand that is named, or what is wrong with it. */
function namedBrandName(values: ParameterValues): string | readonly ParameterError[] {
  // Without number and type it is unknown whether the token has a brand in it.
  const isRefused =
    values.sent('tokenAccount.number') === undefined ||
    values.sent('tokenAccount.type') === undefined
  if (isRefused && !values.has('paymentBrand')) return NONE
  const brand = brandPaidBy(values, words)
  return isRefusal(brand) ? errorsOf(brand) : brand.name
}

function accountOf(values: ParameterValues): TokenAccountInstrument {
  return {
    kind: 'tokenAccount',
    number: values.sent('tokenAccount.number') ?? '',
    type: values.sent('tokenAccount.type') === 'NETWORK' ? 'NETWORK' : 'EXTERNAL',
    ...membersBy(TOKEN_ACCOUNT_NAMES, (name) => values.sent(name)),
  }
}

function expiryErrors(values: ParameterValues): readonly ParameterError[] {
  const hasMonth = values.has('tokenAccount.expiryMonth')
  if (hasMonth === values.has('tokenAccount.expiryYear')) return NONE
  const [name, other] = hasMonth
    ? ['tokenAccount.expiryYear', 'tokenAccount.expiryMonth']
    : ['tokenAccount.expiryMonth', 'tokenAccount.expiryYear']
  return [{ name, value: '', message: `is required together with ${other}` }]
}

function proofErrors(
  { type }: TokenAccountInstrument,
  values: ParameterValues,
): readonly ParameterError[] {
  const isProven = values.has('tokenAccount.cryptogram') || values.has('tokenAccount.dtvc')
  if (type === 'EXTERNAL' || isProven) return NONE
  const needsNone =
    values.sent('standingInstruction.source') === 'MIT' ||
    values.sent('standingInstruction.mode') === 'REPEATED' ||
    values.sent('paymentType') === 'CD'
  if (needsNone) return NONE
  const message =
    'is required, or tokenAccount.dtvc in its place: a NETWORK token that the shopper pays with needs one; for a payment of your own send standingInstruction.source=MIT'
  return [{ name: 'tokenAccount.cryptogram', value: '', message }]
}

function brandOf(
  { type, number }: TokenAccountInstrument,
  channelBrands: readonly string[],
): string | undefined {
  return type === 'NETWORK' ? brandOfNumber(number, channelBrands) : undefined
}

function faultOf(
  account: TokenAccountInstrument,
  brand: string,
  nowMs: number,
): string | undefined {
  const { type, number } = account
  const known = cardBrand(brand)
  if (type === 'NETWORK' && known !== undefined) {
    if (known.luhn && !passesLuhn(number)) return '100.100.101'
    if (detectBrands(number, [brand]).length === 0) return '100.100.700'
  }
  return expiredFault(account, nowMs)
}
