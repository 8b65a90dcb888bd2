/** What the gateway promises, by the letter of R-SIM-2 and the words of the report. */
export const PROMISES = {
  acknowledged: 'an acknowledged answer is true, durable and stays',
  once: 'an operation goes to the acquirer once, and nobody is charged twice',
  known: 'no outcome stays unknown beyond the plan of recovery',
  books: "the acquirer's book and ours agree",
  events: 'events are gapless and in order for each payment',
  ledger: 'the ledger balances',
  limits: 'the money limits hold (R-INV-1)',
  checkout: 'a checkout has at most one success',
  stored: 'payment details are stored with a success, and wiped when they end',
  whole: 'nothing is half written',
  rules: 'an answer follows from the rules',
  unbroken: 'no request meets a bug',
} as const

export type BrokenPromise = keyof typeof PROMISES

/** A run has broken a promise. The message says which payment, and how. */
export class BrokenPromiseError extends Error {
  readonly promise: BrokenPromise

  constructor(promise: BrokenPromise, message: string) {
    super(message)
    this.name = 'BrokenPromiseError'
    this.promise = promise
  }
}

/** Throws a `BrokenPromiseError` unless `kept`. The message is only made when it is needed. */
export function promise(name: BrokenPromise, kept: boolean, message: () => string): asserts kept {
  if (!kept) throw new BrokenPromiseError(name, message())
}
