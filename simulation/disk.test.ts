import { describe, expect, it } from 'vitest'
import { SimulatedDisk } from './disk.ts'
import { Random } from './random.ts'

const ENTRY = JSON.stringify([{ kind: 'one' }, { kind: 'other' }])

describe('a simulated disk', () => {
  it('keeps what was written, and reports each entry', () => {
    const seen: string[] = []
    const disk = new SimulatedDisk(new Random(1), (entry) => seen.push(entry))
    disk.append(ENTRY)
    expect(disk.entries()).toEqual([ENTRY])
    expect(seen).toEqual([ENTRY])
  })

  it('refuses every entry when it is full', () => {
    const disk = new SimulatedDisk(new Random(1), () => undefined)
    disk.mood = 'full'
    expect(() => disk.append(ENTRY)).toThrow('No space')
    expect(disk.entries()).toEqual([])
  })

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'cuts off an entry that was written half (seed %i)',
    (seed) => {
      const disk = new SimulatedDisk(new Random(seed), () => undefined)
      disk.append(ENTRY)
      disk.mood = 'torn'
      expect(() => disk.append(ENTRY)).toThrow('power')
      disk.mood = 'well'
      expect(disk.entries()).toEqual([ENTRY])
      disk.append(ENTRY)
      expect(disk.entries()).toEqual([ENTRY, ENTRY])
    },
  )
})
