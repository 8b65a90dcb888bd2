import fc from 'fast-check'
import type { Change, Store } from '../port.ts'
import {
  acquirerAccount,
  acquirerEvent,
  auditEntry,
  connectorAccount,
  delivery,
  deliveryAttempt,
  deliveryLease,
  entity,
  giftCard,
  giftCardPart,
  grant,
  inBillions,
  invitation,
  mail,
  notice,
  providerReference,
  quota,
  refusedRequest,
  registration,
  schedule,
  session,
  settlementFile,
  settlementLine,
  sighting,
  timeAt,
  token,
  user,
  webhook,
} from './sample-rows.ts'

/**
 * Changes of registrations, schedules, gift cards and their parts, quotas, sightings, entities, tokens, webhooks, connector accounts and
 * settlement files, for
 * tests that run two stores side by side: few subjects and small amounts, so that they meet limits and
 * each other.
 */
export interface OwnedMove {
  readonly move: 'owned'
  readonly of: number
  readonly act: (typeof ACTS)[number]
  /** More than the version that is there. */
  readonly late: number
  readonly amount: number
}

const ACTS = [
  'register',
  'renew',
  'wipe',
  'wipeHalf',
  'plan',
  'replan',
  'issue',
  'pay',
  'reserve',
  'settle',
  'take',
  'forgetQuota',
  'see',
  'forgetSeen',
  'own',
  'rename',
  'bear',
  'revoke',
  'showToken',
  'useToken',
  'hook',
  'unhook',
  'account',
  'reaccount',
  'refer',
  'hear',
  'work',
  'reap',
  'report',
  'notice',
  'place',
  'send',
  'defer',
  'forgetSent',
  'lease',
  'endLease',
  'file',
  'imported',
  'matched',
  'line',
  'number',
  'unline',
  'match',
  'join',
  'try',
  'grant',
  'ungrant',
  'signIn',
  'seen',
  'forgetSession',
  'writeMail',
  'postMail',
  'deleteMail',
  'refuseRequest',
  'forgetRefused',
  'invite',
  'uninvite',
  'write',
] as const

export const ownedMove: fc.Arbitrary<OwnedMove> = fc.record({
  move: fc.constant('owned' as const),
  of: fc.nat({ max: 2 }),
  act: fc.constantFrom(...ACTS),
  late: fc.constantFrom(0, 0, 0, 0, 1),
  amount: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -4, max: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(0.5, Number.NaN, 2 ** 53) },
  ),
})

/** The change that a move stands for, decided on what `store` holds. */
export async function ownedChange(store: Store, id: string, move: OwnedMove): Promise<Change> {
  switch (move.act) {
    case 'register':
    case 'renew':
    case 'wipe':
    case 'wipeHalf':
      return registrationChange(store, id, move)
    case 'plan':
    case 'replan':
      return scheduleChange(store, id, move)
    case 'reserve':
    case 'settle':
      return partChange(store, id, move)
    case 'own':
    case 'rename':
    case 'bear':
    case 'revoke':
    case 'showToken':
    case 'useToken':
      return accessChange(store, id, move)
    case 'account':
    case 'reaccount':
    case 'refer':
    case 'hear':
    case 'work':
    case 'reap':
      return accountChange(store, id, move)
    case 'hook':
    case 'unhook':
    case 'report':
    case 'notice':
    case 'place':
    case 'send':
    case 'defer':
    case 'forgetSent':
      return webhookChange(store, id, move)
    case 'lease':
    case 'endLease':
      return leaseChange(store, id, move)
    case 'file':
    case 'imported':
    case 'matched':
    case 'line':
    case 'number':
    case 'unline':
    case 'match':
      return settlementChange(store, id, move)
    case 'join':
    case 'try':
    case 'grant':
    case 'ungrant':
    case 'signIn':
    case 'seen':
    case 'forgetSession':
    case 'writeMail':
    case 'postMail':
    case 'deleteMail':
    case 'refuseRequest':
    case 'forgetRefused':
    case 'invite':
    case 'uninvite':
    case 'write':
      return personChange(store, id, move)
    default:
      return countedChange(id, move)
  }
}

