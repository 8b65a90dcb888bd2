import type {
  Change,
  GiftCardPartRow,
  GiftCardRow,
  RegistrationRow,
  VaultRecordRow,
} from '../server/store/port.ts'
import { latest, steppedRow, type Version } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** Stored payment details, sealed numbers and gift cards, rebuilt from the journal. */
export class AuditedOwnership {
  readonly registrations = new Map<string, Version<RegistrationRow>[]>()
  /** Registrations by the payment that they were made with. */
  readonly byPayment = new Map<string, string[]>()
  readonly vaultRecords = new Map<string, VaultRecordRow>()
  /** When a sealed number was wiped, as a step of the run. */
  readonly wipedAtStep = new Map<string, number>()
  readonly giftCards = new Map<string, GiftCardRow>()
  /** Parts of checkouts that gift cards pay. */
  readonly giftCardParts = new Map<string, GiftCardPartRow>()
  readonly #stepOf: () => number

  constructor(stepOf: () => number) {
    this.#stepOf = stepOf
  }

  registration(id: string): readonly Version<RegistrationRow>[] {
    return this.registrations.get(id) ?? []
  }

  /** What gift cards pay beside the payment of the rest. */
  partsOf(paymentId: string): readonly GiftCardPartRow[] {
    return [...this.giftCardParts.values()].filter((part) => part.paymentId === paymentId)
  }

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertRegistration':
        this.#begin(change.row)
        break
      case 'stepRegistration': {
        const versions = this.registrations.get(change.id)
        assertInvariant(
          'whole',
          versions !== undefined,
          () => 'a registration was stepped, but is not there',
        )
        const row = steppedRow(latest(versions), change.set)
        versions.push({ row, fromStep: this.#stepOf() })
        break
      }
      case 'insertVaultRecord':
        this.vaultRecords.set(change.row.id, change.row)
        break
      case 'deleteVaultRecord':
        this.vaultRecords.delete(change.id)
        this.wipedAtStep.set(change.id, this.#stepOf())
        break
      case 'wipeVaultRecord': {
        const record = this.vaultRecords.get(change.id)
        if (record !== undefined) this.vaultRecords.set(change.id, { ...record, sealed: '' })
        break
      }
      case 'resealVaultRecord': {
        const record = this.vaultRecords.get(change.id)
        if (record?.sealed === change.expectedSealed)
          this.vaultRecords.set(change.id, { ...record, sealed: change.sealed })
        break
      }
      case 'insertGiftCard':
        this.giftCards.set(change.row.id, change.row)
        break
      case 'moveGiftCard': {
        const card = this.giftCards.get(change.id)
        assertInvariant(
          'whole',
          card !== undefined,
          () => 'a gift card was moved that is not there',
        )
        const balanceMinor = card.balanceMinor + change.byMinor
        this.giftCards.set(change.id, { ...card, balanceMinor })
        break
      }
      case 'insertGiftCardPart':
        this.giftCardParts.set(change.row.id, change.row)
        break
      case 'stepGiftCardPart': {
        const part = this.giftCardParts.get(change.id)
        assertInvariant(
          'whole',
          part !== undefined,
          () => 'a part of a gift card was stepped that is not there',
        )
        this.giftCardParts.set(change.id, steppedRow(part, change.set))
        break
      }
      default:
    }
  }

  #begin(row: RegistrationRow): void {
    this.registrations.set(row.id, [{ row, fromStep: this.#stepOf() }])
    if (row.paymentId === null) return
    this.byPayment.set(row.paymentId, [...(this.byPayment.get(row.paymentId) ?? []), row.id])
  }
}
