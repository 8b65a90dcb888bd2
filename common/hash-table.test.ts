import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fetchedCode } from '../scripts/prepare/fetched-code.mjs'
import { hashIn, hashTable } from './hash-table.ts'
import { localeCodes } from './locale-tags.ts'

describe('a table of hashes', () => {
  it.each([[[...fetchedCode().keys()]], [[...localeCodes, 'others']]])(
    'finds each of %s',
    (names) => {
      for (let round = 0; round < 50; round++) {
        const files = names.map((name) => {
          return [
            name,
            {
              hash: createHash('sha256')
                .update(name + round)
                .digest('base64'),
            },
          ] as const
        })
        const table = hashTable(files)
        for (const [name, { hash }] of files) expect(`${hashIn(table, name)}=`).toBe(hash)
      }
    },
  )

  it('has nothing for another name', () => {
    expect(hashIn(hashTable([['list', { hash: 'x'.repeat(44) }]]), 'marks')).toBe('')
    expect(hashIn('', 'list')).toBe('')
  })
})
