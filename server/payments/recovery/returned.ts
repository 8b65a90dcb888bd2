import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { PaymentRow } from '../../store/port.ts'
import { readDetails } from '../details.ts'
import { notedStep } from '../record/noted-step.ts'
import type { OutcomeParts } from '../record/outcomes.ts'

/** A longer value in the address of a shopper is no result of a provider, in characters. */
const MAX_RETURNED = 8_192

/** Results that one payment takes: whoever has its address can come back with others, and each is a commit. */
export const MAX_RETURNS = 20

type Parts = Pick<OutcomeParts, 'store' | 'clock' | 'connectorOf'>

/**
 * Writes down what the shopper of a pending payment has brought back, so that it is not lost with the process that
 * redeems it. Another result replaces an earlier one. Answers the payment as it is stored then; rejects with the
 * store.
 */
export async function keepReturned(
  payment: PaymentRow,
  query: URLSearchParams,
  parts: Parts,
): Promise<PaymentRow> {
  const { returns = [] } = await parts.connectorOf(payment.connector)
  const returned = valuesOf(query, returns)
  if (Object.keys(returned).length === 0) return payment
  const { read } = parts.store
  const kept = await decideAndCommit<Loaded, PaymentRow>(parts, {
    load: async () => ({
      stored: (await read.payment(payment.id)) ?? payment,
      times: (await read.events(payment.id)).filter(({ kind }) => kind === 'returned').length,
    }),
    decide({ stored, times }) {
      const details = readDetails(stored)
      const isKept = JSON.stringify(details.returned) === JSON.stringify(returned)
      if (stored.state !== 'pending' || isKept || times >= MAX_RETURNS) return { result: stored }
      const atMs = parts.clock.of(stored.entityId)
      const noted = notedStep(stored, { ...details, returned }, { kind: 'returned', atMs })
      return { result: noted.after, parts: [{ owner: 'payment', changes: noted.changes }] }
    },
  })
  return kept ?? payment
}

interface Loaded {
  readonly stored: PaymentRow
  /** How often its shopper has come back with another result. */
  readonly times: number
}

/** A name that is there twice tells nothing. */
function valuesOf(
  query: URLSearchParams,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const found = names.flatMap((name) => {
    const [value = '', ...others] = query.getAll(name)
    const isResult = value !== '' && value.length <= MAX_RETURNED && others.length === 0
    return isResult ? [[name, value]] : []
  })
  return Object.fromEntries(found)
}