/** Of entities of `accessChange`: a role or an invitation may be for none. */
async function personChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  const sessionId = `${id}-session`
  const invitationId = `${id}-invitation`
  switch (act) {
    case 'join':
      // Some with the e-mail of others.
      return {
        kind: 'insertUser',
        row: user({ id, email: amount > 2 ? `${queueOf(id)}@x` : `${id}@x` }),
      }
    case 'try': {
      const expectedVersion = ((await read.user(id))?.version ?? 1) + late
      const lockedUntilMs = amount > 2 ? timeAt(1) : null
      const set = { failedTries: Math.abs(amount), lockedUntilMs, updatedAtMs: timeAt(1) }
      return { kind: 'stepUser', id, expectedVersion, set }
    }
    case 'grant':
      return {
        kind: 'insertGrant',
        row: grant(id, id, { role: amount > 0 ? 'owner' : 'reader' }),
      }
    case 'ungrant':
      return { kind: 'deleteGrant', userId: id, entityId: id }
    case 'signIn':
      return { kind: 'insertSession', row: session(id, { id: sessionId, entityId: id }) }
    case 'seen': {
      const expectedVersion = ((await read.session(sessionId))?.version ?? 1) + late
      const endedAtMs = amount > 2 ? timeAt(1) : null
      const set = { lastSeenAtMs: timeAt(Math.trunc(amount) || 1), endedAtMs }
      return { kind: 'stepSession', id: sessionId, expectedVersion, set }
    }
    case 'forgetSession':
      return { kind: 'deleteSession', id: sessionId, beforeMs: timeAt(late) }
    case 'writeMail':
      return {
        kind: 'ensureMail',
        row: mail({ id, entityId: id, subjectId: id, recipient: `${amount}@x` }),
      }
    case 'postMail': {
      const expectedVersion = ((await read.mail(id))?.version ?? 1) + late
      const state = amount > 0 ? 'sent' : 'waiting'
      const set = { state, attempts: 1, reply: null, updatedAtMs: timeAt(1) } as const
      return { kind: 'stepMail', id, expectedVersion, set }
    }
    case 'deleteMail':
      return { kind: 'deleteMail', id, beforeMs: timeAt(late) }
    case 'refuseRequest':
      return { kind: 'insertRefusedRequest', row: refusedRequest({ id, entityId: id, ndc: id }) }
    case 'forgetRefused':
      return { kind: 'removeRefusedRequest', id }
    case 'invite':
      return { kind: 'insertInvitation', row: invitation(id, { id: invitationId }) }
    case 'uninvite':
      return { kind: 'deleteInvitation', id: invitationId }
    default:
      return {
        kind: 'appendAuditEntry',
        row: auditEntry({ rootId: id, sequence: amount > 0 ? Math.trunc(amount) || 1 : 1 }),
      }
  }
}

/** Of accounts that are named like the entities of `accessChange`: a file may refer to none. */
async function settlementChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  const account = acquirerAccount(id, { id })
  if (act === 'file') {
    if (late === 0) return { kind: 'insertAcquirerAccount', row: account }
    return { kind: 'insertSettlementFile', row: settlementFile(id, { id, hash: id }) }
  }
  if (act === 'matched') {
    const expectedVersion = ((await read.acquirerAccount(id))?.version ?? 1) + late
    const set = { updatedAtMs: timeAt(expectedVersion) }
    return { kind: 'stepAcquirerAccount', id, expectedVersion, set }
  }
  const file = settlementFile(id, { id })
  if (act === 'imported') {
    const expectedVersion = ((await read.settlementFile(id))?.version ?? 1) + late
    const state = amount > 0 ? 'imported' : 'removed'
    const set = { state, updatedAtMs: timeAt(expectedVersion) } as const
    return { kind: 'stepSettlementFile', id, expectedVersion, set }
  }
  // Two positions and two records, which meet each other.
  const position = amount > 0 ? 1 : 2
  const { batchId } = settlementLine(file)
  if (act === 'number') {
    return { kind: 'numberSettlementLine', batchId, position, paidWith: `payout ${late}` }
  }
  if (act === 'unline') return { kind: 'removeSettlementLine', batchId, position }
  if (act === 'line') {
    const row = settlementLine(file, { position, recordId: `${id}-${late}` })
    const { netMinor } = row
    return {
      kind: 'insertSettlementLine',
      row: { ...row, netMinor: amount > 3 ? 1 : netMinor },
    }
  }
  return {
    kind: 'matchSettlementLine',
    batchId,
    position,
    expectedState: late === 0 ? 'NOT_MATCHED' : 'MATCHED',
    matchState: 'MATCHED',
    flag: amount > 0 ? 'flag' : null,
  }
}

async function registrationChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  const fingerprint = `${id}-number`
  if (act === 'register') {
    const vaultRecordId = late === 0 ? `${id}-v` : null
    // Some of the same number as others, and of these some that are kept once.
    const sole = { fingerprint: amount > 2 ? 'number' : fingerprint, deduplicated: amount > 0 }
    return { kind: 'insertRegistration', row: registration({ id, vaultRecordId, ...sole }) }
  }
  const version = (await read.registration(id))?.version ?? 1
  const set = {
    renew: { expiresAtMs: timeAt(amount || 1), resultCode: `r${amount}` },
    wipe: { state: 'deleted', vaultRecordId: null, fingerprint: null },
    wipeHalf: { state: 'expired', fingerprint: null },
  } as const
  return {
    kind: 'stepRegistration',
    id,
    expectedVersion: version + late,
    set: { updatedAtMs: timeAt(version), ...set[act as keyof typeof set] },
  }
}

