import type { Controlled } from '../shared/control-page.ts'
import type { Ledger } from '../shared/ledger.ts'
import type { RequestLog } from '../shared/request-log.ts'
import type { Happenings } from './happenings.ts'
import type { Webhooks } from './webhooks.ts'
import type { AdyenFaults, Fault } from './wire/faults.ts'

/** What the page of the emulator acts on. */
export interface ControlParts {
  readonly faults: AdyenFaults
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
  'key in use': { kind: 'keyInUse' },
  'key expired': { kind: 'keyExpired' },
  'credential revoked': { kind: 'credentialRevoked' },
  'permission missing': { kind: 'permissionMissing' },
  'foreign account': { kind: 'foreignAccount' },
  'other environment': { kind: 'otherEnvironment' },
  declined: { kind: 'decline', code: '2' },
  'one unit approved': { kind: 'lessApproved', amount: 1 },
  'modification fails': { kind: 'modificationFails', reason: 'Refused by the acquirer' },
  'events before the answer': { kind: 'eventsBeforeAnswer' },
  'events twice': { kind: 'eventsTwice' },
  'events reversed': { kind: 'eventsReversed' },
  'events lost': { kind: 'eventsLost' },
  'events badly signed': { kind: 'eventsBadlySigned' },
  'events of another account': { kind: 'eventsOfOtherAccount' },
  'events of the other environment': { kind: 'eventsOfOtherEnvironment' },
}

const happeningsById = (happenings: Happenings): Controlled<Fault>['namedHappenings'] => ({
  'refund made elsewhere': (id) => happenings.refundElsewhere(id),
  'capture made elsewhere': (id) => happenings.captureElsewhere(id),
  'cancelled elsewhere': (id) => happenings.cancelledElsewhere(id),
  'bank has paid': (id) => happenings.bankDecides(id, true),
  'bank has not paid': (id) => happenings.bankDecides(id, false),
  'hold expires': (id) => happenings.holdExpires(id),
  'offer closes': (id) => happenings.offerCloses(id),
  'capture fails': (id) => happenings.captureFails(id),
  'capture is repeated': (id) => happenings.captureIsRepeated(id),
  'refund fails': (id) => happenings.refundFails(id),
  'refund is reversed': (id) => happenings.refundIsReversed(id),
  'dispute opens': (id) => happenings.disputeOpens(id),
  'issuer asks for information': (id) =>
    happenings.disputeOpens(id, { eventCode: 'REQUEST_FOR_INFORMATION' }),
  'charged back at once': (id) => happenings.disputeOpens(id, { eventCode: 'CHARGEBACK' }),
  chargeback: (id) => happenings.disputeGoesOn(id, 'CHARGEBACK'),
  'chargeback is reversed': (id) => happenings.disputeGoesOn(id, 'CHARGEBACK_REVERSED'),
  'issuer does not answer the defence': (id) =>
    happenings.disputeGoesOn(id, 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED'),
  'second chargeback': (id) => happenings.disputeGoesOn(id, 'SECOND_CHARGEBACK'),
  'pre-arbitration is won': (id) => happenings.disputeGoesOn(id, 'PREARBITRATION_WON'),
  'pre-arbitration is lost': (id) => happenings.disputeGoesOn(id, 'PREARBITRATION_LOST'),
  'defence period ends': (id) => happenings.disputeGoesOn(id, 'DISPUTE_DEFENSE_PERIOD_ENDED'),
  'payout in this currency': (id) => happenings.paysOut(id),
  'fraud is reported': (id) => happenings.fraudIsReported(id),
})

/** What the page of an emulated Adyen shows. */
export const controlledAdyen = (parts: ControlParts): Controlled<Fault> => ({
  ...parts,
  name: 'Adyen',
  namedFaults: FAULTS,
  namedHappenings: happeningsById(parts.happenings),
  examples: { path: '/v71/payments', id: 'reference of a payment, capture, refund or dispute' },
})
