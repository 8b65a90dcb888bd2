import { StoreError } from '../../server/store/errors.ts'
import type { Change } from '../../server/store/port.ts'
import { MAX_SIGHTINGS_DELETED } from '../../server/store/tables/sighting.ts'
import type { OwnKind } from '../../server/store/tables/tables.ts'
import type { Reason, Table, Tables } from './tables.ts'

type OwnWrites = {
  readonly [Kind in OwnKind]: (
    tables: Tables,
    change: Extract<Change, { readonly kind: Kind }>,
  ) => Reason | undefined
}

/** The changes whose statements are written by hand for the SQL engines. May throw `invalid-change`. */
export const OWN_WRITES: OwnWrites = {
  requirePayment: ({ payments }, { id, expectedVersion }) =>
    payments.get(id)?.version === expectedVersion ? undefined : 'version',

  requireVaultRecord: ({ vaultRecords }, { id }) =>
    (vaultRecords.get(id)?.sealed ?? '') === '' ? 'version' : undefined,

  wipeVaultRecord({ vaultRecords }, { id }) {
    const before = vaultRecords.get(id)
    return before === undefined
      ? undefined
      : vaultRecords.replace(before, { ...before, sealed: '' })
  },

  resealVaultRecord({ vaultRecords }, { id, expectedSealed, sealed }) {
    const before = vaultRecords.get(id)
    return before?.sealed === expectedSealed
      ? vaultRecords.replace(before, { ...before, sealed })
      : undefined
  },

  moveGiftCard({ giftCards }, { id, byMinor }) {
    const before = giftCards.get(id)
    if (before === undefined) return 'version'
    // JSON turns NaN and Infinity into null, which would be added as zero.
    if (!Number.isInteger(byMinor)) {
      throw new StoreError('invalid-change', 'No valid value for byMinor')
    }
    return giftCards.replace(before, { ...before, balanceMinor: before.balanceMinor + byMinor })
  },

  takeQuota({ quotas }, { row }) {
    quotas.assertShape(row)
    const before = quotas.get(row.key)
    if (before === undefined) return quotas.insert(row)
    return quotas.replace(before, { ...before, used: before.used + row.used, most: row.most })
  },

  deleteQuota({ quotas }, { key, nowMs }) {
    const row = quotas.get(key)
    if (row !== undefined && row.expiresAtMs <= nowMs) quotas.remove(key)
    return undefined
  },

  deleteSightings({ sightings }, { beforeMs }) {
    const old = sightings
      .entries()
      .filter(([, row]) => row.atMs < beforeMs)
      .sort(([, one], [, other]) => one.atMs - other.atMs)
    for (const [key] of old.slice(0, MAX_SIGHTINGS_DELETED)) sightings.removeEntry(key)
    return undefined
  },

  ensureTimer({ timers }, { timer: kind, subjectId, entityId, dueAtMs, createdAtMs }) {
    if (timers.get(kind, subjectId) !== undefined) return undefined
    const times = { dueAtMs, createdAtMs }
    return timers.insert({ kind, subjectId, entityId, attempts: 0, version: 1, ...times })
  },

  ensureMail({ mails }, { row }) {
    mails.assertShape(row)
    return mails.get(row.id) === undefined ? mails.insert(row) : undefined
  },

  deleteMail({ mails }, { id, beforeMs }) {
    const row = mails.get(id)
    const isOld = row !== undefined && row.state !== 'waiting' && row.createdAtMs < beforeMs
    if (isOld) mails.remove(id)
    return undefined
  },

  eraseMail({ mails }, { id }) {
    if (mails.get(id) !== undefined) mails.remove(id)
    return undefined
  },

  eraseDelivery({ deliveries, deliveryAttempts }, { id }) {
    for (const { attempt } of deliveryAttempts.filter(({ deliveryId }) => deliveryId === id)) {
      deliveryAttempts.remove(id, String(attempt))
    }
    if (deliveries.get(id) !== undefined) deliveries.remove(id)
    return undefined
  },

  erasePayment: ({ payments }, { id, ...texts }) =>
    erase(payments, payments.get(id), 'details', texts),

  eraseRegistration: ({ registrations }, { id, ...texts }) =>
    erase(registrations, registrations.get(id), 'details', texts),

  eraseSchedule: ({ schedules }, { id, ...texts }) =>
    erase(schedules, schedules.get(id), 'request', texts),

  eraseCheckout: ({ checkouts }, { id, ...texts }) =>
    erase(checkouts, checkouts.get(id), 'request', texts),

  eraseAuthentication: ({ authentications }, { id, ...texts }) =>
    erase(authentications, authentications.get(id), 'data', texts),

  eraseAcquirerEvent: ({ acquirerEvents }, { connector, eventId, ...texts }) =>
    erase(acquirerEvents, acquirerEvents.get(connector, eventId), 'event', texts),

  stepTimer({ timers }, { timer, subjectId, expectedVersion, dueAtMs, attempts }) {
    const before = timers.get(timer, subjectId)
    if (before?.version !== expectedVersion) return 'version'
    return timers.replace(before, { ...before, dueAtMs, attempts, version: before.version + 1 })
  },

  endTimer({ timers }, { timer, subjectId, expectedVersion }) {
    const before = timers.get(timer, subjectId)
    if (expectedVersion !== null && before?.version !== expectedVersion) return 'version'
    timers.remove(timer, subjectId)
    return undefined
  },

  deferFollowers({ deliveries }, { id, untilMs }) {
    const first = deliveries.get(id)
    const followers = deliveries.filter(
      (row) =>
        row.state === 'waiting' &&
        row.id !== id &&
        row.queue === first?.queue &&
        row.orderKey === first.orderKey &&
        row.dueAtMs < untilMs,
    )
    for (const row of followers) deliveries.replace(row, { ...row, dueAtMs: untilMs })
    return undefined
  },

  cancelDelivery({ deliveries, deliveryAttempts }, { id }) {
    const isTried = deliveryAttempts.filter(({ deliveryId }) => deliveryId === id).length > 0
    if (deliveries.get(id)?.state === 'waiting' && !isTried) deliveries.remove(id)
    return undefined
  },

  deleteDelivery({ deliveries, deliveryAttempts }, { id, beforeMs }) {
    const row = deliveries.get(id)
    if (row === undefined || row.state === 'waiting' || row.updatedAtMs >= beforeMs)
      return undefined
    for (const { attempt } of deliveryAttempts.filter(({ deliveryId }) => deliveryId === id)) {
      deliveryAttempts.remove(id, String(attempt))
    }
    deliveries.remove(id)
    return undefined
  },

  noteShownToken({ tokens }, { hash, userId, atMs }) {
    const before = tokens.get(hash)
    if (before === undefined) return 'version'
    const { knownTo } = before
    return tokens.replace(before, {
      ...before,
      shownAtMs: Math.max(before.shownAtMs ?? 0, atMs),
      knownTo: knownTo.includes(userId) ? knownTo : `${knownTo} ${userId}`.trim(),
    })
  },

  noteUsedToken({ tokens }, { hash, atMs }) {
    const before = tokens.get(hash)
    if (before === undefined) return undefined
    const lastUsedAtMs = Math.max(before.lastUsedAtMs ?? 0, atMs)
    return tokens.replace(before, { ...before, lastUsedAtMs })
  },

  deleteSession({ sessions }, { id, beforeMs }) {
    const row = sessions.get(id)
    if (row !== undefined && row.lastSeenAtMs < beforeMs) sessions.remove(id)
    return undefined
  },

  takeDeliveryLease({ deliveryLeases }, { queue, expectedVersion, holder, untilMs }) {
    const before = deliveryLeases.get(queue)
    if (before?.version !== expectedVersion) return 'version'
    const after = { ...before, holder, untilMs, version: before.version + 1 }
    return deliveryLeases.replace(before, after)
  },

  endDeliveryLease({ deliveryLeases }, { queue, holder }) {
    if (deliveryLeases.get(queue)?.holder === holder) deliveryLeases.remove(queue)
    return undefined
  },

  noteProviderReference({ providerReferences }, { kind: _kind, referenceKind: kind, ...named }) {
    const row = { ...named, kind }
    const { value, connector } = row
    return providerReferences.get(value, kind, connector) === undefined
      ? providerReferences.insert(row)
      : undefined
  },

  endAcquirerEvent({ acquirerEvents }, { kind: _kind, connector, eventId, ...set }) {
    const before = acquirerEvents.get(connector, eventId)
    if (before?.state !== 'waiting') return 'version'
    return acquirerEvents.replace(before, { ...before, ...set })
  },

  deleteAcquirerEvent({ acquirerEvents }, { connector, eventId }) {
    const row = acquirerEvents.get(connector, eventId)
    if (row !== undefined && row.state !== 'waiting') acquirerEvents.remove(connector, eventId)
    return undefined
  },

  maskSettlementBatch({ settlementBatches }, { kind: _kind, id, ...set }) {
    const before = settlementBatches.get(id)
    return before && settlementBatches.replace(before, { ...before, ...set })
  },

  maskSettlementLine({ settlementLines }, { kind: _kind, batchId, position, ...set }) {
    const before = settlementLines.get(batchId, String(position))
    return before && settlementLines.replace(before, { ...before, ...set })
  },

  rewrapVaultKey({ vaultKeys }, { id, expectedWrapped, wrapped }) {
    const before = vaultKeys.get(id)
    if (before?.wrapped !== expectedWrapped) return 'version'
    return vaultKeys.replace(before, { ...before, wrapped })
  },

  numberSettlementLine({ settlementLines }, { batchId, position, paidWith }) {
    const before = settlementLines.get(batchId, String(position))
    return before ? settlementLines.replace(before, { ...before, paidWith }) : 'version'
  },

  matchSettlementLine({ settlementLines }, { batchId, position, expectedState, matchState, flag }) {
    const before = settlementLines.get(batchId, String(position))
    if (before?.matchState !== expectedState) return 'version'
    return settlementLines.replace(before, { ...before, matchState, flag })
  },

  reportSettlementMatch({ settlementMatches }, { batchId, position, paymentId, expected, ...set }) {
    const before = settlementMatches.get(batchId, String(position), paymentId)
    if (before?.disputeState !== expected) return 'version'
    const { disputeState, disputeId } = set
    return settlementMatches.replace(before, { ...before, disputeState, disputeId })
  },

  advanceReconciliationTarget({ reconciliationTargets }, { entityId, expectedVersion, nextDay }) {
    const before = reconciliationTargets.get(entityId)
    if (before?.version !== expectedVersion) return 'version'
    const after = { ...before, nextDay, version: before.version + 1 }
    return reconciliationTargets.replace(before, after)
  },

  removeReconciliationTarget({ reconciliationTargets }, { entityId, expectedVersion }) {
    if (reconciliationTargets.get(entityId)?.version !== expectedVersion) return 'version'
    reconciliationTargets.remove(entityId)
    return undefined
  },

  endReconciliationDelivery({ reconciliationDeliveries }, { entityId, day, attempt, ...ended }) {
    const before = reconciliationDeliveries.get(entityId, day, String(attempt))
    if (before?.endedAtMs !== null) return 'version'
    const { endedAtMs, outcome, bytes, fault } = ended
    const after = { ...before, endedAtMs, outcome, bytes, fault }
    return reconciliationDeliveries.replace(before, after)
  },

  answerIdempotency({ idempotency }, { scope, key, answer }) {
    const before = idempotency.get(scope, key)
    if (before === undefined || before.answer !== null) return 'version'
    return idempotency.replace(before, { ...before, answer })
  },

  eraseAnswer: ({ idempotency }, { scope, key, ...texts }) =>
    erase(idempotency, idempotency.get(scope, key), 'answer', texts),

  deleteIdempotency({ idempotency }, { scope, key, nowMs }) {
    const row = idempotency.get(scope, key)
    if (row !== undefined && row.expiresAtMs <= nowMs) idempotency.remove(scope, key)
    return undefined
  },
}

/** Replaces a text of a row by what is left of it; a conflict where it is another one by now. */
function erase<Name extends string, Row extends Readonly<Record<Name, string | null>>>(
  table: Table<Row>,
  row: Row | undefined,
  name: Name,
  { before, after }: { readonly before: string; readonly after: string },
): Reason | undefined {
  return row?.[name] === before ? table.replace(row, { ...row, [name]: after }) : 'version'
}
