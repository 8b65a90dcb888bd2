import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportTurns, MAX_FILES, MAX_FILES_OF_MERCHANT } from './import-turns.ts'

/** A piece of work that ends when it is told to. */
function work() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end: () => end(), run: () => ended }
}

describe('places of settlement files', () => {
  it('are few for each merchant, and bounded in all', () => {
    const turns = new ImportTurns()
    const own = Array.from({ length: MAX_FILES_OF_MERCHANT + 1 }, () => turns.enter('tea'))
    expect(own.filter(Boolean)).toHaveLength(MAX_FILES_OF_MERCHANT)
    const others = Array.from({ length: MAX_FILES }, (_, at) => turns.enter(`other ${at}`))
    expect(others.filter(Boolean)).toHaveLength(MAX_FILES - MAX_FILES_OF_MERCHANT)
    own[0]?.leave()
    expect(turns.enter('tea')).toBeDefined()
    expect(turns.enter('tea')).toBeUndefined()
  })

  it('begin with the merchant whose last import was longest ago', async () => {
    const turns = new ImportTurns()
    const begun: string[] = []
    const first = work()
    const done = ['tea', 'tea', 'coffee'].map(async (merchant, at) => {
      const place = turns.enter(merchant)
      await place?.inTurn(() => {
        begun.push(`${merchant} ${at}`)
        return at === 0 ? first.run() : Promise.resolve()
      })
      place?.leave()
    })
    first.end()
    await Promise.all(done)
    expect(begun).toEqual(['tea 0', 'coffee 2', 'tea 1'])
  })

  it('come to an end one at a time, whatever fails and in whatever order they come', async () => {
    const files = fc.array(fc.record({ merchant: fc.nat({ max: 3 }), fails: fc.boolean() }), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(files, async (all) => {
        const turns = new ImportTurns()
        let running = 0
        let ended = 0
        const results = all.map(async ({ merchant, fails }) => {
          const place = turns.enter(`merchant ${merchant}`)
          if (place === undefined) return false
          try {
            await place.inTurn(async () => {
              running += 1
              expect(running).toBe(1)
              await Promise.resolve()
              running -= 1
              ended += 1
              if (fails) throw new Error('The file is wrong')
            })
          } catch {
            // The next one begins all the same.
          } finally {
            place.leave()
          }
          return true
        })
        const entered = (await Promise.all(results)).filter(Boolean).length
        expect(ended).toBe(entered)
        expect(turns.enter('merchant 0')).toBeDefined()
      }),
    )
  })
})
