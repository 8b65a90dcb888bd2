import { ibanFault } from '../../../common/iban.ts'
import { type PaymentBrand, paymentBrand } from '../../../common/payment-brands.ts'
import { isInFuture, isOver } from '../../parameters/calendar.ts'
import { shownText } from '../../parameters/masking.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type ParameterError, refuseParameters } from '../../results/refusal.ts'
import type { InstrumentModule } from './instrument.ts'
import { BANK_ACCOUNT_NAMES, type BankAccountInstrument } from './instrument-kinds.ts'
import {
  asRead,
  brandPaidBy,
  errorsOf,
  fieldsOf,
  formBy,
  holderErrors,
  type InstrumentWords,
  membersBy,
  NONE,
  overridingHolder,
} from './instrument-parts.ts'

const words: InstrumentWords = {
  kinds: ['bankAccount'],
  parameters: 'bankAccount.*',
  examples: 'DIRECTDEBIT_SEPA, or a transfer such as IDEAL or SOFORTUEBERWEISUNG',
}

/** Shorter account numbers would be readable with their last four digits alone. */
const MIN_SHOWN = 8

/**
 * An account at a bank: what a direct debit collects from, or what a transfer on the bank's page may
 * be prepared with. A SEPA mandate that was not sent is made with the payment: see `withMandate`.
 */
export const bankAccount: InstrumentModule<BankAccountInstrument> = {
  kind: 'bankAccount',
  within: ['bankAccount.'],
  marks: ['bankAccount.iban', 'bankAccount.number'],
  // What a transfer on the bank's page may begin with.
  weakMarks: [
    'bankAccount.holder',
    'bankAccount.bankName',
    'bankAccount.bic',
    'bankAccount.bankCode',
    'bankAccount.country',
  ],

  /**
   * The shopper of some brands chooses a bank on the brand's own page, such as Paytrail's. Clients send
   * bankAccount.* all the same, and nothing needs it.
   */
  isUnused(values) {
    const named = values.sent('paymentBrand')
    const brand = named === undefined ? undefined : paymentBrand(named)
    return brand?.kind === 'virtualAccount' && brand.flow === 'redirect' && brand.method === 'OT'
  },

  judge({ values, channelBrands, nowMs }) {
    const brand = brandPaidBy(values, words)
    const account = accountOf(values)
    const errors = [
      ...(isRefusal(brand) ? errorsOf(brand) : numberErrors(values, brand)),
      ...holderErrors('bankAccount.holder', account.holder),
      ...dayErrors(values, nowMs),
    ]
    if (isRefusal(brand) || errors.length > 0) return refuseParameters(errors)
    return asRead({
      instrument: account,
      brand: brand.name,
      channelBrands,
      faultCode: accountFault(account, brand),
      number: account.iban ?? account.number,
      shown: shownOf(account),
    })
  },

  missing(brand) {
    if (brand.kind !== 'bankAccount' || brand.flow === 'redirect') return NONE
    const message = `is required with paymentBrand=${brand.name}`
    return [numberIsMissing(brand), { name: 'bankAccount.holder', value: '', message }]
  },

  prefill: {
    kinds: ['bankAccount'],
    // The mandate is agreed with the merchant.
    notOfInstrument: ['bankAccount.mandate.id', 'bankAccount.mandate.dateOfSignature'],
    owner: 'bankAccount.holder',
  },

  form: (account) => formBy(BANK_ACCOUNT_NAMES, account),
  answered: [
    'bankAccount.holder',
    'bankAccount.bankName',
    'bankAccount.bic',
    'bankAccount.country',
  ],

  /** Mandate and due date are not looked at (interface document, Bank account). */
  facts({ country, iban }) {
    const known = country ?? iban?.slice(0, 2)
    return known === undefined ? {} : { country: known }
  },

  kept: {
    isKept: (details) =>
      Object.keys(fieldsOf(details)).some((name) => name.startsWith('bankAccount.')),

    restore(number, details, given) {
      const fields = fieldsOf(details)
      // What answers show, masked, tells which of the two it is.
      const stored =
        fields[BANK_ACCOUNT_NAMES.iban] === undefined
          ? BANK_ACCOUNT_NAMES.number
          : BANK_ACCOUNT_NAMES.iban
      return {
        kind: 'bankAccount',
        ...membersBy(BANK_ACCOUNT_NAMES, (name) => {
          if (name === BANK_ACCOUNT_NAMES.iban || name === BANK_ACCOUNT_NAMES.number)
            return name === stored ? number : undefined
          return (
            fields[name] ??
            (name === BANK_ACCOUNT_NAMES.holder ? overridingHolder(given, name) : undefined)
          )
        }),
      }
    },

    shownToShopper(details) {
      const fields = fieldsOf(details)
      const {
        [BANK_ACCOUNT_NAMES.holder]: holder,
        [BANK_ACCOUNT_NAMES.number]: number,
        [BANK_ACCOUNT_NAMES.iban]: account = number,
      } = fields
      return {
        ...(holder === undefined ? {} : { holder }),
        ...(account === undefined ? {} : { account }),
      }
    },
  },
}

