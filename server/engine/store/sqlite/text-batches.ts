import { StoreError } from '../errors.ts'
import type { BatchWriter, SetOutcome as Settled, TakenSet } from '../group-committer.ts'
import type { BatchAnswer, BatchSink, SetOutcome } from './batch.ts'
import { pack } from './change-statements.ts'

/** A change set as JSON text: an array of `PackedChange`. */
export interface SetText extends TakenSet {
  readonly text: string
}

/** Writes batches as one JSON text each through `sink`. */
export function textBatches(sink: BatchSink): BatchWriter<SetText> {
  return {
    // The next batch is in the writer's hands when it has done one: it never waits for this thread.
    atOnce: 2,
    take: (changes) => {
      const text = JSON.stringify(changes.map(pack))
      return { text, chars: text.length }
    },
    write: async (batch) => {
      const answer = await sink.write(`[${batch.map(({ text }) => text).join(',')}]`)
      return outcomesOf(JSON.parse(answer) as BatchAnswer)
    },
  }
}

function outcomesOf(answer: BatchAnswer): readonly Settled[] {
  if ('failure' in answer) throw new StoreError('commit-failed', answer.failure)
  return answer.outcomes.map(settled)
}

function settled(outcome: SetOutcome): Settled {
  return 'invalid' in outcome ? new StoreError('invalid-change', outcome.invalid) : outcome
}
