import type { ParameterError } from '../results/refusal.ts'
import { isBodyFault, parseFormBody } from './flat-body.ts'
import type { Operation } from './operations.ts'
import type { FlatBody } from './table.ts'
import { type ValidationContext, validate } from './validate.ts'
import type { ParameterValues } from './values.ts'

/** Requests that are complete and right, for tests to take from and add to. */
export const strict: ValidationContext = {
  profile: 'strict',
  environment: 'test',
  nowMs: Date.UTC(2026, 10, 20, 15),
}
export const entityId = '8ac7a4c79394bdc801939736f17e063d'
export const debit = {
  entityId,
  amount: '92.00',
  currency: 'EUR',
  paymentType: 'DB',
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
}
export const checkout = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
export const submit = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
}

export function bodyOf(parameters: Readonly<Record<string, string>>, more = ''): FlatBody {
  const body = parseFormBody(`${new URLSearchParams(parameters)}&${more}`)
  if (isBodyFault(body)) throw new Error(body.fault)
  return body
}

export function accept(operation: Operation, body: FlatBody, context = strict): ParameterValues {
  const checked = validate(operation, body, context)
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
  return checked.values
}

export function errorsOf(
  operation: Operation,
  body: FlatBody,
  context = strict,
): readonly ParameterError[] {
  const checked = validate(operation, body, context)
  return checked.ok ? [] : checked.errors
}

export function messagesOf(operation: Operation, body: FlatBody, context = strict): string[] {
  return errorsOf(operation, body, context).map(({ name, message }) => `${name} ${message}`)
}
