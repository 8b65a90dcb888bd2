/** Values of `customParameters[SIMULATOR_outcome]` for the manual; the test beside tries each of them. */
export const selectableOutcomes: readonly {
  readonly value: string
  readonly effect: string
  /** The course and the verdict that it leads to. */
  readonly course: string
}[] = [
  {
    value: 'approve',
    effect: 'Approved at once, without the shopper and with every holder.',
    course: 'atOnce approved',
  },
  {
    value: 'decline:800.100.151',
    effect: 'Declined at once with that code; a code that says pending waits like `pending`.',
    course: 'atOnce declined',
  },
  {
    value: 'decline:800.100.151,advice:24',
    effect:
      'The same, with that `MerchantAdviceCode` where the merchant starts the payment: runs of a schedule are paid again as it says.',
    course: 'atOnce declined',
  },
  {
    value: 'pending',
    effect: 'Waits for a decision on the page; for 24 hours.',
    course: 'atOnce pending',
  },
  {
    value: 'unsupported',
    effect: 'Declined: the acquirer does not do this kind of operation.',
    course: 'atOnce unsupported',
  },
  {
    value: 'delay:2000',
    effect: 'The usual outcome after this number of milliseconds, 30,000 at most.',
    course: 'delayed approved',
  },
  {
    value: 'delay:2000,decline:800.100.151',
    effect: 'Any of the five above after a delay.',
    course: 'delayed declined',
  },
  {
    value: 'timeout',
    effect: 'The outcome stays unknown: pending, and after seven days a person has to look.',
    course: 'timeout',
  },
  {
    value: 'taken',
    effect:
      'Accepted: pending until it is decided on the page of `resultDetails.SimulatorUrl`, however late that is. Captures, reversals and refunds in the profile legacy count as done at once.',
    course: 'atOnce taken',
  },
  {
    value: 'timeout-then-approved',
    effect:
      'Pending at first; approved once the acquirer is asked (reading the payment after 5 seconds does) or answers late, after 2 seconds.',
    course: 'approvedUnheard',
  },
  {
    value: 'duplicate',
    effect: 'Approved, and the acquirer says so a second time after 2 seconds.',
    course: 'approvedTwice',
  },
  {
    value: 'approve-then-failed',
    effect:
      'Approved, and after 2 seconds the acquirer says that it has failed after all: a payment of type RV takes it back, and what a capture, reversal or refund had used is open again.',
    course: 'approvedThenFailed',
  },
]
