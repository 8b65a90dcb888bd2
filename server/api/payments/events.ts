import type { Change, PaymentRow } from '../../engine/store/port.ts'

/** Writes into the history of a payment what its latest step has made of it. */
export function eventOf(payment: PaymentRow, kind: string = payment.state): Change {
  return {
    kind: 'appendEvent',
    row: {
      paymentId: payment.id,
      sequence: payment.version,
      kind,
      atMs: payment.updatedAtMs,
      data: JSON.stringify({ code: payment.resultCode }),
    },
  }
}
