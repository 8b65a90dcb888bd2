import type { Controlled } from '../shared/control-page.ts'
import type { Ledger } from '../shared/ledger.ts'
import type { RequestLog } from '../shared/request-log.ts'
import type { Happenings } from './happenings.ts'
import type { Webhooks } from './webhooks.ts'
import type { Fault, StripeFaults } from './wire/faults.ts'

/** What the page of the emulator acts on. */
export interface ControlParts {
  readonly faults: StripeFaults
  readonly happenings: Happenings
  readonly webhooks: Webhooks
  readonly log: RequestLog
  readonly ledger: Ledger
  /** CSV: what was settled with all payouts until now. */
  readonly report: () => string
  readonly runDue: () => void
}

/** Faults as a person chooses them. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'no connection': { kind: 'noConnection' },
  'done, without an answer': { kind: 'acceptedWithoutAnswer' },
  'late answer': { kind: 'lateAnswer' },
  'half an answer': { kind: 'halfAnswer' },
  'error that is repeated, done': { kind: 'storedError', isDone: true },
  'error that is repeated, not done': { kind: 'storedError', isDone: false },
  'error with nothing done': { kind: 'error', status: 500 },
  'too many requests': { kind: 'rateLimited' },
  'too many requests, with a time': { kind: 'rateLimited', retryAfterS: 5 },
  'object locked': { kind: 'lockTimeout' },
  'key in use': { kind: 'keyInUse' },
  'key expired': { kind: 'keyExpired' },
  'credential revoked': { kind: 'credentialRevoked' },
  'permission missing': { kind: 'permissionMissing' },
  'other environment': { kind: 'otherEnvironment' },
  declined: { kind: 'decline', code: 'generic_decline' },
  'events before the answer': { kind: 'eventsBeforeAnswer' },
  'events twice': { kind: 'eventsTwice' },
  'events reversed': { kind: 'eventsReversed' },
  'events lost': { kind: 'eventsLost' },
}

const happeningsById = (happenings: Happenings): Controlled<Fault>['namedHappenings'] => ({
  'refund made elsewhere': (id) => happenings.refundElsewhere(id),
  'capture made elsewhere': (id) => happenings.captureElsewhere(id),
  'paid elsewhere': (id) => happenings.paidElsewhere(id),
  'charge fails late': (id) => happenings.chargeFails(id),
  'hold expires': (id) => happenings.holdExpires(id),
  'refund fails': (id) => happenings.refundFails(id),
  'dispute opens': (id) => happenings.disputeOpens(id),
  'inquiry opens': (id) => happenings.disputeOpens(id, { isInquiry: true }),
  'inquiry is closed': (id) => happenings.disputeEnds(id, 'warning_closed'),
  'dispute is won': (id) => happenings.disputeEnds(id, 'won'),
  'dispute is lost': (id) => happenings.disputeEnds(id, 'lost'),
  'fraud is reported': (id) => happenings.fraudIsReported(id),
  'payout in this currency': (id) => happenings.paysOut(id),
  'payout fails': (id) => happenings.payoutFails(id),
})

/** What the page of an emulated Stripe shows. */
export const controlledStripe = (parts: ControlParts): Controlled<Fault> => ({
  ...parts,
  name: 'Stripe',
  namedFaults: FAULTS,
  namedHappenings: happeningsById(parts.happenings),
  examples: { path: '/v1/refunds', id: 'pi_…, re_…, du_…, po_… or eur' },
})
