import type { PaymentBrand } from '../../../common/payment-brands.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import { addErrors } from '../../parameters/add-errors.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type FirstType, moneyOf } from '../../payments/index.ts'
import { instrumentErrors, namedBrand, sentInstrument } from '../../payments/instruments/index.ts'
import {
  type ConnectorChoice,
  chooseConnector,
  storedBrandErrors,
} from '../../payments/read/index.ts'
import {
  isRefusal,
  type ParameterError,
  type Refusal,
  refuse,
  refuseParameters,
} from '../../results/refusal.ts'

/** The channel that a checkout is for. */
interface PayableBy {
  /** By its clock. */
  readonly nowMs: number
  readonly settings: Pick<EntitySettings, 'profile' | 'routing'>
}

/** Refuses a checkout that could not be paid, so that the merchant learns of it before the shopper does. */
export function payabilityRefusal(
  values: ParameterValues,
  { nowMs, settings }: PayableBy,
  parts: ConnectorChoice,
): Refusal | undefined {
  const errors = payabilityErrors(values, nowMs)
  if (errors.length > 0) return refuseParameters(errors)
  // Which account takes the payment is known when its instrument is.
  const isRouted = settings.routing !== undefined
  const connector = isRouted ? undefined : chooseConnector(values, parts)
  if (isRefusal(connector)) return connector
  const paymentType = values.get('paymentType') as FirstType | undefined
  // Without a type the checkout only stores payment details.
  if (paymentType === undefined) return undefined
  const overridden = overriddenTypes(values)
  const refusal = typesOf(values)
    .map((type) => moneyOf(values, type))
    .find(isRefusal)
  if (refusal !== undefined) return refusal
  const paymentBrand = values.get('paymentBrand')
  if (paymentBrand === undefined || connector === undefined) return undefined
  const asked = { paymentType: overridden[paymentBrand] ?? paymentType, paymentBrand }
  const isLegacy = settings.profile === 'legacy'
  const unsupported = connector.unsupported({ ...asked, isReference: false, isLegacy })
  return unsupported && refuse(unsupported.code, { description: unsupported.description })
}

function overriddenTypes(values: ParameterValues) {
  return values.map('overridePaymentType') as Readonly<Record<string, FirstType>>
}

/** The types that a payment of the checkout can have, depending on its brand. */
export function typesOf(values: ParameterValues): readonly FirstType[] {
  const paymentType = values.get('paymentType') as FirstType | undefined
  if (paymentType === undefined) return []
  return [paymentType, ...Object.values(overriddenTypes(values))]
}

/** Only a PA is captured. An invalid paymentType is reported alone: it may have been meant as PA. */
function captureErrors(values: ParameterValues): readonly ParameterError[] {
  const name = 'numberOfCaptures'
  const value = values.sent(name)
  if (value === undefined || typesOf(values).includes('PA')) return []
  if (values.has('paymentType') && values.get('paymentType') === undefined) return []
  const message =
    'must not be sent without paymentType=PA (or overridePaymentType): only a PA is captured'
  return [{ name, value, message }]
}

/** The part of it that is a fault of parameters, some of which may already be refused. */
export function payabilityErrors(
  values: ParameterValues,
  nowMs: number,
): readonly ParameterError[] {
  const brand = namedBrand(values)
  const ofBrand = brand === undefined ? [] : namedErrors(brand, values)
  const more = [...preparedErrors(values, nowMs), ...moneyErrors(values), ...captureErrors(values)]
  return addErrors(ofBrand, more, values)
}

/** The faults of the brand that the merchant names, and of the parameters that it requires. */
function namedErrors(
  brand: PaymentBrand | Refusal,
  values: ParameterValues,
): readonly ParameterError[] {
  if ('refused' in brand) return brand.parameterErrors ?? []
  // The shopper's card and its issuer country are not known yet.
  return storedBrandErrors({ brand: brand.name, issuerCountry: () => undefined }, values)
}

/**
 * The faults of a prepared instrument. The shopper may choose another brand and may add missing
 * parameters, except those that only a server sends.
 */
function preparedErrors(values: ParameterValues, nowMs: number): readonly ParameterError[] {
  const prepared = sentInstrument(values)
  if (prepared === undefined || 'refused' in prepared) return []
  const { isOnlyServers = false, within } = prepared
  // The brands of the channel do not matter here: no parameter depends on them.
  return instrumentErrors({ values, channelBrands: [], nowMs }).filter(({ name, value }) => {
    if (name === 'paymentBrand') return false
    return value !== '' || (isOnlyServers && within.some((start) => name.startsWith(start)))
  })
}

/** Checked as PA, which accepts 0.00: other types refuse that with a code of its own. */
function moneyErrors(values: ParameterValues): readonly ParameterError[] {
  if (values.sent('amount') === undefined || values.sent('currency') === undefined) return []
  const money = moneyOf(values, 'PA')
  return isRefusal(money) ? (money.parameterErrors ?? []) : []
}
