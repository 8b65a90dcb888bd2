import { type Money, parseAmount } from '../../../common/money.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'

/** What rules and providers look at. Lives in memory only. */
export interface RiskFacts {
  readonly brand: string
  readonly amount: Money
  /** Whether the amount is `risk.amount`, not that of the payment. */
  readonly isRiskAmount: boolean
  /** Keyed hash of the number (R-VLT-3). */
  readonly fingerprint?: string
  /** First six to eight digits of a card number. */
  readonly bin?: string
  /** In lower case. */
  readonly email?: string
  readonly ip?: string
  /** Of the bill and the issuer or bank, as far as they are known: ISO 3166, two letters. */
  readonly countries: readonly string[]
  readonly holder?: string
  readonly givenName?: string
  readonly surname?: string
}

/** A payment as far as it is no parameter: what the instrument and its brand table told. */
export interface KnownOfPayment {
  readonly brand: string
  readonly amount: Money
  readonly values: ParameterValues
  readonly fingerprint?: string
  readonly bin?: string
  readonly holder?: string
  /** Of the issuer or bank, where it is known. */
  readonly country?: string
}

/** The facts of a payment; `undefined` when `risk.amount` is no amount of its currency. */
export function factsOf(known: KnownOfPayment): RiskFacts | undefined {
  const { values, fingerprint, bin, holder } = known
  const riskAmount = values.get('risk.amount')
  const amount = riskAmount === undefined ? known.amount : riskMoney(known, riskAmount)
  if (amount === undefined) return undefined
  return {
    brand: values.get('risk.brand') ?? known.brand,
    amount,
    isRiskAmount: riskAmount !== undefined,
    countries: countriesOf(known),
    ...given('fingerprint', fingerprint),
    ...given('bin', bin),
    ...given('email', values.get('customer.email')?.toLowerCase()),
    ...given('ip', values.get('customer.ip')),
    ...given('holder', holder),
    ...given('givenName', values.get('customer.givenName')),
    ...given('surname', values.get('customer.surname')),
  }
}

function riskMoney({ amount }: KnownOfPayment, text: string): Money | undefined {
  const money = parseAmount(text, amount.currency)
  return typeof money === 'string' ? undefined : money
}

function countriesOf({ values, country }: KnownOfPayment): readonly string[] {
  const named = [values.get('billing.country'), country]
  return [...new Set(named.filter((one) => one !== undefined).map((one) => one.toUpperCase()))]
}

function given<Name extends keyof RiskFacts>(
  name: Name,
  value: string | undefined,
): { readonly [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: string })
}