async function partChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  if (act === 'reserve') {
    return { kind: 'insertGiftCardPart', row: giftCardPart({ id, amountMinor: Math.abs(amount) }) }
  }
  const version = (await read.giftCardPart(id))?.version ?? 1
  const set = { state: amount > 0 ? 'paid' : 'returned', updatedAtMs: timeAt(version) } as const
  return { kind: 'stepGiftCardPart', id, expectedVersion: version + late, set }
}

async function scheduleChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  if (act === 'plan') {
    const row = schedule({ id, registrationId: `${id}-r`, amountMinor: Math.abs(amount) })
    return { kind: 'insertSchedule', row }
  }
  const version = (await read.schedule(id))?.version ?? 1
  const set =
    amount > 0
      ? { nextRunAtMs: timeAt(amount), pastDueSinceMs: timeAt(1), cardLookAtMs: timeAt(2) }
      : ({ state: amount < 0 ? 'paused' : 'ended', pauseReason: 'merchant' } as const)
  const step = { updatedAtMs: timeAt(version), ...set }
  return { kind: 'stepSchedule', id, expectedVersion: version + late, set: step }
}

async function accessChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  if (act === 'own') return { kind: 'insertEntity', row: entity({ id }) }
  if (act === 'bear') return { kind: 'insertToken', row: token(id, { hash: `${id}-token` }) }
  if (act === 'revoke') return { kind: 'deleteToken', hash: `${id}-token` }
  if (act === 'showToken') {
    const atMs = timeAt(Math.trunc(amount) || 1)
    return { kind: 'noteShownToken', hash: `${id}-token`, userId: `user${late}`, atMs }
  }
  if (act === 'useToken') {
    return { kind: 'noteUsedToken', hash: `${id}-token`, atMs: timeAt(Math.trunc(amount) || 1) }
  }
  const version = (await read.entity(id))?.version ?? 1
  const set = amount > 0 ? { name: `n${amount}`, active: amount > 2 } : { settings: `${amount}` }
  return { kind: 'stepEntity', id, expectedVersion: version + late, set }
}

async function accountChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  if (act === 'account') {
    // The entity may be there or not, and two of it may want one place.
    const slot = Math.trunc(amount) || 1
    return { kind: 'insertConnectorAccount', row: connectorAccount(id, { id, slot }) }
  }
  const event = { connector: 'simulator', eventId: id } as const
  if (act === 'hear') return { kind: 'insertAcquirerEvent', row: acquirerEvent(event) }
  if (act === 'work') {
    const ended = { ...event, paymentId: late === 0 ? null : id, endedAtMs: timeAt(1) }
    return { kind: 'endAcquirerEvent', ...ended, state: amount > 2 ? 'waiting' : 'done' }
  }
  if (act === 'reap') return { kind: 'deleteAcquirerEvent', ...event }
  if (act === 'refer') {
    const named = providerReference({ value: `${id}-${late}`, paymentId: `${id}-${amount}` })
    return { ...named, kind: 'noteProviderReference', referenceKind: 'charge' }
  }
  const expectedVersion = ((await read.connectorAccount(id))?.version ?? 1) + late
  const set = { name: `n${amount}`, updatedAtMs: timeAt(1) }
  return { kind: 'stepConnectorAccount', id, expectedVersion, set }
}

async function webhookChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  const updatedAtMs = timeAt(Math.trunc(amount) || 1)
  if (act === 'hook') return { kind: 'insertWebhook', row: webhook({ id, entityId: id }) }
  if (act === 'unhook') {
    const expectedVersion = ((await read.webhook(id))?.version ?? 1) + late
    const failingSinceMs = late === 0 ? null : updatedAtMs
    return { kind: 'stepWebhook', id, expectedVersion, set: { failingSinceMs, updatedAtMs } }
  }
  if (act === 'report') {
    // All of one run in one order, of few subjects.
    const order = { webhookId: queueOf(id), orderKey: 'o', subjectId: `${late}` }
    return { kind: 'insertDelivery', row: delivery({ id, ...order, dueAtMs: timeAt(3) }) }
  }
  if (act === 'notice' || act === 'place') {
    const key = { webhookId: queueOf(id), orderKey: 'o', subjectId: `${late}`, sequence: 1, id }
    return act === 'notice'
      ? { kind: 'insertNotice', row: notice(key) }
      : { kind: 'removeNotice', ...key }
  }
  if (act === 'defer') return { kind: 'deferFollowers', id, untilMs: updatedAtMs }
  if (act === 'forgetSent') return { kind: 'deleteDelivery', id, beforeMs: updatedAtMs }
  const expectedVersion = (await read.delivery(id))?.version ?? 1
  if (late === 1) {
    const row = deliveryAttempt(id, { attempt: expectedVersion })
    return { kind: 'insertDeliveryAttempt', row }
  }
  const state = amount > 0 ? 'waiting' : 'delivered'
  return { kind: 'stepDelivery', id, expectedVersion, set: { state, updatedAtMs } }
}

