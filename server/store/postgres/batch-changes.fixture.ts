import fc from 'fast-check'
import type { Change, MailState, RegistrationStep, Store } from '../port.ts'
import {
  acquirerAccount,
  acquirerEvent,
  auditEntry,
  checkout,
  connectorAccount,
  delivery,
  deliveryAttempt,
  deliveryLease,
  entity,
  event,
  giftCard,
  giftCardPart,
  grant,
  idempotency,
  inBillions,
  installation,
  invitation,
  mail,
  notice,
  numberKey,
  providerReference,
  quota,
  reconciliationDelivery,
  reconciliationTarget,
  refusedRequest,
  registration,
  schedule,
  session,
  settlementFile,
  settlementLine,
  settlementMatch,
  sighting,
  succeeded,
  timeAt,
  timer,
  token,
  user,
  vaultKey,
  vaultRecord,
  webhook,
} from '../testing/sample-rows.ts'

/** A change of the rows whose ids begin with the name of a run. */
type ChangeOfRun = (run: string) => Change

/** So few rows and versions that the sets of a batch meet each other all the time. */
const which = fc.nat({ max: 2 })
const version = fc.integer({ min: 1, max: 3 })
const kind = 'paymentRecovery'
const at = { updatedAtMs: timeAt(1) }

const paymentChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => {
    const row = succeeded({ id: `${run}-${of}`, checkoutId: of === 0 ? null : run })
    return { kind: 'insertPayment', row }
  }),
  fc.tuple(which, version, fc.nat({ max: 3 })).map(([of, expectedVersion, thousands]) => {
    const set = { ...at, refundedMinor: thousands * 4_000_000_000 }
    return (run) => ({ kind: 'stepPayment', id: `${run}-${of}`, expectedVersion, set })
  }),
  fc.tuple(which, version).map(([of, sequence]) => (run) => {
    return { kind: 'appendEvent', row: event(`${run}-${of}`, { sequence }) }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertCheckout', row: checkout({ id: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { ...at, paymentId: `${expectedVersion}` }
    return { kind: 'stepCheckout', id: `${run}-${of}`, expectedVersion, set }
  }),
]

const dueWorkChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => {
    return { kind: 'insertTimer', row: timer({ kind, subjectId: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, hours]) => (run) => {
    const times = { dueAtMs: timeAt(hours), createdAtMs: timeAt(0) }
    const subject = { timer: kind, subjectId: `${run}-${of}`, entityId: null } as const
    return { kind: 'ensureTimer', ...subject, ...times }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { dueAtMs: timeAt(expectedVersion), attempts: 1 }
    return { kind: 'stepTimer', timer: kind, subjectId: `${run}-${of}`, expectedVersion, ...set }
  }),
  fc.tuple(which, fc.option(version)).map(([of, expectedVersion]) => (run) => {
    return { kind: 'endTimer', timer: kind, subjectId: `${run}-${of}`, expectedVersion }
  }),
  which.map((of) => (run) => {
    const row = idempotency({ scope: run, key: `${of}`, expiresAtMs: timeAt(5) })
    return { kind: 'insertIdempotency', row }
  }),
  which.map((of) => (run) => {
    return { kind: 'answerIdempotency', scope: run, key: `${of}`, answer: '{}' }
  }),
  fc.tuple(which, fc.integer({ min: 4, max: 5 }).map(timeAt)).map(([of, nowMs]) => (run) => {
    return { kind: 'deleteIdempotency', scope: run, key: `${of}`, nowMs }
  }),
]

const wiped = { vaultRecordId: null, fingerprint: null }
const registrationSets: readonly RegistrationStep[] = [
  { ...at, state: 'deleted', ...wiped },
  { ...at, state: 'deleted' },
  { ...at, expiresAtMs: timeAt(7) },
]

const storedChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => {
    return { kind: 'insertRegistration', row: registration({ id: `${run}-${of}` }) }
  }),
  fc
    .tuple(which, version, fc.constantFrom(...registrationSets))
    .map(([of, expectedVersion, set]) => (run) => {
      return { kind: 'stepRegistration', id: `${run}-${of}`, expectedVersion, set }
    }),
  which.map((of) => (run) => {
    return { kind: 'insertSchedule', row: schedule({ id: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { ...at, runs: expectedVersion }
    return { kind: 'stepSchedule', id: `${run}-${of}`, expectedVersion, set }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertVaultKey', row: vaultKey({ id: `${run}-${of}` }) }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertVaultRecord', row: vaultRecord(`${run}-0`, { id: `${run}-${of}` }) }
  }),
  which.map((of) => (run) => ({ kind: 'deleteVaultRecord', id: `${run}-${of}` })),
  which.map((of) => (run) => ({ kind: 'requireVaultRecord', id: `${run}-${of}` })),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    return { kind: 'requirePayment', id: `${run}-${of}`, expectedVersion }
  }),
  which.map((of) => (run) => ({ kind: 'wipeVaultRecord', id: `${run}-${of}` })),
  fc.tuple(which, version).map(([of, at]) => (run) => {
    const expectedSealed = at === 1 ? vaultRecord('').sealed : `sealed ${at - 1}`
    return { kind: 'resealVaultRecord', id: `${run}-${of}`, expectedSealed, sealed: `sealed ${at}` }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertEntity', row: entity({ id: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { name: `${expectedVersion}` }
    return { kind: 'stepEntity', id: `${run}-${of}`, expectedVersion, set }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertToken', row: token(`${run}-0`, { hash: `${run}-${of}` }) }
  }),
  which.map((of) => (run) => ({ kind: 'deleteToken', hash: `${run}-${of}` })),
  fc.tuple(which, version).map(([of, atMs]) => (run) => {
    return { kind: 'noteShownToken', hash: `${run}-${of}`, userId: `user-${atMs}`, atMs }
  }),
  fc.tuple(which, version).map(([of, atMs]) => (run) => {
    return { kind: 'noteUsedToken', hash: `${run}-${of}`, atMs }
  }),
]

/** Of one webhook for each run. */
function noticeIn(run: string, of: number) {
  return notice({ webhookId: run, orderKey: `${of}`, subjectId: `${of}`, id: `${run}-${of}` })
}

const deliveryChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => ({ kind: 'insertWebhook', row: webhook({ id: `${run}-${of}` }) })),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { ...at, failingSinceMs: expectedVersion === 2 ? null : timeAt(expectedVersion) }
    return { kind: 'stepWebhook', id: `${run}-${of}`, expectedVersion, set }
  }),
  which.map((of) => (run) => ({ kind: 'insertNotice', row: noticeIn(run, of) })),
  which.map((of) => (run) => ({ kind: 'removeNotice', ...noticeIn(run, of) })),
  which.map((of) => (run) => ({ kind: 'insertDelivery', row: delivery({ id: `${run}-${of}` }) })),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { ...at, state: 'delivered', attempts: expectedVersion } as const
    return { kind: 'stepDelivery', id: `${run}-${of}`, expectedVersion, set }
  }),
  which.map((of) => (run) => ({ kind: 'cancelDelivery', id: `${run}-${of}` })),
  which.map((of) => (run) => {
    return { kind: 'deleteDelivery', id: `${run}-${of}`, beforeMs: timeAt(2) }
  }),
  fc.tuple(which, version).map(([of, attempt]) => (run) => {
    return { kind: 'insertDeliveryAttempt', row: deliveryAttempt(`${run}-${of}`, { attempt }) }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertDeliveryLease', row: deliveryLease({ queue: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { holder: `${expectedVersion}`, untilMs: timeAt(expectedVersion) }
    return { kind: 'takeDeliveryLease', queue: `${run}-${of}`, expectedVersion, ...set }
  }),
  which.map((of) => (run) => {
    return { kind: 'endDeliveryLease', queue: `${run}-${of}`, holder: '1' }
  }),
]

