import type { DisputeStage } from '../../store/port.ts'

/** What a merchant contests a dispute with. */
export interface EvidenceSubmission {
  /** The same each time that it is sent: an acquirer takes a submission once, however often it arrives. */
  readonly submissionId: string
  readonly paymentId: string
  /** The acquirer's number of the case. */
  readonly acquirerReference: string | null
  /** It was sent before, and what became of that is not known. */
  readonly isRepeated: boolean
  /** The stage that is answered. */
  readonly stage: DisputeStage
  /** Of the merchant, in words. */
  readonly note: string
  /** The `reason` of one of `defences`; `null`: none was named. */
  readonly defence: string | null
  readonly documents: readonly {
    readonly name: string
    readonly mediaType: string
    /** Of what the defence takes; `null`: none was named. */
    readonly type: string | null
    readonly bytes: Buffer
  }[]
}

/** A document, before it is sent. */
export interface EvidenceFacts {
  readonly mediaType: string
  /** Of what the defence takes; `null`: none was named. */
  readonly type: string | null
  /** In bytes. */
  readonly size: number
}

/** A way in which a dispute can be contested at its acquirer. */
export interface Defence {
  /** The acquirer's name of it. */
  readonly reason: string
  readonly documents: readonly DefenceDocument[]
  /** Whether it takes documents that say no type. */
  readonly takesUntyped: boolean
}

/** A document that shows one thing. */
export interface DefenceDocument {
  /** The acquirer's name of what it shows. */
  readonly type: string
  /** `alternative`: one of those that are marked so must be there. */
  readonly need: 'required' | 'alternative' | 'optional'
  readonly mediaTypes: readonly string[]
}

/** A dispute that the merchant does not contest. */
export interface AcceptedDispute {
  readonly disputeId: string
  readonly paymentId: string
  /** The acquirer's number of the case. */
  readonly acquirerReference: string | null
  /** It was told before, and what became of that is not known. */
  readonly isRepeated: boolean
}

/** `refused`: the acquirer does not take it as it is. `unknown`: perhaps it has it; it is sent again. */
export type EvidenceOutcome =
  | { readonly kind: 'taken'; readonly reference?: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown' }
