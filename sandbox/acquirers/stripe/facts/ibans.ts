/** How a debit of a test account ends. */
export interface DebitBehaviour {
  readonly outcome: 'succeeds' | 'fails'
  /** A minute for most; Stripe's slow test accounts take three. */
  readonly afterMs: number
  readonly failure?: 'insufficient_funds' | 'debit_not_authorized' | 'charge_exceeds_source_limit'
  readonly dispute?: true
}

const SOON_MS = 60_000
const LATER_MS = 180_000

/** The ends of Stripe's German test accounts (docs.stripe.com/payments/sepa-debit, "Test"). */
const BEHAVIOURS: Readonly<Record<string, DebitBehaviour>> = {
  DE89370400440532013000: { outcome: 'succeeds', afterMs: SOON_MS },
  DE08370400440532013003: { outcome: 'succeeds', afterMs: LATER_MS },
  DE62370400440532013001: { outcome: 'fails', afterMs: SOON_MS, failure: 'debit_not_authorized' },
  DE78370400440532013004: { outcome: 'fails', afterMs: LATER_MS, failure: 'debit_not_authorized' },
  DE35370400440532013002: { outcome: 'succeeds', afterMs: SOON_MS, dispute: true },
  DE65370400440000343434: {
    outcome: 'fails',
    afterMs: SOON_MS,
    failure: 'charge_exceeds_source_limit',
  },
  DE05370400440000101010: { outcome: 'fails', afterMs: SOON_MS, failure: 'insufficient_funds' },
}

/** Any other account is debited soon. */
export const debitBehaviour = (iban: string): DebitBehaviour =>
  BEHAVIOURS[iban] ?? { outcome: 'succeeds', afterMs: SOON_MS }
