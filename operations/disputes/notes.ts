/** What the gateway itself writes into the history of a dispute. The back office knows each form in its languages. */
export const NOTES = {
  document: (name: string) => `Document ${name}`,
  taken: (reference: string | undefined) =>
    reference === undefined ? 'Taken' : `Taken as ${reference}`,
  unanswered: 'Nobody answered in time',
  tooLate: 'The bank has decided or gone on before the evidence was sent: it is not sent any more',
  handIn: (why: string) => `${why}: hand the documents in at the acquirer yourself`,
  simulated: 'The cardholder says that the payment was not theirs',
} as const
