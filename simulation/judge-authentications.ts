import { MINUTE_MS } from '../common/durations.ts'
import type { AuthenticationInput } from '../server/features/three-ds/index.ts'
import type { ConnectorOperation } from '../server/payments/connectors/index.ts'
import type { PaymentRow } from '../server/store/port.ts'
import type { Audit, AuditedSet } from './audit.ts'
import { type AuditedPayment, latest } from './audited-payment.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import { holdsCode, isEnrolled } from './enrolled-cards.ts'
import { assertInvariant } from './invariants.ts'
import type { JudgeParts } from './judging.ts'
import { proofValueOf, type SimulatedIssuer } from './simulated-issuer.ts'

/**
 * The longest time from the beginning of an authentication to its end, but for a decoupled one: the
 * browser has 30 minutes, then a challenge ten and a half.
 */
const MAX_WAIT_MS = 45 * MINUTE_MS
const MAX_DECOUPLED_WAIT_MS = 150 * MINUTE_MS

/** The channel's settings for authentications, and the facts outside the gateway. */
export interface AuthenticationRules {
  readonly policy: 'never' | 'whenEnrolled'
  readonly onUnavailable: 'fail' | 'charge'
  readonly issuer: SimulatedIssuer
  /** Security codes of enrolled cards by the name of the operation. */
  readonly codes: ReadonlyMap<string, string>
}

/** Compares the state of a payment with its authentication. */
export function judgeAuthentication(
  payment: AuditedPayment,
  { audit, authentication, nowMs }: JudgeParts,
  name: string,
): void {
  const { versions } = payment
  const [before, after] = [versions.at(-2)?.row, latest(versions)]
  if (before === undefined) judgeBeginning(payment, audit, authentication, name)
  if (after.state === 'authenticating') judgeTimeLimit(after, audit, nowMs(), name)
  if (before?.state === 'authenticating' && after.state !== 'authenticating') {
    judgeOutcome(after, audit, authentication, name)
  }
}

/** An enrolled card is authenticated before anything else, where the channel says so. */
function judgeBeginning(
  { versions, isRun }: AuditedPayment,
  audit: Audit,
  { policy }: AuthenticationRules,
  name: string,
): void {
  const row = latest(versions)
  const mustAuthenticate = !isRun && policy === 'whenEnrolled' && isOfEnrolledCard(row, audit)
  assertInvariant(
    'authenticated',
    !mustAuthenticate || row.state === 'authenticating',
    () => `${name} is ${row.state}, although its card is enrolled`,
  )
}

function isOfEnrolledCard(row: PaymentRow, { ownings }: Audit): boolean {
  const isCharged = row.paymentType === 'PA' || row.paymentType === 'DB'
  if (!isCharged || row.referencedId !== null || row.vaultRecordId === null) return false
  return isEnrolled(ownings.vaultRecords.get(row.vaultRecordId)?.sealed ?? '')
}

/** A timer is due in time, with every behaviour of browser and issuer. */
function judgeTimeLimit(row: PaymentRow, audit: Audit, nowMs: number, name: string): void {
  const authentication = audit.authentications.rows.get(row.authenticationId ?? '')
  const timer = audit.work.timer('authentication', row.id)
  if (authentication === undefined || timer === undefined) return
  const limitMs = authentication.state === 'decoupled' ? MAX_DECOUPLED_WAIT_MS : MAX_WAIT_MS
  // A timer that a node has claimed is due again after its lease, if the node dies.
  const latestMs = Math.max(authentication.createdAtMs + limitMs, nowMs + MINUTE_MS)
  assertInvariant(
    'known',
    timer.dueAtMs <= latestMs + 2 * MAX_SKEW_MS,
    () => `${name} is looked after too late`,
  )
}

/** What an authentication made of its payment follows from what the issuer has said (R-3DS-1, R-3DS-2). */
function judgeOutcome(
  row: PaymentRow,
  audit: Audit,
  { issuer, onUnavailable }: AuthenticationRules,
  name: string,
): void {
  const authentication = audit.authentications.rows.get(row.authenticationId ?? '')
  const state = authentication?.state
  const isOver = state === 'passed' || state === 'failed'
  assertInvariant('whole', isOver, () => `${name} is ${row.state}, its authentication ${state}`)
  if (row.state === 'failed') return
  assertInvariant(
    'authenticated',
    state === 'passed',
    () => `${name} is ${row.state} after a failed authentication`,
  )
  const said = issuer.transaction(authentication?.id ?? '')?.said ?? new Set()
  const isProof = said.has('Y') || said.has('A') || onUnavailable === 'charge'
  assertInvariant(
    'authenticated',
    isProof,
    () => `${name} has passed, the issuer said ${[...said]}`,
  )
}

