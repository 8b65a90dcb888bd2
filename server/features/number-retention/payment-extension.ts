import type { PaymentDetails, PaymentExtension } from '../../payments/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { ChangeSet, PaymentRow, Store } from '../../store/port.ts'
import { ensureTimerOf, type HourOwner, hourOf } from './retention-hours.ts'

/** How many channels are remembered with the latest hour that has a timer. */
const MAX_REMEMBERED = 10_000

const OWNER = 'numberRetention'

/**
 * Has the sealed numbers of payments deleted (PCI DSS 3.2.1): at once when a stored payment fails, and
 * after its bookings by the timer of their hours. A registration keeps its number as long as it lives.
 */
export function numberRetentionExtension(store: Pick<Store, 'read'>): PaymentExtension {
  const hours = new TimedHours()

  const bookings: CommitParticipant = {
    owner: OWNER,
    opened: () => [],
    settled: (payment) => timerChanges(payment, hours),
  }
  const first = { participants: [bookings] }

  async function ofCreated(payment: PaymentRow, registrationId: string) {
    // The number of a registration that was there before is not the payment's own.
    const isShared = (await store.read.registration(registrationId)) !== undefined
    return isShared ? [] : [ofOwnNumber(payment, hours)]
  }

  return {
    withFirst: ({ sealed }) => (sealed === undefined ? undefined : first),

    participantsOf(payment, { registrationId, createsRegistration }) {
      if (payment.referencedId !== null) return [bookings]
      if (payment.vaultRecordId === null) return []
      if (registrationId === undefined) return [ofOwnNumber(payment, hours)]
      return createsRegistration === true ? ofCreated(payment, registrationId) : []
    },

    afterSuccess(payment: PaymentRow, { registrationId }: PaymentDetails) {
      if (payment.vaultRecordId !== null && registrationId === undefined) hours.add(payment)
      return undefined
    },
  }
}

/** A stored payment whose number was sealed for it alone. */
function ofOwnNumber({ vaultRecordId }: PaymentRow, hours: TimedHours): CommitParticipant {
  return {
    owner: OWNER,
    opened: () => [],
    settled: (payment) =>
      payment.state === 'failed' && vaultRecordId !== null
        ? [{ kind: 'wipeVaultRecord', id: vaultRecordId }]
        : timerChanges(payment, hours),
  }
}

function timerChanges(payment: PaymentRow, hours: TimedHours): ChangeSet {
  const isBooked = payment.state === 'succeeded' && !hours.has(payment)
  return isBooked ? [ensureTimerOf(hourOf(payment))] : []
}

/** The latest hour of each channel that is known to have its timer. */
class TimedHours {
  readonly #latest = new Map<string, number>()

  has(payment: HourOwner): boolean {
    return this.#latest.get(payment.entityId) === hourOf(payment).fromMs
  }

  add(payment: HourOwner): void {
    if (this.#latest.size >= MAX_REMEMBERED) this.#latest.clear()
    this.#latest.set(payment.entityId, hourOf(payment).fromMs)
  }
}
