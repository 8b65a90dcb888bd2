import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OWN_PLACES, QueuePlaces, TURN_MS } from './queue-places.ts'

const names = (merchant: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${merchant}-${at}`)

describe('the places of queues', () => {
  it('are always there for a merchant with few, however many another one holds', () => {
    const places = new QueuePlaces({ shared: 500, all: 2_000 })
    const hanging = names('a', 600).filter((queue) => places.ask(queue, 'a', 0))
    expect(hanging).toHaveLength(500)
    for (const merchant of ['b', 'c', 'd']) {
      const taken = names(merchant, 12).filter((queue) => places.ask(queue, merchant, 0))
      expect(taken).toHaveLength(OWN_PLACES)
    }
  })

  it('go to the merchant who waits with the fewest when they become free', () => {
    const places = new QueuePlaces({ shared: 30, all: 2_000 })
    for (const queue of names('a', 40)) places.ask(queue, 'a', 0)
    for (const queue of names('b', 11)) places.ask(queue, 'b', 0)
    const free = names('a', 11).map((queue) => places.giveBack(queue, 0))
    // The ten that "b" has beyond the shared ones are paid back first.
    expect(free.flat()).toEqual(['b-10'])
  })

  it('change hands among the queues of one merchant after a turn', () => {
    const places = new QueuePlaces({ shared: 3, all: 10 })
    for (const queue of names('a', 11)) places.ask(queue, 'a', 0)
    expect(places.overdue(TURN_MS - 1)).toEqual([])
    expect(places.overdue(TURN_MS)).toEqual(['a-0'])
    expect(places.giveBack('a-0', TURN_MS)).toEqual(['a-10'])
    expect(places.overdue(TURN_MS)).toEqual([])
  })

  it('are never more than the limit, none is lost, and nobody waits while he may have one', () => {
    const step = fc.record({
      merchant: fc.constantFrom('a', 'b', 'c'),
      queue: fc.nat(40),
      isBack: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const [shared, all] = [15, 30]
        const places = new QueuePlaces({ shared, all })
        const held = new Map<string, string>()
        const waiting = new Map<string, string>()
        for (const { merchant, queue, isBack } of steps) {
          const name = `${merchant}-${queue}`
          if (isBack && held.has(name)) {
            held.delete(name)
            for (const next of places.giveBack(name, 0)) {
              held.set(next, waiting.get(next) ?? '')
              waiting.delete(next)
            }
          } else if (!isBack && !held.has(name) && !waiting.has(name)) {
            ;(places.ask(name, merchant, 0) ? held : waiting).set(name, merchant)
          }
          expect(held.size).toBeLessThanOrEqual(all)
          for (const merchant of waiting.values()) {
            const own = [...held.values()].filter((each) => each === merchant).length
            expect(held.size >= all || (held.size >= shared && own >= OWN_PLACES)).toBe(true)
          }
        }
      }),
    )
  })
})
