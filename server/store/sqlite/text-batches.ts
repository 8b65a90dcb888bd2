import { StoreError } from '../errors.ts'
import type { BatchWriter, SetResult as Settled, TakenSet } from '../group-committer.ts'
import type { BatchAnswer, BatchSink, SetResult } from './batch.ts'
import { type SetText, textOfBatch, textOfSet } from './batch-text.ts'

/** Writes batches as one text each through `sink`. */
export function textBatches(sink: BatchSink): BatchWriter<SetText & TakenSet> {
  return {
    // The next batch is in the writer's hands when it has done one: it never waits for this thread.
    atOnce: 2,
    take: (changes) => {
      const { json, texts } = textOfSet(changes)
      return { json, texts, chars: json.length + texts.length }
    },
    write: async (batch) => {
      const answer = await sink.write(textOfBatch(batch))
      return outcomesOf(JSON.parse(answer) as BatchAnswer)
    },
  }
}

function outcomesOf(answer: BatchAnswer): readonly Settled[] {
  if ('failure' in answer)
    throw new StoreError(answer.mayReturn ? 'commit-failed' : 'not-written', answer.failure)
  return answer.outcomes.map(settled)
}

function settled(outcome: SetResult): Settled {
  return 'invalid' in outcome ? new StoreError('invalid-change', outcome.invalid) : outcome
}
