/** A dispute as `GET /admin/v1/disputes` answers it (docs/disputes.md). */
export interface Dispute {
  readonly id: string
  readonly paymentId: string
  readonly paymentBrand: string
  readonly stage: string
  readonly outcome: string
  readonly amount: string
  readonly currency: string
  readonly chargebackResultCode: string
  readonly chargebackReason: string
  readonly reasonCode?: string
  readonly acquirerReference?: string
  readonly chargebackId?: string
  readonly flags?: readonly string[]
  readonly respondBy?: string
  readonly openedAt: string
  readonly changedAt: string
}

export interface WholeDispute extends Dispute {
  readonly history: readonly {
    readonly kind: string
    readonly stage: string
    readonly by: string
    readonly note?: string
    readonly at: string
  }[]
  readonly documents: readonly {
    readonly id: string
    readonly fileName: string
    readonly mediaType: string
    /** In bytes. */
    readonly size: number
  }[]
}

/** Stages in which the merchant is asked. */
const ANSWERABLE = ['inquiry', 'alert', 'firstChargeback', 'preArbitration']

/** Whether somebody has to answer now. */
export function isWaiting({ outcome, stage, respondBy }: Dispute): boolean {
  return outcome === 'open' && respondBy !== undefined && ANSWERABLE.includes(stage)
}
