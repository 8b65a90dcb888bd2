import type { UsableEntity } from '../../entities/access.ts'
import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import {
  cardSummary,
  leaveOutCryptogram,
  type Notifications,
  walletMarks,
} from '../../payments/index.ts'
import {
  type InstrumentReader,
  keptKinds,
  type ReadInstrument,
  type SingleUseToken,
  withMandate,
} from '../../payments/instruments/index.ts'
import {
  type ConnectorChoice,
  connectorOfNothing,
  type IssuerCountryOf,
  instructedByInstrument,
  leaveOutUnprovedClaims,
  type RefuseGuess,
  storedBrandErrors,
} from '../../payments/read/index.ts'
import { isTokenUsed, TOKEN_USED, tokenPart } from '../../payments/screen/index.ts'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../results/refusal.ts'
import type { ChangePart, PartConflict } from '../../store/commit-parts.ts'
import type { RegistrationRow, Store, VaultRecordRow } from '../../store/port.ts'
import { type EndWithRegistration, findStorageTarget, lifeMonthsOf } from './deduplication.ts'
import { linkOfRequest, type RegistrationDetails } from './details.ts'
import { registrationChanges } from './notified.ts'
import {
  type Decided,
  extend,
  insertRegistration,
  type NewRegistration,
  newRegistration,
  remove,
  renew,
  undeletableReason,
  unknownRegistration,
  unusableReason,
  wipe,
} from './rules.ts'
import { seriesBegunBy } from './series-rules.ts'

export interface RegistrationServiceParts extends ConnectorChoice {
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClock
  readonly readInstrument: InstrumentReader
  readonly issuerCountryOf: IssuerCountryOf
  readonly refuseGuess: RefuseGuess
  readonly notifications: Notifications
  readonly schedulesEnd: EndWithRegistration
}

type ExtraParts = (registration: RegistrationRow) => readonly ChangePart[]

/** Payment details that are to be stored without a payment. */
export interface StoreRequest {
  readonly channel: UsableEntity
  readonly values: ParameterValues
  /** What other features add to the same commit. */
  readonly extraParts?: ExtraParts
}

export interface RegistrationService {
  /**
   * Stores payment details. What cannot be charged is stored as `failed`, with nothing sealed.
   * If the entity deduplicates, a number that is already stored is answered with its registration.
   * The token of a wallet is used up, as by a payment: one that was used before is stored as `failed`.
   * `prepare` is called again after a conflict, because data that it read has changed.
   */
  create(
    prepare: () => Promise<StoreRequest | Refusal>,
  ): Promise<RegistrationRow | Refusal | KeyInUse>
  find(id: string): Promise<RegistrationRow | undefined>
  /** Why a registration cannot be paid with now; `undefined` when it can. */
  refusalOf(registration: RegistrationRow): Refusal | undefined
  /**
   * Ends a registration and deletes what it stores; resolves to the ended registration. `extraParts` as
   * in `StoreRequest`.
   */
  remove(id: string, extraParts?: ExtraParts): Promise<RegistrationRow | Refusal | KeyInUse>
  /** Keeps a registration longer: until 24 months from now. `extraParts` as in `StoreRequest`. */
  extend(id: string, extraParts?: ExtraParts): Promise<RegistrationRow | Refusal | KeyInUse>
  /** Carries out a `registrationExpiry` timer. */
  readonly onTimer: TimerHandler
}

/** Payment details as they were read. */
interface RegistrationDraft {
  readonly brand: string
  readonly faultCode: string | undefined
  readonly number: string
  readonly details: RegistrationDetails
  readonly approvalCode: string
  /** The token of a wallet that this commit uses up. */
  readonly token: SingleUseToken | undefined
}

/** The changes of a registration, and what other features add to its commit. */
interface DecidedWith extends Decided {
  readonly extraParts?: ExtraParts | undefined
  readonly token?: SingleUseToken | undefined
}

