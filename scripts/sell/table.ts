import type { Account } from './house.ts'
import type { Outcome } from './steps.ts'

/** A step, and what became of it with each account. */
export interface Row {
  readonly name: string
  readonly outcomes: ReadonlyMap<Account, Outcome>
}

const GAP = '  '
/** Of a reference its end is shown, as a person compares it. */
const SHOWN_OF_REFERENCE = 16

/** Steps by accounts: the code of each, and what the acquirer calls the last payment of it. */
export function tableOf(
  rows: readonly Row[],
  accounts: readonly Account[],
  references: ReadonlyMap<string, string>,
): readonly string[] {
  const cell = ({ shown, paymentId = '', fault }: Outcome) => {
    const reference = (references.get(paymentId) ?? '').slice(-SHOWN_OF_REFERENCE)
    return [fault === undefined ? '' : '!', shown, reference].filter(Boolean).join(' ')
  }
  const lines = [
    ['', ...accounts.map(({ name }) => name)],
    ...rows.map(({ name, outcomes }) => [
      name,
      ...accounts.map((account) => cell(outcomes.get(account) ?? { shown: '' })),
    ]),
  ]
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths?.[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
}
