import type { FlatBody } from '../parameters/table.ts'
import type { Refusal } from '../results/refusal.ts'

/** A request of a merchant's server that was refused. */
export interface RefusedRequest {
  /** Upper case. */
  readonly method: string
  /** As the route has it. */
  readonly path: string
  /** Empty where the address has none. */
  readonly subjectId: string
  /** What its answer had as `ndc`. */
  readonly ndc: string
  /** Of the client. */
  readonly address: string
  /** The entity that it names, else that of the token. */
  readonly entityId: string
  readonly token: { readonly hash: string; readonly entityId: string }
  readonly flat: FlatBody
  readonly refusal: Refusal
}

/** Keeps what merchants' servers were refused. */
export interface RefusedRequests {
  /** Costs the request nothing but memory: it is written later. */
  note(refused: RefusedRequest): void
}
