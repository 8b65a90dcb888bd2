import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change } from '../port.ts'
import { setsOfText, textOfBatch, textOfSet } from './batch-text.ts'
import { pack } from './change-statements.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 190, maxLength: 500 }))

const event: fc.Arbitrary<Change> = fc
  .record({ paymentId: text, kind: text, data: text })
  .map((named) => ({ kind: 'appendEvent', row: { ...named, sequence: 1, atMs: 2 } }) as Change)

describe('the text of a batch', () => {
  it('has every value of its sets, however long', () => {
    fc.assert(
      fc.property(fc.array(fc.array(event)), (sets) => {
        const read = setsOfText(textOfBatch(sets.map(textOfSet)))
        expect(read).toEqual(sets.map((changes) => changes.map(pack)))
      }),
    )
  })

  it('has a long text as it is, without escapes', () => {
    const data = JSON.stringify({ result: { description: 'x'.repeat(300) } })
    const row = { paymentId: 'a', sequence: 1, kind: 'succeeded', atMs: 2, data }
    expect(textOfBatch([textOfSet([{ kind: 'appendEvent', row } as Change])])).toContain(data)
  })
})
