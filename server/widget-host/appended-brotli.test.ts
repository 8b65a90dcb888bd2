import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendTail, compressPrefix } from './appended-brotli.ts'

describe('a brotli stream with an appended tail', () => {
  it('unpacks to prefix and tail, whatever they are', async () => {
    const bytes = (minLength: number) =>
      fc.uint8Array({ minLength, maxLength: 5000 }).map((array) => Buffer.from(array))
    await fc.assert(
      fc.asyncProperty(bytes(0), bytes(1), async (prefix, tail) => {
        const stream = appendTail(await compressPrefix(prefix), tail)
        expect(brotliDecompressSync(stream)).toEqual(Buffer.concat([prefix, tail]))
      }),
      { numRuns: 100 },
    )
  })

  it('takes tails of 1 to 65,536 bytes', async () => {
    const prefix = await compressPrefix(Buffer.from('script'.repeat(1000)))
    const longest = Buffer.alloc(65_536, 'x')
    expect(brotliDecompressSync(appendTail(prefix, longest))).toHaveLength(6000 + 65_536)
    expect(() => appendTail(prefix, Buffer.alloc(65_537))).toThrow(RangeError)
    expect(() => appendTail(prefix, Buffer.alloc(0))).toThrow(RangeError)
  })
})