/** Compares what is sent to the acquirer with the authentication of its payment. */
export function judgeSentAuthentication(
  { paymentId, instrument, authentication: proof }: ConnectorOperation,
  payment: AuditedPayment,
  { audit, authentication, nameOf }: JudgeParts,
): void {
  const row = latest(payment.versions)
  const name = nameOf(row)
  const isPlanned = audit.authentications.isPlanned(paymentId)
  assertInvariant('authenticated', (proof !== undefined) === isPlanned, () =>
    isPlanned ? `${name} was sent without its proof` : `${name} was sent with a proof of nothing`,
  )
  if (proof !== undefined) judgeProof(row, proof, authentication, name)
  const typed = authentication.codes.get(payment.operationName)
  const isRepeated = wasSoftDeclined(payment)
  const expected = isRepeated ? undefined : typed
  const sent = instrument?.kind === 'card' && isEnrolled(instrument.number) && instrument.cvv
  if (instrument?.kind !== 'card' || !isEnrolled(instrument.number)) return
  assertInvariant(
    'authenticated',
    sent === expected,
    () => `${name} was sent with the code ${sent}, typed was ${expected}`,
  )
}

function judgeProof(
  { authenticationId }: PaymentRow,
  { status, verificationId }: NonNullable<ConnectorOperation['authentication']>,
  { issuer, onUnavailable }: AuthenticationRules,
  name: string,
): void {
  const transaction = issuer.transaction(authenticationId ?? '')
  const wasSaid = transaction?.said.has(status as 'Y') === true
  if (status === 'Y' || status === 'A') {
    const value = transaction && proofValueOf(transaction, status)
    const isGenuine = wasSaid && verificationId === value
    assertInvariant('authenticated', isGenuine, () => `${name} was sent with a wrong proof`)
  } else {
    const mayCharge = status === 'U' && onUnavailable === 'charge'
    assertInvariant('authenticated', mayCharge, () => `${name} was sent with status ${status}`)
  }
}

/** Whether a charge of the payment was declined softly: after its intent it waits for an authentication. */
function wasSoftDeclined({ versions }: AuditedPayment): boolean {
  const intent = versions.findIndex(({ row }) => row.state === 'intent')
  return intent !== -1 && versions.slice(intent).some(({ row }) => row.state === 'authenticating')
}

/** A security code is sealed as long as its payment is being authenticated, and is nowhere else. */
export function judgeSecrets(set: AuditedSet, { audit, authentication, nameOf }: JudgeParts): void {
  for (const id of set.paymentIds) {
    const payment = audit.payment(id)
    const { operationName } = payment
    const row = latest(payment.versions)
    const code = authentication.codes.get(operationName)
    if (code === undefined) continue
    const mustBeSealed = row.state === 'authenticating' && !wasSoftDeclined(payment)
    assertInvariant(
      'wiped',
      audit.authentications.confidential.has(id) === mustBeSealed,
      () => `${nameOf(row)} is ${row.state}, its code is ${mustBeSealed ? 'gone' : 'still sealed'}`,
    )
    judgeText('a row', JSON.stringify(set.changes), [code])
  }
  for (const change of set.changes) {
    if (change.kind !== 'insertConfidential') continue
    const isThere = audit.payments.has(change.row.paymentId)
    assertInvariant('wiped', isThere, () => 'a code is sealed of a payment that is not there')
  }
}

/** Requests to the directory must not contain the security code. */
export function judgeRequest(input: AuthenticationInput, { codes, audit }: SecretParts): void {
  const paymentId = audit.authentications.rows.get(input.transactionId)?.paymentId
  assertInvariant(
    'known',
    paymentId !== undefined,
    () => 'the directory was asked about an authentication that is not durable',
  )
  const code = codes.get(audit.payment(paymentId).operationName)
  judgeText('a request of the directory', JSON.stringify(input), code === undefined ? [] : [code])
}

interface SecretParts {
  readonly codes: ReadonlyMap<string, string>
  readonly audit: Audit
}

/** No text may contain a readable security code. */
export function judgeText(what: string, text: string, codes: Iterable<string>): void {
  for (const code of codes) {
    assertInvariant('wiped', !holdsCode(text, code), () => `${what} holds a security code: ${text}`)
  }
}
