import { isRefusal } from '../../results/refusal.ts'
import type { InstrumentModule } from './instrument.ts'
import type { VirtualAccountInstrument } from './instrument-kinds.ts'
import {
  asRead,
  brandPaidBy,
  fieldsOf,
  type InstrumentWords,
  missing,
  NONE,
} from './instrument-parts.ts'

const words: InstrumentWords = {
  kinds: ['virtualAccount'],
  parameters: 'virtualAccount.*',
  examples: 'the brand of its provider, such as PAYPAL',
}

/** Masking a shorter name would hide too little. */
const MIN_SHOWN = 10

/** An account at a provider. */
export const virtualAccount: InstrumentModule<VirtualAccountInstrument> = {
  kind: 'virtualAccount',
  within: ['virtualAccount.'],
  marks: ['virtualAccount.accountId'],

  judge({ values, channelBrands }) {
    const brand = brandPaidBy(values, words)
    if (isRefusal(brand)) return brand
    const accountId = values.sent('virtualAccount.accountId')
    return asRead({
      instrument: { kind: 'virtualAccount', ...(accountId === undefined ? {} : { accountId }) },
      brand: brand.name,
      channelBrands,
      number: accountId,
    })
  },

  /**
   * On a provider's page the shopper says who pays, and a purchase on account goes by the customer's
   * name and address: neither needs an account.
   */
  missing({ name, kind, flow, method }) {
    if (kind !== 'virtualAccount' || flow !== 'synchronous' || method !== 'VA') return NONE
    return missing(
      ['virtualAccount.accountId'],
      `is required with paymentBrand=${name}, which has no page where the shopper could give it`,
    )
  },

  prefill: { kinds: ['virtualAccount'] },
  form: ({ accountId }) => ({ 'virtualAccount.accountId': accountId }),
  answered: ['virtualAccount.accountId'],

  kept: {
    isKept: (details) => fieldsOf(details)['virtualAccount.accountId'] !== undefined,
    restore: (accountId) => ({ kind: 'virtualAccount', accountId }),
    shownToShopper(details) {
      const accountId = fieldsOf(details)['virtualAccount.accountId']
      return accountId === undefined ? {} : { account: maskedName(accountId) }
    },
  },
}

/** A login name, often an e-mail address, masked like an IBAN. */
function maskedName(accountId: string): string {
  if (accountId.length < MIN_SHOWN) return '***'
  return `${accountId.slice(0, 2)}***${accountId.slice(-4)}`
}