/** That of all subjects of a run. */
function queueOf(id: string): string {
  return id.split('-')[0] ?? ''
}

async function leaseChange(
  { read }: Store,
  id: string,
  { act, late, amount }: OwnedMove,
): Promise<Change> {
  const holder = `${late}`
  if (act === 'endLease') return { kind: 'endDeliveryLease', queue: id, holder }
  const before = await read.deliveryLease(id)
  if (before === undefined) {
    return { kind: 'insertDeliveryLease', row: deliveryLease({ queue: id, holder }) }
  }
  const { version } = before
  const untilMs = timeAt(Math.trunc(amount) || 1)
  const expectedVersion = version + late
  return { kind: 'takeDeliveryLease', queue: id, expectedVersion, holder, untilMs }
}

function countedChange(id: string, { act, late, amount }: OwnedMove): Change {
  switch (act) {
    case 'issue':
      return {
        kind: 'insertGiftCard',
        row: giftCard({ id, issuedMinor: inBillions(6), balanceMinor: inBillions(amount) }),
      }
    case 'pay':
      return { kind: 'moveGiftCard', id, byMinor: inBillions(amount) }
    case 'take':
      return {
        kind: 'takeQuota',
        row: quota({ key: id, used: inBillions(amount), most: inBillions(6 - late) }),
      }
    case 'forgetQuota':
      return { kind: 'deleteQuota', key: id, nowMs: quota().expiresAtMs - late }
    case 'see':
      return {
        kind: 'appendSighting',
        row: sighting({ ...sightingSubject(id), amountMinor: inBillions(amount) }),
      }
    default:
      // Of all runs together: later ones are not to find what earlier ones left.
      return { kind: 'deleteSightings', beforeMs: sighting().atMs + 1 - late }
  }
}

function sightingSubject(id: string) {
  return { entityId: id, subject: 'all' }
}

/** All that moves of one subject can change. */
export async function ownedBy({ read }: Store, id: string): Promise<unknown> {
  const { entityId, subject } = sightingSubject(id)
  return Promise.all([
    read.registration(id),
    read.registrationOf(registration().entityId, `${id}-number`, registration().paymentBrand),
    read.schedule(id),
    read.schedulesOf(`${id}-r`, '', 10),
    read.currentSchedule(id),
    read.currentSchedulesOf(`${id}-r`, 10),
    read.giftCard(id),
    read.giftCardPart(id),
    read.quota(id),
    read.sightings(entityId, subject, 0, 'EUR'),
    read.entity(id),
    read.tokensOfEntity(id),
    read.connectorAccountsOf([id]),
    read.providerReferencesOfValues([`${id}-0`, `${id}-1`]),
    read.acquirerEvent('simulator', id),
    read.acquirerEventsOfPayment(id),
    read.webhook(id),
    read.webhooksOfEntity(id),
    read.delivery(id),
    read.deliveryAttempts(id),
    read.deliveryLease(id),
    read.dueDeliveries(queueOf(id), timeAt(3), 10),
    read.noticesOf(queueOf(id), 10),
    read.acquirerAccount(id),
    read.settlementFile(id),
    read.settlementLines(settlementLine(settlementFile(id, { id })).batchId, 0, 10),
    read.settlementLinesOfRecords(id, [`${id}-0`, `${id}-1`]),
    read.openSettlementLines(id, '', 0, 10),
    read.user(id),
    read.grantsOfUser(id),
    read.grantsBelow(id, '', 10),
    read.ownerGrants(id),
    read.sessionsOfUser(id, 10),
    read.invitationsBelow(id),
    read.mailsOfEntities([id], 'z', 10),
    read.mailsOfSubject(id, 10),
    read.refusedRequestsOf([id], 'z', 10),
    read.refusedRequestsOfNdc(id, 10),
    read.grantsOfEntities([id]),
    read.auditEntriesAfter(id, 0, 10),
  ])
}
