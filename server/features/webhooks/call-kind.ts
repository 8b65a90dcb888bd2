import type { DeliveryRow } from '../../store/port.ts'

/** A call to a server of the merchant. */
export interface OutgoingCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** What `body` was made of: it is kept, so that repetitions and the log have the same. */
  readonly plainBody?: string
}

/** The result of a call: an HTTP status, or the reason why there was none. */
export interface CallResult {
  readonly isDelivered: boolean
  readonly status: number | undefined
}

/** The address that was called: its webhook may have another one by now. */
export interface CallOutcome extends CallResult {
  readonly url: string
}

/** How deliveries of one kind are sent. */
export interface CallKind {
  /** `undefined`: there is nothing to send any more, and the delivery is given up. Rejects with the store. */
  call(delivery: DeliveryRow, nowMs: number): Promise<OutgoingCall | undefined>
  /** The delay after each failed call; after the last call the delivery is given up. */
  readonly retryDelaysMs: readonly number[]
  /** Called after the outcome of a call is written; `undefined`: there is nothing to do. */
  after?(delivery: DeliveryRow, outcome: CallOutcome): Promise<void> | undefined
}
