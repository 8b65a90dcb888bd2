import { brandNames } from '../../../common/payment-brands.ts'
import { ParameterValues } from '../../parameters/values.ts'

/** 20 November 2026, midnight UTC. */
export const NOW_MS = Date.UTC(2026, 10, 20)

/** A channel that takes everything. */
export const EVERY_BRAND = brandNames

export type Sent = Readonly<Record<string, string>>

export function sent(form: Sent): ParameterValues {
  return ParameterValues.of(Object.entries(form))
}

export const VISA_CARD: Sent = {
  'card.number': '4200000000000000',
  'card.expiryMonth': '12',
  'card.expiryYear': '2030',
}

/** What an expectation says of a refused parameter. */
export function refusedFor(name: string, words = /./) {
  const message = expectMatch(words)
  return { refused: true, parameterErrors: [{ name, message }] }
}

function expectMatch(words: RegExp): unknown {
  return { asymmetricMatch: (text: unknown) => typeof text === 'string' && words.test(text) }
}
