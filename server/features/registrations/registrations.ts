import type { UsableEntity } from '../../entities/access.ts'
import type { EntitySettings } from '../../entities/settings.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type {
  DraftedPayment,
  Notifications,
  PaymentExtension,
  ReadInstrument,
  StoredCard,
} from '../../payments/index.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { RegistrationRow, Store } from '../../store/port.ts'
import { type EndWithRegistration, lifeMonthsOf } from './deduplication.ts'
import { type RegistrationDetails, readRegistrationDetails } from './details.ts'
import { endAfterUse, stepRegistration, unknownRegistration, unusableReason } from './rules.ts'
import { readStoredInstrument } from './stored-instrument.ts'
import { extendNewPayment, participantsOfStored } from './storing.ts'
import { updateFromPayment } from './update-after-payment.ts'

export interface RegistrationsParts {
  readonly store: Store
  readonly vault: Vault
  readonly clock: EntityClock
  readonly settingsOf: (entityId: string) => Promise<EntitySettings>
  readonly notifications: Notifications
  readonly schedulesEnd: EndWithRegistration
}

/** Stored payment details, as payments use and create them. */
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
   * success, and updates them after payments that used a registration.
   */
  readonly extension: PaymentExtension
  /** Since when a card is stored, and how its cardholder was authenticated then. */
  storedCardOf(registrationId: string): Promise<StoredCard | undefined>
}

export function createRegistrations(parts: RegistrationsParts): Registrations {
  const { store, vault } = parts

  async function usable(
    registrationId: string,
    channel: UsableEntity,
    nowMs: number,
  ): Promise<RegistrationRow | Refusal> {
    const row = await store.read.registration(registrationId)
    if (row?.entityId !== channel.entity.id) return unknownRegistration
    return unusableReason(row, nowMs) ?? row
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
    // A conflict is ignored: another request has just used or ended the registration.
    await store.commit(stepRegistration(row, { expiresAtMs }, use.nowMs).changes)
  }

  return {
    async stored(registrationId, channel, values, nowMs) {
      const row = await usable(registrationId, channel, nowMs)
      if (isRefusal(row)) return row
      const number = await openNumber(row)
      if (number === undefined) {
        const now = await usable(registrationId, channel, nowMs)
        if (isRefusal(now)) return now
        throw new Error(`Registration ${row.id} is active without its vault record`)
      }
      const details = readRegistrationDetails(row.details)
      const { settings } = channel
      await noteUse(row, details, { lifeMonths: lifeMonthsOf(settings), nowMs })
      return readStoredInstrument({ row, details, number }, values, nowMs)
    },

    async storedCardOf(registrationId) {
      const row = await store.read.registration(registrationId)
      if (row === undefined) return undefined
      const { priorAuthentication } = readRegistrationDetails(row.details)
      const storedAtMs = row.createdAtMs
      return priorAuthentication === undefined
        ? { storedAtMs }
        : { storedAtMs, authentication: priorAuthentication }
    },

    extension: {
      withFirst(drafted) {
        // A redirect brand sends nothing that could be stored: the payment goes on without storing.
        if (drafted.sealed === undefined || !isStoring(drafted)) return undefined
        return extendNewPayment(drafted, drafted.sealed, parts)
      },
      participantsOf: (payment, { createsRegistration, registrationId }) =>
        createsRegistration !== true || registrationId === undefined
          ? []
          : participantsOfStored(payment, registrationId, parts),
      afterSuccess: (payment, { registrationId }) =>
        registrationId === undefined
          ? undefined
          : updateFromPayment(payment, registrationId, parts),
    },
  }
}

/** Whether a payment asks to store its payment details. */
function isStoring({ values, read }: DraftedPayment): boolean {
  return read.registrationId === undefined && values.sent('createRegistration') === 'true'
}
