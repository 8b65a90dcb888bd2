import type { CardFaults, CardField, Fault, HintKey } from '../card/faults.ts'
import type { ParameterError } from './answer.ts'

const faultsOfParameters: Readonly<Record<string, readonly [CardField, HintKey]>> = {
  'card.number': ['cardNumber', 'cardNumberError'],
  paymentBrand: ['cardNumber', 'cardBinError'],
  'card.expiryMonth': ['expiry', 'expiryMonthError'],
  'card.expiryYear': ['expiry', 'expiryYearError'],
  'card.holder': ['cardHolder', 'cardHolderError'],
  'card.cvv': ['cvv', 'cvvError'],
}

/** Sorts the gateway's errors by field; the others only the shop can correct. */
export function faultsOfAnswer(errors: readonly ParameterError[]): {
  readonly fields: CardFaults
  readonly others: readonly ParameterError[]
} {
  const fields: Partial<Record<CardField, Fault>> = {}
  const others: ParameterError[] = []
  for (const error of errors) {
    const place = faultsOfParameters[error.name]
    if (place === undefined) others.push(error)
    else fields[place[0]] ??= { hint: place[1], text: place[1] }
  }
  return { fields, others }
}