export function createRegistrationService(parts: RegistrationServiceParts): RegistrationService {
  const { store, clock } = parts

  async function commitDecision<Conflicted>(
    load: (conflict: PartConflict | undefined) => Promise<DecidedWith | Refusal>,
    onConflict: (conflict: PartConflict) => Conflicted | undefined,
  ): Promise<RegistrationRow | Refusal | Conflicted> {
    const done = await decideAndCommit<
      DecidedWith | Refusal,
      RegistrationRow | Refusal | Conflicted
    >(parts, {
      load,
      decide: (decided) => {
        if (isRefusal(decided)) return { result: decided }
        const { after, changes, extraParts, token } = decided
        const own = { owner: 'registration', changes }
        const use = token === undefined ? [] : [tokenPart(token)]
        return { result: after, parts: [...(extraParts?.(after) ?? []), ...use, own] }
      },
      onConflict,
    })
    return done ?? tooBusy
  }

  return {
    create: (prepare) =>
      commitDecision((conflict) => {
        const isUsed = conflict !== undefined && isTokenUsed(conflict)
        return decideCreation(prepare, isUsed, parts)
      }, keyInUse),

    find: (id) => store.read.registration(id),

    refusalOf: (registration) => unusableReason(registration, clock.of(registration.entityId)),

    remove: (id, extraParts) =>
      commitDecision(async () => {
        const row = await store.read.registration(id)
        if (row === undefined) return unknownRegistration
        const refusal = undeletableReason(row)
        if (refusal !== undefined) return refusal
        const removed = remove(row, clock.of(row.entityId))
        return { ...(await notified(removed, 'DELETED', parts)), extraParts }
      }, keyInUse),

    extend: (id, extraParts) =>
      commitDecision(async () => {
        const row = await store.read.registration(id)
        if (row === undefined) return unknownRegistration
        const nowMs = clock.of(row.entityId)
        const refusal = unusableReason(row, nowMs)
        if (refusal !== undefined) return refusal
        return { ...(await notified(extend(row, nowMs), 'UPDATED', parts)), extraParts }
      }, keyInUse),

    async onTimer(timer) {
      const row = await store.read.registration(timer.subjectId)
      if (row?.state !== 'active') return 'done'
      const nowMs = clock.of(row.entityId)
      // It was used or extended after the timer was set.
      if (nowMs < row.expiresAtMs) return { dueAtMs: row.expiresAtMs }
      const { changes } = await notified(wipe(row, 'expired', nowMs), 'DELETED', parts)
      const committed = await store.commit(changes)
      return committed.applied ? 'done' : { dueAtMs: nowMs }
    },
  }
}

/** The decision with what reports it to webhooks. */
async function notified(
  { changes, after }: Decided,
  action: 'CREATED' | 'UPDATED' | 'DELETED',
  { notifications, schedulesEnd }: Pick<RegistrationServiceParts, 'notifications' | 'schedulesEnd'>,
): Promise<Decided> {
  const entity = await notifications.of(after.entityId)
  const ends = action === 'DELETED' ? await schedulesEnd(after) : []
  return { changes: [...changes, ...registrationChanges(after, action, entity), ...ends], after }
}

async function decideCreation(
  prepare: () => Promise<StoreRequest | Refusal>,
  isTokenUsed: boolean,
  parts: RegistrationServiceParts,
): Promise<DecidedWith | Refusal> {
  const request = await prepare()
  if (isRefusal(request)) return request
  const read = await readDraft(request, parts)
  if (isRefusal(read)) return read
  const draft = isTokenUsed ? { ...read, faultCode: TOKEN_USED, token: undefined } : read
  const decided = await decideStorage(request.channel, draft, parts)
  return { ...decided, extraParts: request.extraParts, token: draft.token }
}

