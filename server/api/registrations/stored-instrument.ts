import { cardBrand } from '../../../common/brands.ts'
import type { RegistrationRow } from '../../engine/store/port.ts'
import type {
  BankAccountInstrument,
  CardInstrument,
  Instrument,
  ReadInstrument,
  TokenAccountInstrument,
} from '../../methods/instruments/instrument.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { linkFields, type RegistrationDetails } from './details.ts'
import { endOfCard } from './rules.ts'

/** A stored account as a payment wants to use it. */
export interface StoredAccount {
  readonly row: RegistrationRow
  readonly details: RegistrationDetails
  /** The number, out of the vault. */
  readonly number: string
}

/**
 * The instrument of a registration for one payment: what is stored, with what the shopper gives anew
 * (the security code), and with a holder where none is stored and `overrideHolder` allows one.
 */
export function readStored(
  stored: StoredAccount,
  values: ParameterValues,
  nowMs: number,
): ReadInstrument {
  const { row, details } = stored
  const instrument = instrumentOf(stored, values)
  const faultCode = faultOf(stored, instrument, nowMs)
  return {
    instrument,
    brand: row.paymentBrand,
    ...(faultCode === undefined ? {} : { faultCode }),
    ...(row.vaultRecordId === null ? {} : { vaultRecordId: row.vaultRecordId }),
    registrationId: row.id,
    shown: accountShown(details, instrument),
    sentAlong: linkFor(details, values),
  }
}

function instrumentOf({ details, number }: StoredAccount, values: ParameterValues): Instrument {
  switch (details.account) {
    case 'card':
      return cardOf(details, number, values)
    case 'bankAccount':
      return bankAccountOf(details, number, values)
    case 'virtualAccount':
      return { kind: 'virtualAccount', accountId: number }
    case 'tokenAccount':
      return tokenAccountOf(details, number)
  }
}

function cardOf(
  { card, isDeviceNumber }: RegistrationDetails,
  number: string,
  values: ParameterValues,
): CardInstrument {
  const holder = card?.holder ?? overriding(values, 'card.holder')
  const cvv = values.get('card.cvv')
  return {
    kind: 'card',
    number,
    expiryMonth: card?.expiryMonth ?? '',
    expiryYear: card?.expiryYear ?? '',
    ...(holder === undefined ? {} : { holder }),
    ...(cvv === undefined ? {} : { cvv }),
    ...(isDeviceNumber === true ? { numberType: 'DPAN' } : {}),
  }
}

/** Two letters and two check digits: no account number of a country begins so. */
const IBAN = /^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11,27}$/

function bankAccountOf(
  { request }: RegistrationDetails,
  number: string,
  values: ParameterValues,
): BankAccountInstrument {
  const holder = request['bankAccount.holder'] ?? overriding(values, 'bankAccount.holder')
  return {
    kind: 'bankAccount',
    ...(IBAN.test(number) ? { iban: number } : { number }),
    ...optional('holder', holder),
    ...optional('bic', request['bankAccount.bic']),
    ...optional('bankCode', request['bankAccount.bankCode']),
    ...optional('country', request['bankAccount.country']),
    ...optional('mandateId', request['bankAccount.mandate.id']),
  }
}

function tokenAccountOf({ request }: RegistrationDetails, number: string): TokenAccountInstrument {
  return {
    kind: 'tokenAccount',
    number,
    type: request['tokenAccount.type'] === 'NETWORK' ? 'NETWORK' : 'EXTERNAL',
    ...optional('expiryMonth', request['tokenAccount.expiryMonth']),
    ...optional('expiryYear', request['tokenAccount.expiryYear']),
  }
}

function overriding(
  values: ParameterValues,
  name: 'card.holder' | 'bankAccount.holder',
): string | undefined {
  return values.get('overrideHolder') === 'true' ? values.get(name) : undefined
}

function faultOf(
  { row, details }: StoredAccount,
  instrument: Instrument,
  nowMs: number,
): string | undefined {
  const endMs = endOfCard(details)
  if (endMs !== undefined && nowMs >= endMs) return '100.100.303'
  const cvv = instrument.kind === 'card' ? instrument.cvv : undefined
  const isWrong =
    cvv !== undefined && cardBrand(row.paymentBrand)?.codeLengths.includes(cvv.length) === false
  return isWrong ? '100.100.601' : undefined
}

/** What answers show of the account beside a card's summary, which they make of the instrument. */
function accountShown(
  { request, shown }: RegistrationDetails,
  instrument: Instrument,
): Record<string, string> {
  const account = Object.entries(request).filter(([name]) =>
    /^(?:bank|token|virtual)Account\./.test(name),
  )
  const holder = instrument.kind === 'bankAccount' ? instrument.holder : undefined
  return {
    ...Object.fromEntries(account),
    ...shown,
    ...(holder === undefined ? {} : { 'bankAccount.holder': holder }),
  }
}

/**
 * What links a payment to the first one, where the merchant sent nothing else. A transaction to refer
 * to is named only by those that refer to one: the repeated ones of a series, and the merchant's own.
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

function optional<Name extends string>(name: Name, value: string | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>)
}
