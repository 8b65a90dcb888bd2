import type { PaymentBrand } from '../../../common/payment-brands.ts'
import { isInFuture, isOver } from '../../wire/parameters/calendar.ts'
import { shownText } from '../../wire/parameters/masking.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import { ibanFault } from './iban.ts'
import type { BankAccountInstrument, ReadInstrument } from './instrument.ts'
import { brandPaidBy, type InstrumentWords } from './named-brand.ts'
import { asRead, errorsOf, holderRefusal } from './read.ts'

const words: InstrumentWords = {
  kinds: ['bankAccount'],
  parameters: 'bankAccount.*',
  examples: 'DIRECTDEBIT_SEPA, or a transfer such as IDEAL or SOFORTUEBERWEISUNG',
}

/** Shorter account numbers would be readable with their last four digits alone. */
const MIN_SHOWN = 8

/**
 * Reads an account at a bank: what a direct debit collects from, or what a transfer on the bank's
 * page may be prepared with. A SEPA mandate that was not sent is made
 * with the payment: see `withMandate`.
 */
export function readBankAccount(
  values: ParameterValues,
  channelBrands: readonly string[],
  nowMs: number,
): ReadInstrument<BankAccountInstrument> | Refusal {
  const brand = brandPaidBy(values, words)
  if (isRefusal(brand)) return brand
  const account = accountOf(values)
  const refusal =
    holderRefusal('bankAccount.holder', account.holder) ??
    numberRefusal(account, brand) ??
    dayRefusal(values, nowMs)
  if (refusal !== undefined) return refusal
  return asRead({
    instrument: account,
    brand: brand.name,
    channelBrands,
    faultCode: accountFault(account, brand),
    number: account.iban ?? account.number,
    shown: shownOf(account),
  })
}

/** Everything that is wrong with a bank account that the tables do not tell. */
export function bankAccountErrors(
  values: ParameterValues,
  nowMs: number,
): readonly ParameterError[] {
  const brand = brandPaidBy(values, words)
  return [
    ...(isRefusal(brand) ? errorsOf(brand) : numberErrors(values, brand)),
    ...errorsOf(holderRefusal('bankAccount.holder', values.sent('bankAccount.holder'))),
    ...errorsOf(dayRefusal(values, nowMs)),
  ]
}

/** What a direct debit cannot do without. */
export function accountIsRequired(brand: PaymentBrand): Refusal {
  const message = `is required with paymentBrand=${brand.name}`
  const holder = { name: 'bankAccount.holder', value: '', message }
  return refuseParameters([numberIsMissing(brand), holder])
}

function numberIsMissing({ name }: PaymentBrand): ParameterError {
  const message = `is required with paymentBrand=${name}, or bankAccount.number in its place`
  return { name: 'bankAccount.iban', value: '', message }
}

/** An IBAN tells its country, and is written in capitals, so that it has one fingerprint. */
function accountOf(values: ParameterValues): BankAccountInstrument {
  const iban = values.sent('bankAccount.iban')?.toUpperCase()
  const country = values.sent('bankAccount.country') ?? iban?.slice(0, 2)
  const given = {
    holder: values.sent('bankAccount.holder'),
    iban,
    number: values.sent('bankAccount.number'),
    bic: values.sent('bankAccount.bic'),
    bankCode: values.sent('bankAccount.bankCode'),
    country,
    mandateId: values.sent('bankAccount.mandate.id'),
  }
  const sent = Object.entries(given).filter(([, value]) => value !== undefined)
  return { kind: 'bankAccount', ...Object.fromEntries(sent) }
}

function numberRefusal(
  { iban, number }: BankAccountInstrument,
  brand: PaymentBrand,
): Refusal | undefined {
  if (iban !== undefined || number !== undefined || brand.flow !== 'synchronous') return undefined
  return refuseParameters([numberIsMissing(brand)])
}

/** One that was sent wrongly has its own error. */
function numberErrors(values: ParameterValues, brand: PaymentBrand): readonly ParameterError[] {
  if (values.has('bankAccount.iban') || values.has('bankAccount.number')) return []
  return errorsOf(numberRefusal(accountOf(values), brand))
}

function dayRefusal(values: ParameterValues, nowMs: number): Refusal | undefined {
  const due = values.sent('transactionDueDate')
  const signed = values.sent('bankAccount.mandate.dateOfSignature')
  const faults: ParameterError[] = []
  if (due !== undefined && isOver(due, nowMs)) {
    faults.push({
      name: 'transactionDueDate',
      value: shownText(due),
      message: 'is in the past: send today or a later day, or leave it out',
    })
  }
  if (signed !== undefined && isInFuture(signed, nowMs)) {
    faults.push({
      name: 'bankAccount.mandate.dateOfSignature',
      value: shownText(signed),
      message: 'is in the future: send the day on which the shopper signed',
    })
  }
  return faults.length === 0 ? undefined : refuseParameters(faults)
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
      : { 'bankAccount.iban': `${iban.slice(0, 2)}***${iban.slice(-4)}` }),
    ...(number === undefined ? {} : { 'bankAccount.number': maskedAccount(number) }),
    ...(country === undefined ? {} : { 'bankAccount.country': country }),
  }
}

function maskedAccount(number: string): string {
  return number.length < MIN_SHOWN ? '***' : `***${number.slice(-4)}`
}
