import { type Money, parseAmount } from '../../../common/money.ts'
import { sentAddresses } from '../../parameters/sent-addresses.ts'
import { ParameterValues, type SentParameter } from '../../parameters/values.ts'
import { readDetails } from '../../payments/index.ts'
import { instrumentFacts } from '../../payments/instruments/index.ts'
import type { DraftedCharge } from '../../payments/screen/index.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { comparedEmail } from './compared-email.ts'

/** The data that rules and providers check. In memory only. */
export interface RiskFacts {
  readonly brand: string
  readonly amount: Money
  /** Whether the amount is `risk.amount`, not that of the payment. */
  readonly isRiskAmount: boolean
  /** Keyed hash of the number (R-VLT-3). */
  readonly fingerprint?: string
  /** First six to eight digits of a card number. */
  readonly bin?: string
  /** As e-mail addresses are compared: see `comparedEmail`. */
  readonly email?: string
  /** All that were sent as the shopper's, each in one spelling. */
  readonly ips: readonly string[]
  /** Whether something was sent as the shopper's address that is none. */
  readonly hasUnreadableIp: boolean
  /** Of the bill and the issuer or bank, as far as they are known: ISO 3166, two letters. */
  readonly countries: readonly string[]
  readonly holder?: string
  readonly givenName?: string
  readonly surname?: string
}

/**
 * The data of a payment that is not in its parameters: from the instrument and its brand's table.
 */
export interface PaymentFacts {
  readonly brand: string
  readonly amount: Money
  readonly values: ParameterValues
  /** From where the shopper of a checkout pays. */
  readonly shopperAddress?: string
  readonly fingerprint?: string
  readonly bin?: string
  readonly holder?: string
  /** Of the issuer or bank, where it is known. */
  readonly country?: string
}

/** The facts of a payment; `undefined` when `risk.amount` is no amount of its currency. */
export function factsOf(known: PaymentFacts): RiskFacts | undefined {
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
    ...given('email', emailOf(values)),
    ...ipsOf(known),
    ...given('holder', holder),
    ...given('givenName', values.get('customer.givenName')),
    ...given('surname', values.get('customer.surname')),
  }
}

function emailOf(values: ParameterValues): string | undefined {
  const email = values.get('customer.email')
  return email === undefined ? undefined : comparedEmail(email)
}

/** What the merchant sent; where no address is in that, the one that the gateway sees itself. */
function ipsOf({
  values,
  shopperAddress,
}: PaymentFacts): Pick<RiskFacts, 'ips' | 'hasUnreadableIp'> {
  const { addresses, hasOther } = sentAddresses(values.get('customer.ip') ?? '')
  const seen = addresses.length > 0 ? addresses : sentAddresses(shopperAddress ?? '').addresses
  return { ips: seen, hasUnreadableIp: hasOther && values.has('customer.ip') }
}

function riskMoney({ amount }: PaymentFacts, text: string): Money | undefined {
  const money = parseAmount(text, amount.currency)
  return typeof money === 'string' ? undefined : money
}

function countriesOf({ values, country }: PaymentFacts): readonly string[] {
  const named = [values.get('billing.country'), country]
  return [...new Set(named.filter((one) => one !== undefined).map((one) => one.toUpperCase()))]
}

function given<Name extends keyof RiskFacts>(
  name: Name,
  value: string | undefined,
): { readonly [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: string })
}

/**
 * The data of a charge that refers to an earlier payment: its total amount, its instrument, and the
 * shopper's data of the first payment and this request. Rejects with the store.
 */
export async function chargeFacts(
  charge: DraftedCharge,
  store: Pick<Store, 'read'>,
): Promise<PaymentFacts> {
  const { amount, first, instrument } = await charge.known()
  const { request, card } = readDetails(first)
  const fingerprint = await fingerprintOf(first, store)
  return {
    brand: first.paymentBrand,
    amount,
    values: together(Object.entries(request), charge.values.entries()),
    ...(card === undefined ? {} : { bin: card.bin }),
    ...(instrument === undefined ? {} : instrumentFacts(instrument)),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }
}

/** `risk.amount` belonged to another payment, or to a part of the hold: here the sum counts. */
function together(first: readonly SentParameter[], now: readonly SentParameter[]): ParameterValues {
  return ParameterValues.of([...first, ...now].filter(([name]) => name !== 'risk.amount'))
}

/** Nothing if it was wiped. */
async function fingerprintOf(
  { vaultRecordId }: PaymentRow,
  store: Pick<Store, 'read'>,
): Promise<string | undefined> {
  if (vaultRecordId === null) return undefined
  return (await store.read.vaultRecord(vaultRecordId))?.fingerprint
}
