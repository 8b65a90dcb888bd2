import type { PaymentRow } from '../../server/store/port.ts'
import { bookedAtMs, oldestFirst, signed } from './booked-payments.ts'
import { dayOf, daysLater } from './days.ts'

const MAX_PAYMENTS = 20

/** Payments of one channel, day and currency that no payout holds. */
export interface MissingPayout {
  readonly entityId: string
  /** On which they were booked: `yyyy-MM-dd`, UTC. */
  readonly day: string
  readonly currency: string
  /** The last day on which the payout is usual: `yyyy-MM-dd`, UTC. */
  readonly expectedUntil: string
  /** There is nothing to pay out: what the merchant owes is taken out of a later payout. */
  readonly isCarriedOver: boolean
  /** Whether that day is over, and something should have come. */
  readonly isLate: boolean
  /** Bookings less refunds, in minor units. */
  readonly minor: number
  readonly count: number
  /** How many of them a file has settled, without a payout. */
  readonly settledCount: number
  /** The oldest of them, at most 20. */
  readonly payments: readonly PaymentRow[]
}

/** How long a payout is waited for. */
export interface Waiting {
  /** Days after a booking within which the acquirer usually reports and pays out: nobody has to look before. */
  readonly usualDays: number
  readonly nowMs: number
}

/** The last day on which the payout of a day's payments is usual; both `yyyy-MM-dd`, UTC. */
export function expectedUntil(day: string, { usualDays }: Waiting): string {
  return daysLater(day, usualDays)
}

/** Whether the payout of a day's payments is not usual any more. */
export function isLate(day: string, waiting: Waiting): boolean {
  return dayOf(waiting.nowMs) > expectedUntil(day, waiting)
}

/** Collects the payments that no payout holds by channel, day and currency. */
export class MissingPayouts {
  readonly #waiting: Waiting
  readonly #found = new Map<
    string,
    { -readonly [Name in keyof MissingPayout]: MissingPayout[Name] }
  >()

  constructor(waiting: Waiting) {
    this.#waiting = waiting
  }

  /** Adds a payment that no payout holds. */
  add(payment: PaymentRow, { isSettled }: { readonly isSettled: boolean }): void {
    const { entityId, currency } = payment
    const day = dayOf(bookedAtMs(payment))
    const key = `${day} ${entityId} ${currency}`
    const payout = this.#found.get(key) ?? {
      entityId,
      day,
      currency,
      expectedUntil: expectedUntil(day, this.#waiting),
      isCarriedOver: false,
      isLate: false,
      minor: 0,
      count: 0,
      settledCount: 0,
      payments: [],
    }
    this.#found.set(key, payout)
    payout.minor += signed(payment)
    payout.count += 1
    if (isSettled) payout.settledCount += 1
    payout.payments = [...payout.payments, payment].sort(oldestFirst).slice(0, MAX_PAYMENTS)
  }

  /** The oldest first. */
  all(): readonly MissingPayout[] {
    return [...this.#found.entries()]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, payout]) => {
        const isCarriedOver = payout.minor <= 0
        return {
          ...payout,
          isCarriedOver,
          isLate: !isCarriedOver && isLate(payout.day, this.#waiting),
        }
      })
  }
}
