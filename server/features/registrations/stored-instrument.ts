import type { ParameterValues } from '../../parameters/values.ts'
import {
  type CardholderAgreement,
  codeFault,
  type Instrument,
  isOfKept,
  type ReadInstrument,
  restoredInstrument,
} from '../../payments/index.ts'
import type { RegistrationRow } from '../../store/port.ts'
import { linkFields, type RegistrationDetails } from './details.ts'
import { endOfCard } from './rules.ts'
import { agreedTypes } from './series-rules.ts'

/** A registration with its number, for one payment. */
export interface OpenedRegistration {
  readonly row: RegistrationRow
  readonly details: RegistrationDetails
  /** The number, read from the vault. */
  readonly number: string
}

/**
 * The instrument of a registration for one payment: the stored data, the security code that the shopper
 * enters again, and a sent holder if none is stored and `overrideHolder` is set.
 */
export function readStoredInstrument(
  stored: OpenedRegistration,
  values: ParameterValues,
  nowMs: number,
): ReadInstrument {
  const { row, details, number } = stored
  const instrument = restoredInstrument({ kind: details.account, number, details }, values)
  const faultCode = faultOf(stored, instrument, nowMs)
  return {
    instrument,
    brand: row.paymentBrand,
    ...(faultCode === undefined ? {} : { faultCode }),
    ...(row.vaultRecordId === null ? {} : { vaultRecordId: row.vaultRecordId }),
    registrationId: row.id,
    isOfPayment: row.paymentId !== null,
    shown: accountShown(details, instrument),
    sentAlong: linkFor(details, values),
    agreed: agreementOf(details),
  }
}

function faultOf(
  { row, details }: OpenedRegistration,
  instrument: Instrument,
  nowMs: number,
): string | undefined {
  const endMs = endOfCard(details)
  if (endMs !== undefined && nowMs >= endMs) return '100.100.303'
  return instrument.kind === 'card' ? codeFault(instrument, row.paymentBrand) : undefined
}

/** A payment with it has left a link; an authentication at its storing, here or elsewhere, its proof. */
function agreementOf({
  link,
  authentication,
  request,
  series,
}: RegistrationDetails): CardholderAgreement {
  const tookPart =
    link !== undefined ||
    authentication !== undefined ||
    request['threeDSecure.verificationId'] !== undefined
  return { tookPart, seriesTypes: agreedTypes(series) }
}

/** What answers show besides the card summary, which is made from the instrument. */
function accountShown(
  { request, shown }: RegistrationDetails,
  instrument: Instrument,
): Record<string, string> {
  const account = Object.entries(request).filter(([name]) => isOfKept(name))
  const holder = instrument.kind === 'bankAccount' ? instrument.holder : undefined
  return {
    ...Object.fromEntries(account),
    ...shown,
    ...(holder === undefined ? {} : { 'bankAccount.holder': holder }),
  }
}

/**
 * What links a payment to the first one, unless the merchant sent it. Only repeated and
 * merchant-initiated payments name the initial transaction.
 */
function linkFor({ link }: RegistrationDetails, values: ParameterValues): Record<string, string> {
  const isRepeated =
    values.get('standingInstruction.mode') === 'REPEATED' ||
    values.get('standingInstruction.source') === 'MIT'
  const fields = Object.entries(linkFields(link)).filter(
    ([name]) => isRepeated || !name.startsWith('standingInstruction.'),
  )
  return Object.fromEntries(fields)
}