const taking: fc.Arbitrary<ChangeOfRun> = fc
  .tuple(which, fc.constantFrom(1, 1, 0, 2, 4, -1), fc.constantFrom(3, 3, 3, 2, 4))
  .map(([of, used, most]) => (run) => {
    const row = quota({ key: `${run}-${of}`, used, most, expiresAtMs: timeAt(5) })
    return { kind: 'takeQuota', row }
  })

const countedChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => {
    return {
      kind: 'insertGiftCard',
      row: giftCard({ id: `${run}-${of}`, issuedMinor: inBillions(3) }),
    }
  }),
  fc.tuple(which, fc.integer({ min: -3, max: 2 })).map(([of, byMinor]) => (run) => {
    return { kind: 'moveGiftCard', id: `${run}-${of}`, byMinor }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertGiftCardPart', row: giftCardPart({ id: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { ...at, state: 'paid' } as const
    return { kind: 'stepGiftCardPart', id: `${run}-${of}`, expectedVersion, set }
  }),
  taking,
  fc.tuple(which, fc.integer({ min: 4, max: 5 }).map(timeAt)).map(([of, nowMs]) => (run) => {
    return { kind: 'deleteQuota', key: `${run}-${of}`, nowMs }
  }),
  fc.tuple(which, version).map(([of, atMs]) => (run) => {
    return {
      kind: 'appendSighting',
      row: sighting({ subject: `${run}-${of}`, atMs: timeAt(atMs) }),
    }
  }),
  version.map((beforeMs) => () => ({
    kind: 'deleteSightings',
    beforeMs: timeAt(beforeMs),
  })),
]

const settlementChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => ({ kind: 'insertEntity', row: entity({ id: `${run}-${of}` }) })),
  which.map((of) => (run) => {
    const row = acquirerAccount(`${run}-${of}`, { id: `${run}-${of}` })
    return { kind: 'insertAcquirerAccount', row }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    return { kind: 'stepAcquirerAccount', id: `${run}-${of}`, expectedVersion, set: at }
  }),
  fc.tuple(which, which).map(([of, hash]) => (run) => {
    const row = settlementFile(`${run}-0`, { id: `${run}-${of}`, hash: `${run}-${hash}` })
    return { kind: 'insertSettlementFile', row }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { ...at, state: expectedVersion === 2 ? 'removed' : 'imported' } as const
    return { kind: 'stepSettlementFile', id: `${run}-${of}`, expectedVersion, set }
  }),
  fc.tuple(which, version).map(([of, position]) => (run) => {
    const row = settlementLine(settlementFile(run, { id: run }), {
      position,
      recordId: `${run}-${of}`,
    })
    return { kind: 'insertSettlementLine', row }
  }),
  version.map((position) => (run) => {
    return { kind: 'removeSettlementLine', batchId: `${run}-1`, position }
  }),
  fc.tuple(which, version).map(([of, wrap]) => (run) => ({
    kind: 'rewrapVaultKey',
    id: `${run}-${of}`,
    expectedWrapped: 'wrapped',
    wrapped: `wrapped ${wrap}`,
  })),
  fc.tuple(which, version).map(([of, position]) => (run) => {
    const paidWith = `payout ${of}`
    return { kind: 'numberSettlementLine', batchId: `${run}-1`, position, paidWith }
  }),
  version.map((position) => (run) => ({
    kind: 'matchSettlementLine',
    batchId: `${run}-1`,
    position,
    expectedState: 'NOT_MATCHED',
    matchState: 'MATCHED',
    flag: null,
  })),
  fc.tuple(which, version).map(([of, position]) => (run) => {
    const line = settlementLine(settlementFile(run, { id: run }), { position })
    const row = settlementMatch(line, { paymentId: `${run}-${of}`, disputeState: 'due' })
    return { kind: 'insertSettlementMatch', row }
  }),
  fc.tuple(which, version).map(([of, position]) => (run) => ({
    kind: 'reportSettlementMatch',
    batchId: `${run}-1`,
    position,
    paymentId: `${run}-${of}`,
    expected: 'due',
    disputeState: 'reported',
    disputeId: `${run}-${position}`,
  })),
  which.map((of) => (run) => {
    return { kind: 'insertReconciliationTarget', row: reconciliationTarget(`${run}-${of}`) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const nextDay = `day ${expectedVersion}`
    const entityId = `${run}-${of}`
    return { kind: 'advanceReconciliationTarget', entityId, expectedVersion, nextDay }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    return { kind: 'removeReconciliationTarget', entityId: `${run}-${of}`, expectedVersion }
  }),
  fc.tuple(which, version).map(([of, attempt]) => (run) => {
    const row = reconciliationDelivery({ entityId: `${run}-${of}`, attempt })
    return { kind: 'insertReconciliationDelivery', row }
  }),
  fc.tuple(which, version).map(([of, attempt]) => (run) => ({
    kind: 'endReconciliationDelivery',
    entityId: `${run}-${of}`,
    day: reconciliationDelivery().day,
    attempt,
    endedAtMs: timeAt(attempt),
    outcome: 'failed',
    bytes: null,
    fault: 'away',
  })),
]

const installationChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => ({
    kind: 'insertNumberKey',
    row: numberKey({ id: `${run}-${of}` }),
  })),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => ({
    kind: 'stepNumberKey',
    id: `${run}-${of}`,
    expectedVersion,
    set: { endsAtMs: timeAt(expectedVersion) },
  })),
  which.map((of) => (run) => ({
    kind: 'insertInstallation',
    row: installation({ id: `${run}-${of}` }),
  })),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => ({
    kind: 'stepInstallation',
    id: `${run}-${of}`,
    expectedVersion,
    set: { clockHeldAtMs: timeAt(expectedVersion) },
  })),
]

const accountChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => ({ kind: 'insertEntity', row: entity({ id: `${run}-${of}` }) })),
  fc.tuple(which, which).map(([of, owner]) => (run) => ({
    kind: 'insertConnectorAccount',
    row: connectorAccount(`${run}-${owner}`, { id: `${run}-${of}` }),
  })),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => ({
    kind: 'stepConnectorAccount',
    id: `${run}-${of}`,
    expectedVersion,
    set: { ...at, state: expectedVersion === 2 ? 'disabled' : 'active' },
  })),
  fc.tuple(which, which).map(([of, paymentId]) => (run) => ({
    ...providerReference({ value: `${run}-${of}`, paymentId: `${run}-${paymentId}` }),
    kind: 'noteProviderReference',
    referenceKind: 'charge',
  })),
  which.map((of) => (run) => ({
    kind: 'insertAcquirerEvent',
    row: acquirerEvent({ eventId: `${run}-${of}` }),
  })),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => ({
    kind: 'endAcquirerEvent',
    connector: 'simulator',
    eventId: `${run}-${of}`,
    state: expectedVersion === 2 ? 'waiting' : 'kept',
    paymentId: null,
    endedAtMs: timeAt(expectedVersion),
  })),
  which.map((of) => (run) => ({
    kind: 'deleteAcquirerEvent',
    connector: 'simulator',
    eventId: `${run}-${of}`,
  })),
]

