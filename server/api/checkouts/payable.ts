import type { PaymentBrand } from '../../../common/payment-brands.ts'
import { instrumentErrors, sentInstrument } from '../../methods/instruments/judge.ts'
import { namedBrand } from '../../methods/instruments/named-brand.ts'
import type { Profile } from '../../wire/entities/settings.ts'
import { addErrors } from '../../wire/parameters/add-errors.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuse,
  refuseParameters,
} from '../../wire/results/refusal.ts'
import type { FirstType } from '../payments/life-cycle.ts'
import { moneyOf } from '../payments/money.ts'
import { type ConnectorChoice, connectorOf } from '../payments/prepare.ts'
import { storedBrandErrors } from '../payments/prepare-errors.ts'

/** The channel that a checkout is for. */
interface PayableBy {
  /** By its clock. */
  readonly nowMs: number
  readonly profile: Profile
}

/** Reports to the merchant now the faults that would otherwise be found only when the shopper pays. */
export function unpayable(
  values: ParameterValues,
  { nowMs, profile }: PayableBy,
  parts: ConnectorChoice,
): Refusal | undefined {
  const errors = unpayableErrors(values, nowMs)
  if (errors.length > 0) return refuseParameters(errors)
  const connector = connectorOf(values, parts)
  if (isRefusal(connector)) return connector
  const paymentType = values.get('paymentType') as FirstType | undefined
  // Without a type nothing is paid: the checkout only stores payment details.
  if (paymentType === undefined) return undefined
  const overridden = overriddenTypes(values)
  const refusal = typesOf(values)
    .map((type) => moneyOf(values, type))
    .find(isRefusal)
  if (refusal !== undefined) return refusal
  const paymentBrand = values.get('paymentBrand')
  if (paymentBrand === undefined) return undefined
  const asked = { paymentType: overridden[paymentBrand] ?? paymentType, paymentBrand }
  const isLegacy = profile === 'legacy'
  const unsupported = connector.unsupported({ ...asked, isReference: false, isLegacy })
  return unsupported && refuse(unsupported.code, { description: unsupported.description })
}

function overriddenTypes(values: ParameterValues) {
  return values.map('overridePaymentType') as Readonly<Record<string, FirstType>>
}

/** What a payment of the checkout may become, by its brand. */
function typesOf(values: ParameterValues): readonly FirstType[] {
  const paymentType = values.get('paymentType') as FirstType | undefined
  if (paymentType === undefined) return []
  return [paymentType, ...Object.values(overriddenTypes(values))]
}

/** Only a PA is captured. One that was sent wrongly may have been meant for it. */
function captureErrors(values: ParameterValues): readonly ParameterError[] {
  const name = 'numberOfCaptures'
  const value = values.sent(name)
  if (value === undefined || typesOf(values).includes('PA')) return []
  if (values.has('paymentType') && values.get('paymentType') === undefined) return []
  const message =
    'must not be sent without paymentType=PA (or overridePaymentType): only a PA is captured'
  return [{ name, value, message }]
}

/** All of it that parameters tell; they may have been refused in part. */
export function unpayableErrors(values: ParameterValues, nowMs: number): readonly ParameterError[] {
  const brand = namedBrand(values)
  const ofBrand = brand === undefined ? [] : namedErrors(brand, values)
  const more = [...preparedErrors(values, nowMs), ...moneyErrors(values), ...captureErrors(values)]
  return addErrors(ofBrand, more, values)
}

/** What is wrong with the brand that the merchant names, and what that asks for. */
function namedErrors(
  brand: PaymentBrand | Refusal,
  values: ParameterValues,
): readonly ParameterError[] {
  if ('refused' in brand) return brand.parameterErrors ?? []
  // The shopper's card is not known yet, nor where it was issued.
  return storedBrandErrors({ brand: brand.name, issuerCountry: () => undefined }, values)
}

/**
 * What is wrong with a prepared instrument. Its brand may be another one than the shopper's, who may
 * also add what is missing, but for what only a server sends.
 */
function preparedErrors(values: ParameterValues, nowMs: number): readonly ParameterError[] {
  const prepared = sentInstrument(values)
  if (prepared === undefined || 'refused' in prepared) return []
  const { isOnlyServers = false, within } = prepared
  // The brands of the channel decide about no parameter.
  return instrumentErrors({ values, channelBrands: [], nowMs }).filter(({ name, value }) => {
    if (name === 'paymentBrand') return false
    return value !== '' || (isOnlyServers && within.some((start) => name.startsWith(start)))
  })
}

/** That a type takes no amount of 0.00 is said with a code of its own. */
function moneyErrors(values: ParameterValues): readonly ParameterError[] {
  if (values.sent('amount') === undefined || values.sent('currency') === undefined) return []
  const money = moneyOf(values, 'PA')
  return isRefusal(money) ? (money.parameterErrors ?? []) : []
}
