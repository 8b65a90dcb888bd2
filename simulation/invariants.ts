/** The rules that must hold in every run: those of R-SIM-2, with the words of the report. */
export const INVARIANTS = {
  acknowledged: 'an acknowledged answer is true, durable and stays',
  once: 'an operation goes to the acquirer once, and nobody is charged twice',
  known: 'no outcome stays unknown beyond the plan of recovery',
  told: 'what the acquirer tells is written once before it is acknowledged, and has its effect',
  late: 'an approval that comes too late is written down (R-LATE-1)',
  books: "the acquirer's book and ours agree",
  events: 'events are gapless and in order for each payment',
  ledger: 'the ledger balances',
  limits: 'the money limits hold (R-INV-1)',
  checkout: 'a checkout has at most one success',
  authenticated: 'no enrolled card is charged without the proof of its authentication',
  wiped: 'a security code is kept sealed, and only as long as its payment is being authenticated',
  parts: 'gift cards pay their part of a checkout exactly when the rest of it is paid',
  stored: 'payment details are stored with a success, and wiped when they end',
  notified: 'webhooks get every event at least once, and those of one subject in order',
  scheduled: 'a run of a schedule is paid once, none is passed over, and none is paid in a pause',
  settled:
    'each record of the acquirer is booked once, matched, and a dispute where it is a chargeback',
  disputed: 'a dispute is as it was told and answered, and its money is where it says',
  whole: 'nothing is half written',
  rules: 'an answer follows from the rules',
  unbroken: 'no request meets a bug',
} as const

export type Invariant = keyof typeof INVARIANTS

/** A run has violated an invariant. The message says which payment, and how. */
export class InvariantError extends Error {
  readonly invariant: Invariant

  constructor(invariant: Invariant, message: string) {
    super(message)
    this.name = 'InvariantError'
    this.invariant = invariant
  }
}

/** Throws a `InvariantError` unless it holds. The message is only made when it is needed. */
export function assertInvariant(
  name: Invariant,
  kept: boolean,
  message: () => string,
): asserts kept {
  if (!kept) throw new InvariantError(name, message())
}