const peopleChanges: fc.Arbitrary<ChangeOfRun>[] = [
  which.map((of) => (run) => ({ kind: 'insertEntity', row: entity({ id: `${run}-${of}` }) })),
  fc.tuple(which, which).map(([of, email]) => (run) => {
    return { kind: 'insertUser', row: user({ id: `${run}-${of}`, email: `${run}-${email}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { ...at, failedTries: expectedVersion, lockedUntilMs: null }
    return { kind: 'stepUser', id: `${run}-${of}`, expectedVersion, set }
  }),
  fc.tuple(which, which).map(([of, entityId]) => (run) => {
    return { kind: 'insertGrant', row: grant(`${run}-${of}`, `${run}-${entityId}`) }
  }),
  fc.tuple(which, which).map(([of, entityId]) => (run) => {
    return { kind: 'deleteGrant', userId: `${run}-${of}`, entityId: `${run}-${entityId}` }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertSession', row: session(`${run}-${of}`, { id: `${run}-${of}` }) }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = { lastSeenAtMs: timeAt(expectedVersion), endedAtMs: null }
    return { kind: 'stepSession', id: `${run}-${of}`, expectedVersion, set }
  }),
  fc.tuple(which, version).map(([of, beforeMs]) => (run) => {
    return { kind: 'deleteSession', id: `${run}-${of}`, beforeMs: timeAt(beforeMs) }
  }),
  which.map((of) => (run) => {
    return { kind: 'insertInvitation', row: invitation(`${run}-0`, { id: `${run}-${of}` }) }
  }),
  which.map((of) => (run) => ({ kind: 'deleteInvitation', id: `${run}-${of}` })),
  fc.tuple(which, which).map(([of, recipient]) => (run) => {
    const row = mail({ id: `${run}-${of}`, subjectId: run, recipient: `${recipient}` })
    return { kind: 'ensureMail', row }
  }),
  fc.tuple(which, version).map(([of, expectedVersion]) => (run) => {
    const set = {
      ...at,
      state: (expectedVersion === 2 ? 'sent' : 'waiting') as MailState,
      attempts: 1,
      reply: null,
    }
    return { kind: 'stepMail', id: `${run}-${of}`, expectedVersion, set } as const
  }),
  which.map((of) => (run) => {
    return { kind: 'insertRefusedRequest', row: refusedRequest({ id: `${run}-${of}`, ndc: run }) }
  }),
  which.map((of) => (run) => ({ kind: 'removeRefusedRequest', id: `${run}-${of}` })),
  which.map((of) => (run) => ({ kind: 'deleteMail', id: `${run}-${of}`, beforeMs: timeAt(9) })),
  version.map((sequence) => (run) => {
    return { kind: 'appendAuditEntry', row: auditEntry({ rootId: run, sequence }) }
  }),
]

function batchOf(...changes: fc.Arbitrary<ChangeOfRun>[]) {
  const set = fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 3 })
  return fc.array(set, { maxLength: 16 })
}

/** Of few kinds at a time, so that they meet, and of all kinds together. */
export const batch = fc.oneof(
  batchOf(...paymentChanges, ...dueWorkChanges),
  batchOf(...storedChanges),
  batchOf(...countedChanges),
  batchOf(...deliveryChanges),
  batchOf(...settlementChanges),
  batchOf(...installationChanges, ...peopleChanges),
  batchOf(...accountChanges),
  batchOf(taking),
  batchOf(...paymentChanges, ...dueWorkChanges, ...storedChanges, ...countedChanges),
)

/** Everything that the changes of a run can have left. */
export async function rowsOf({ read }: Store, run: string): Promise<unknown[]> {
  const found = [0, 1, 2].map((of) => {
    const id = `${run}-${of}`
    return Promise.all([
      read.payment(id),
      read.events(id),
      read.checkout(id),
      read.timer(kind, id),
      read.idempotency(run, `${of}`),
      read.registration(id),
      read.schedule(id),
      read.vaultRecord(id),
      read.entity(id),
      read.token(id),
      read.giftCard(id),
      read.giftCardPart(id),
      read.quota(id),
      read.sightings(sighting().entityId, id, 0, 'EUR'),
      read.webhook(id),
      read.delivery(id),
      read.deliveryAttempts(id),
      read.deliveryLease(id),
      read.noticesOf(run, 10),
      read.connectorAccount(id),
      read.providerReferencesOfPayments([id]),
      read.acquirerEvent('simulator', id),
      read.acquirerAccount(id),
      read.settlementFile(id),
      read.reconciliationTarget(id),
      read.reconciliationDeliveries(id, 10),
      read.installation(id),
      read.numberKey(id),
      read.user(id),
      read.grantsOfUser(id),
      read.session(id),
      read.invitation(id),
      read.mail(id),
      read.auditEntriesAfter(run, 0, 10),
    ])
  })
  const lines = read.settlementLines(`${run}-1`, 0, 10)
  const refused = read.refusedRequestsOfNdc(run, 10)
  const matches = read.settlementMatchesOfLines(`${run}-1`, 0, 10)
  return Promise.all([...found, lines, matches, refused])
}
