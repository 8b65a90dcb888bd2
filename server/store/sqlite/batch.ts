import type { CommitResult } from '../port.ts'

/** What became of one change set of a batch. `invalid` names why it could never be applied. */
export type SetResult = CommitResult | { readonly invalid: string }

/**
 * The writer's answer to a batch: an outcome for each set in order, or why nothing was committed. With `mayReturn`
 * a restart of the process may find the batch committed after all.
 */
export type BatchAnswer =
  | { readonly outcomes: readonly SetResult[] }
  | { readonly failure: string; readonly mayReturn: boolean }

/**
 * Where batches go. Both ways are one text: change sets in (`batch-text.ts`), the JSON of a
 * `BatchAnswer` out.
 */
export interface BatchSink {
  /** Resolves after COMMIT; rejects when the writer is gone. Batches are written in order. */
  write(batch: string): Promise<string>
  close(): Promise<void>
}
