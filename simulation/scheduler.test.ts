import { describe, expect, it } from 'vitest'
import { Random } from './random.ts'
import { Scheduler } from './scheduler.ts'

function scheduler(seed = 1): Scheduler {
  return new Scheduler(new Random(seed), 0, () => undefined)
}

/** The order in which three tasks run. */
async function orderOf(seed: number): Promise<string> {
  const time = scheduler(seed)
  const order: string[] = []
  for (const name of ['a', 'b', 'c']) void time.defer(undefined, name, () => order.push(name))
  while (!time.isIdle) await time.step()
  return order.join('')
}

describe('a scheduler', () => {
  it('runs tasks in the order of the seed', async () => {
    expect(await orderOf(3)).toBe(await orderOf(3))
    const orders = await Promise.all(Array.from({ length: 50 }, (_, seed) => orderOf(seed)))
    expect(new Set(orders).size).toBe(6)
  })

  it('runs delayed tasks at their time', async () => {
    const time = scheduler()
    const done: string[] = []
    void time.after(100, undefined, 'later', () => done.push('later'))
    expect([time.isIdle, time.nextDueMs]).toEqual([true, 100])
    time.advance(500)
    expect(time.now()).toBe(100)
    await time.step()
    expect(done).toEqual(['later'])
  })

  it('never runs a task of a dead owner', async () => {
    const time = scheduler()
    const [dead, alive] = [{ name: 'n1' }, { name: 'n2' }]
    const done: string[] = []
    for (const owner of [dead, alive]) {
      void time.defer(owner, 'works', () => done.push(owner.name))
    }
    time.forget(dead)
    while (!time.isIdle) await time.step()
    expect(done).toEqual(['n2'])
  })

  it('pauses an owner and resumes it', async () => {
    const time = scheduler()
    const owner = { name: 'n1' }
    const done: string[] = []
    time.hold(owner, 1000)
    void time.defer(owner, 'works', () => done.push('n1'))
    expect([time.isIdle, time.nextDueMs]).toEqual([true, 1000])
    time.advance(1000)
    await time.step()
    expect(done).toEqual(['n1'])
  })
})
