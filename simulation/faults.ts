/** Every fault that a run can have, with the name under which reports count it. */
export const FAULTS = [
  'node.crash',
  /** A change set of a crashed node was applied, and its result reached no one. */
  'node.crash.commit-applied',
  'node.crash.commit-lost',
  /** A node is paused for a while: garbage collection, migration of a virtual machine. */
  'node.pause',
  /** The wall clock of a node is changed by minutes in the middle of its work. */
  'node.clock-step',
  'store.crash',
  'store.crash.commit-applied',
  'store.crash.commit-lost',
  /** The journal ends in the middle of a change set. */
  'store.crash.commit-torn',
  /** The store crashes while the nodes run; they get `broken`, as with a database server. */
  'store.crash.survived',
  'store.commit-failed',
  'store.overloaded',
  'acquirer.declined',
  /** A shopper or a bank has to decide: later, or never. */
  'acquirer.pending',
  'acquirer.pending.decided',
  'acquirer.pending.never-decided',
  /** Approved after its time was over: the payment has failed meanwhile. */
  'acquirer.pending.approved-too-late',
  /** It has accepted a capture, reversal or refund, and carries it out days later. */
  'acquirer.taken',
  'acquirer.taken.carried-out',
  /** A success that has turned into a failure, up to twelve days later. */
  'acquirer.failed-later',
  'acquirer.hold-ended',
  'acquirer.not-sent',
  'acquirer.request-lost',
  'acquirer.request-late',
  'acquirer.answer-lost',
  'acquirer.answer-late',
  'acquirer.answer-twice',
  'acquirer.inquiry-lost',
  /** An error that it repeats under the same key; it was carried out, or nothing was done. */
  'acquirer.error-stored',
  /** A request is sent once more under its key, to find its outcome. */
  'acquirer.replayed',
  /** It is asked to cancel whatever has our reference. */
  'acquirer.voids',
  /** What was made ready is not known by its name. */
  'acquirer.prepare-lost',
  /** An event came while its request was not answered yet. */
  'event.before-the-answer',
  'event.late',
  /** It does not come for three days. */
  'event.lost',
  'event.twice',
  'event.forged',
  'event.sent-again',
  /** Carried out or not: the acquirer never answers. */
  'acquirer.silent-for-ever',
  /** The issuer wants an authentication first (300.100.100). */
  'acquirer.soft-declined',
  'issuer.challenge',
  'issuer.decoupled',
  'issuer.says-A',
  'issuer.says-N',
  'issuer.says-U',
  'issuer.says-R',
  'receiver.not-sent',
  'receiver.request-lost',
  /** The event was taken, and is sent again. */
  'receiver.answer-lost',
  'receiver.fails',
  'directory.away',
  'directory.request-lost',
  'directory.answer-lost',
  /** The result of a challenge (RReq). */
  'directory.result-late',
  'directory.result-twice',
  'directory.result-never',
  'directory.result-contradicts',
  /** For a transaction whose challenge no node knows. */
  'directory.result-of-lost-challenge',
  /** The answer to a result is lost, so the directory sends it again. */
  'directory.result-repeated',
  'browser.two-tabs',
  'browser.cancels',
  'browser.wrong-token',
  /** The challenge has ended for the browser, but the issuer has decided nothing. */
  'browser.ends-challenge-undecided',
  'browser.method-unfinished',
] as const

export type Fault = (typeof FAULTS)[number]

export type FaultCounts = Readonly<Record<Fault, number>>

/** Counts the faults of a run. */
export class FaultLog {
  readonly #counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>

  hit(fault: Fault): void {
    this.#counts[fault] += 1
  }

  get counts(): FaultCounts {
    return this.#counts
  }
}