async function readDraft(
  { channel, values }: StoreRequest,
  parts: RegistrationServiceParts,
): Promise<RegistrationDraft | Refusal> {
  const connector = await connectorOfNothing({ channel, values }, parts)
  if (isRefusal(connector)) return connector
  const { clock } = parts
  const nowMs = clock.of(channel.entity.id)
  const sent = await parts.readInstrument(values, channel, nowMs)
  if (isRefusal(sent)) return sent
  const faults = storedBrandErrors(instructedByInstrument(sent, parts.issuerCountryOf), values)
  if (faults.length > 0) return refuseParameters(faults)
  const read = withMandate(sent, values, { madeFor: newObjectId(clock.now()), nowMs })
  const { brand, faultCode, numberToSeal: number = '', instrument, token } = read
  const isKept = keptKinds.includes(instrument.kind)
  if (!isKept || (faultCode ?? number) === '') return noInstrument
  if (instrument.kind === 'card' && faultCode === undefined) {
    const fingerprint = parts.vault.fingerprintOf(number)
    const guess = await parts.refuseGuess({ channel, number, fingerprint })
    if (guess !== undefined) return guess
  }
  const details = detailsOf(read, values, nowMs)
  return { brand, faultCode, number, details, approvalCode: connector.approvalCode, token }
}

/** A new registration; or an update of the existing one if the entity deduplicates and has the number. */
async function decideStorage(
  { entity, settings }: UsableEntity,
  { brand, faultCode, number, details, approvalCode }: RegistrationDraft,
  parts: RegistrationServiceParts,
): Promise<Decided> {
  const { vault, clock } = parts
  const nowMs = clock.of(entity.id)
  const lifeMonths = lifeMonthsOf(settings)
  const make = (resultCode: string, sealed: NewRegistration['sealed'], deduplicated: boolean) =>
    newRegistration({
      id: newObjectId(clock.now()),
      entityId: entity.id,
      paymentBrand: brand,
      paymentId: null,
      merchantTransactionId: details.request.merchantTransactionId ?? null,
      resultCode,
      sealed,
      deduplicated,
      details,
      nowMs,
      lifeMonths,
    })
  if (faultCode !== undefined) {
    return notified(inserted(make(faultCode, null, false)), 'CREATED', parts)
  }
  const sealing = { id: newObjectId(clock.now()), pan: number, nowMs }
  const record = await vault.sealCard(entity.id, sealing)
  const { id: vaultRecordId, fingerprint } = record
  const safeMs = clock.safeNow(entity.id)
  const asked = {
    entityId: entity.id,
    settings,
    paymentBrand: brand,
    fingerprint,
    nowMs: safeMs,
  }
  const target = await findStorageTarget(asked, parts)
  if (target.kind === 'existing') {
    const renewed = renew(target.row, details, nowMs, lifeMonths)
    return renewed.changes.length === 0 ? renewed : notified(renewed, 'UPDATED', parts)
  }
  const row = make(approvalCode, { vaultRecordId, fingerprint }, target.deduplicated)
  const { changes, after } = await notified(inserted(row, record), 'CREATED', parts)
  return { changes: [...target.before, ...changes], after }
}

function inserted(row: RegistrationRow, record?: VaultRecordRow): Decided {
  const changes = insertRegistration(row)
  if (record === undefined) return { changes, after: row }
  return { changes: [{ kind: 'insertVaultRecord', row: record }, ...changes], after: row }
}

const noInstrument: Refusal = refuse('100.150.100', {
  description: `Nothing to store: send ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(keptKinds)} parameters`,
})

/** What a registration without a payment stores. */
function detailsOf(
  read: ReadInstrument,
  values: ParameterValues,
  nowMs: number,
): RegistrationDetails {
  const { instrument, brand, shown, detectedBrand, sentAlong } = read
  const request = { ...sentAlong, ...values.echo() }
  leaveOutUnprovedClaims(request, values, detectedBrand ?? brand)
  leaveOutCryptogram(request, instrument)
  const link = linkOfRequest(request)
  const series = seriesBegunBy(request, { isCharged: false, begunAtMs: nowMs })
  return {
    account: instrument.kind,
    request,
    ...(instrument.kind === 'card' ? { card: cardSummary(instrument) } : {}),
    ...walletMarks(instrument),
    ...(shown === undefined ? {} : { shown }),
    ...(detectedBrand === undefined ? {} : { brandResult: detectedBrand }),
    ...(link === undefined ? {} : { link }),
    ...(series === undefined ? {} : { series }),
  }
}
