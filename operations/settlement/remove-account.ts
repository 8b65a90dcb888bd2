import type { Clock } from '../../server/kernel/timers/clock.ts'
import {
  type AcquirerAccountRow,
  AFTER_ALL_IDS,
  type PaymentRow,
  type Store,
} from '../../server/store/port.ts'
import { bookedPayments } from './booked-payments.ts'
import { dayOf, YEAR_MS } from './days.ts'

/**
 * Removes an account, or says why not. What files have booked stays, and a payment without an account is
 * settled by no file: so an account with files is kept, and one with payments unless that is accepted.
 */
export async function removeAccount(
  account: AcquirerAccountRow,
  { acceptsPayments }: { readonly acceptsPayments: boolean },
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<{ readonly fault: string } | undefined> {
  const { id } = account
  const [file] = await store.read.settlementFilesOf(id, AFTER_ALL_IDS, 1)
  if (file !== undefined) {
    return {
      fault: `${id} has settlement files, such as ${file.name}: what they have booked stays`,
    }
  }
  const payment = acceptsPayments ? undefined : await openPayment(account, { store, clock })
  if (payment !== undefined) {
    return {
      fault: `payments are settled through ${id}, such as ${payment.id}: without an account no file settles them. Send --accept-payments where another account takes its place`,
    }
  }
  await store.commit([{ kind: 'removeAcquirerAccount', id }])
  return undefined
}

/** A payment that waits to be settled through an account which has no files: any booked one. */
async function openPayment(
  account: AcquirerAccountRow,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<PaymentRow | undefined> {
  const span = {
    from: '1970-01-01',
    // Test clocks are ahead.
    to: dayOf(clock.now() + YEAR_MS),
  }
  for await (const [payment] of bookedPayments(account, span, store)) {
    if (payment !== undefined) return payment
  }
  return undefined
}
