import type { ReadInstrument } from '../connectors/instrument.ts'
import type { UsableEntity } from '../entities/access.ts'
import type { EntitySettings } from '../entities/settings.ts'
import { newObjectId } from '../ids.ts'
import type { ParameterValues } from '../parameters/values.ts'
import type { Accompanist, DraftedPayment } from '../payments/accompaniment.ts'
import { readDetails } from '../payments/details.ts'
import type { Companion } from '../payments/settlement.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import type { ChangeSet, PaymentRow, RegistrationRow, Store } from '../store/port.ts'
import type { EntityClock } from '../timers/clock.ts'
import type { Vault } from '../vault/vault.ts'
import {
  detailsOfPayment,
  linkOfPayment,
  type RegistrationDetails,
  readRegistrationDetails,
} from './details.ts'
import {
  endAfterUse,
  insertRegistration,
  LIFE_MONTHS,
  newRegistration,
  renewal,
  renewed,
  steppedBy,
  unknownRegistration,
  unusable,
} from './rules.ts'
import { readStored } from './stored-instrument.ts'

/** How often a step is decided again when somebody else changed the registration meanwhile. */
const MOST_ATTEMPTS = 5

export interface RegistrationsParts {
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
}

/** Stored payment details, as payments use and make them. */
export interface Registrations {
  /**
   * The instrument of an active registration of the channel, for one payment. 404 with 100.150.200
   * for one that is not there, 100.150.202 and 100.150.203 for one that cannot be paid with.
   */
  stored(
    registrationId: string,
    channel: UsableEntity,
    values: ParameterValues,
    nowMs: number,
  ): Promise<ReadInstrument | Refusal>
  /**
   * Stores the payment details of a payment with `createRegistration=true` in the commit of its
   * success, and afterwards learns from payments that used what is stored.
   */
  readonly accompanist: Accompanist
}

export function createRegistrations(parts: RegistrationsParts): Registrations {
  const { store, vault, clock } = parts

  async function usable(
    registrationId: string,
    channel: UsableEntity,
    nowMs: number,
  ): Promise<RegistrationRow | Refusal> {
    const row = await store.read.registration(registrationId)
    if (row?.entityId !== channel.entity.id) return unknownRegistration
    return unusable(row, nowMs) ?? row
  }

  /** The number out of the vault; `undefined` when the registration has ended since it was read. */
  async function openNumber(row: RegistrationRow): Promise<string | undefined> {
    if (row.vaultRecordId === null) return undefined
    const [record, keys] = await Promise.all([
      store.read.vaultRecord(row.vaultRecordId),
      vault.keysOf(row.entityId),
    ])
    return record && vault.openCard(keys, record)
  }

  async function noteUse(
    row: RegistrationRow,
    details: RegistrationDetails,
    use: { readonly lifeMonths: number; readonly nowMs: number },
  ): Promise<void> {
    const expiresAtMs = endAfterUse(row, details, use.nowMs, use.lifeMonths)
    if (expiresAtMs === undefined) return
    // A conflict means that somebody else uses or ends it at this moment: nothing is lost.
    await store.commit(steppedBy(row, { expiresAtMs }, use.nowMs).changes)
  }

  /**
   * Takes from a payment that has succeeded what belongs to its registration: links for later
   * payments, and a newer expiry and holder where the number was stored before. Not in the payment's
   * own commit, which must not wait for others that use the same registration.
   */
  async function learn(payment: PaymentRow): Promise<void> {
    const { registrationId } = readDetails(payment.details)
    if (registrationId === undefined) return
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      if (await learnOnce(payment, registrationId)) return
    }
  }

  async function learnOnce(payment: PaymentRow, registrationId: string): Promise<boolean> {
    const row = await store.read.registration(registrationId)
    if (row?.state !== 'active') return true
    const lifeMonths = lifeMonthsOf(await parts.settingsOf(row.entityId))
    const nowMs = clock.of(row.entityId)
    const set = renewal(row, learned(row, payment), nowMs, lifeMonths)
    if (set === undefined) return true
    return (await store.commit(steppedBy(row, set, nowMs).changes)).applied
  }

  async function accompany({ channel, read, sealed }: DraftedPayment) {
    const { entity, settings } = channel
    // A brand that is paid elsewhere sends nothing that could be stored: then it is just paid.
    if (sealed === undefined) return undefined
    const { fingerprint } = sealed
    const known =
      settings.registrations?.deduplicate === true
        ? await store.read.registrationOf(entity.id, fingerprint)
        : undefined
    if (known?.paymentBrand === read.brand && !unusable(known, clock.of(entity.id))) {
      const details = { registrationId: known.id, createsRegistration: true }
      const { vaultRecordId } = known
      return {
        details,
        afterwards: learn,
        ...(vaultRecordId === null ? {} : { keptIn: vaultRecordId }),
      }
    }
    return {
      companions: [storing({ fingerprint, lifeMonths: lifeMonthsOf(settings) })],
      details: { registrationId: newObjectId(clock.now()), createsRegistration: true },
    }
  }

  async function withLateOutcome(payment: PaymentRow): Promise<readonly Companion[]> {
    const { vaultRecordId, entityId } = payment
    const { createsRegistration, registrationId } = readDetails(payment.details)
    if (createsRegistration !== true || registrationId === undefined || vaultRecordId === null) {
      return []
    }
    // The number was stored before.
    if ((await store.read.registration(registrationId)) !== undefined) return []
    const record = await store.read.vaultRecord(vaultRecordId)
    if (record === undefined) return []
    const lifeMonths = lifeMonthsOf(await parts.settingsOf(entityId))
    return [storing({ fingerprint: record.fingerprint, lifeMonths })]
  }

  return {
    async stored(registrationId, channel, values, nowMs) {
      const row = await usable(registrationId, channel, nowMs)
      if (isRefusal(row)) return row
      const number = await openNumber(row)
      if (number === undefined) {
        const now = await usable(registrationId, channel, nowMs)
        if (isRefusal(now)) return now
        throw new Error(`Registration ${row.id} is active without what it stores`)
      }
      const details = readRegistrationDetails(row.details)
      const { settings } = channel
      await noteUse(row, details, { lifeMonths: lifeMonthsOf(settings), nowMs })
      return readStored({ row, details, number }, values, nowMs)
    },

    accompanist: {
      withFirst(drafted) {
        if (drafted.read.registrationId !== undefined) return { afterwards: learn }
        return isStoring(drafted) ? accompany(drafted) : undefined
      },
      withLateOutcome,
    },
  }
}

