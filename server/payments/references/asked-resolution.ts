import type { Refusal } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { OperationRequestRow, PaymentRow } from '../../store/port.ts'
import type { Resolution } from '../record/resolution.ts'

/** An outcome that a person has asked to be written down, as its request keeps it. */
export interface AskedResolution extends Pick<Resolution, 'outcome'> {
  /** Of a failure; absent: "declined, no reason given". */
  readonly code?: string
  readonly evidence: string
}

/** What a request keeps as its `report`. */
export function reportOfResolution(resolution: AskedResolution): string {
  return JSON.stringify({ resolution })
}

/** The outcome that a request is about; `undefined`: it is about something else. */
export function askedResolutionOf({
  report,
}: Pick<OperationRequestRow, 'report'>): AskedResolution | undefined {
  if (report === null) return undefined
  // Written by `reportOfResolution` only.
  return (JSON.parse(report) as { readonly resolution?: AskedResolution }).resolution
}

/**
 * Writes down an outcome that a person has asked for, and a second one allows: the port between what waits for a
 * second person and the feature that writes outcomes down. The participants go into its commit.
 */
export type ResolveAsked = (
  payment: PaymentRow,
  asked: Pick<OperationRequestRow, 'report' | 'reason'> & { readonly by: string },
  participants: readonly CommitParticipant[],
) => Promise<PaymentRow | Refusal>