function numberIsMissing({ name }: PaymentBrand): ParameterError {
  const message = `is required with paymentBrand=${name}, or bankAccount.number in its place`
  return { name: 'bankAccount.iban', value: '', message }
}

/** An IBAN tells its country, and is written in capitals, so that it has one fingerprint. */
function accountOf(values: ParameterValues): BankAccountInstrument {
  const iban = values.sent(BANK_ACCOUNT_NAMES.iban)?.toUpperCase()
  const account = membersBy(BANK_ACCOUNT_NAMES, (name) => {
    if (name === BANK_ACCOUNT_NAMES.iban) return iban
    return (
      values.sent(name) ?? (name === BANK_ACCOUNT_NAMES.country ? iban?.slice(0, 2) : undefined)
    )
  })
  return { kind: 'bankAccount', ...account }
}

/** One that was sent wrongly has its own error. */
function numberErrors(values: ParameterValues, brand: PaymentBrand): readonly ParameterError[] {
  if (brand.flow !== 'synchronous') return NONE
  if (values.has('bankAccount.iban') || values.has('bankAccount.number')) return NONE
  return [numberIsMissing(brand)]
}

function dayErrors(values: ParameterValues, nowMs: number): readonly ParameterError[] {
  const due = values.sent('transactionDueDate')
  const signed = values.sent('bankAccount.mandate.dateOfSignature')
  const errors: ParameterError[] = []
  if (due !== undefined && isOver(due, nowMs)) {
    errors.push({
      name: 'transactionDueDate',
      value: shownText(due),
      message: 'is in the past: send today or a later day, or leave it out',
    })
  }
  if (signed !== undefined && isInFuture(signed, nowMs)) {
    errors.push({
      name: 'bankAccount.mandate.dateOfSignature',
      value: shownText(signed),
      message: 'is in the future: send the day on which the shopper signed',
    })
  }
  return errors
}

function accountFault(
  { iban, country, holder }: BankAccountInstrument,
  brand: PaymentBrand,
): string | undefined {
  if (holder === undefined && brand.flow === 'synchronous') return '100.100.400'
  if (iban === undefined) return undefined
  const fault = ibanFault(iban)
  if (fault !== undefined) return fault === 'malformed' ? '100.200.104' : '100.100.101'
  return country === iban.slice(0, 2) ? undefined : '100.200.100'
}

/** Of numbers the last four digits, of an IBAN its country as well; the rest is echoed as it was sent. */
function shownOf({ iban, number, country }: BankAccountInstrument): Record<string, string> {
  return {
    ...(iban === undefined
      ? {}
      : { [BANK_ACCOUNT_NAMES.iban]: `${iban.slice(0, 2)}***${iban.slice(-4)}` }),
    ...(number === undefined ? {} : { [BANK_ACCOUNT_NAMES.number]: maskedAccount(number) }),
    ...(country === undefined ? {} : { [BANK_ACCOUNT_NAMES.country]: country }),
  }
}

function maskedAccount(number: string): string {
  return number.length < MIN_SHOWN ? '***' : `***${number.slice(-4)}`
}