/** Whether a payment is to store what it is paid with. */
function isStoring({ values }: DraftedPayment): boolean {
  return values.sent('createRegistration') === 'true'
}

function lifeMonthsOf({ registrations }: EntitySettings): number {
  return registrations?.lifeMonthsAfterExpiry ?? LIFE_MONTHS
}

/** Stores the payment details of a payment in the commit of its success, and never otherwise. */
function storing(kept: { readonly fingerprint: string; readonly lifeMonths: number }): Companion {
  return {
    opened: () => [],
    settled: (payment) => (payment.state === 'succeeded' ? stored(payment, kept) : []),
  }
}

function stored(
  payment: PaymentRow,
  kept: { readonly fingerprint: string; readonly lifeMonths: number },
): ChangeSet {
  const details = readDetails(payment.details)
  const { registrationId } = details
  if (registrationId === undefined || payment.vaultRecordId === null) return []
  const { fingerprint, lifeMonths } = kept
  const row = newRegistration({
    id: registrationId,
    entityId: payment.entityId,
    paymentBrand: payment.paymentBrand,
    resultCode: payment.resultCode,
    sealed: { vaultRecordId: payment.vaultRecordId, fingerprint },
    paymentId: payment.id,
    details: detailsOfPayment(details),
    nowMs: payment.updatedAtMs,
    lifeMonths,
  })
  return insertRegistration(row)
}

/**
 * What a registration knows after a payment. One that was paid with it brings links where there are
 * none yet; one that gave the number anew brings its expiry and holder as well.
 */
function learned(row: RegistrationRow, payment: PaymentRow): RegistrationDetails {
  const before = readRegistrationDetails(row.details)
  const paid = readDetails(payment.details)
  const link = { ...linkOfPayment(paid), ...before.link }
  const known = Object.keys(link).length === 0 ? before : { ...before, link }
  const isGivenAnew = paid.createsRegistration === true
  return isGivenAnew ? renewed(known, detailsOfPayment(paid)) : known
}
