import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { Exchange } from '../../http/outgoing/client.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import type { CallKind } from '../../payments/index.ts'
import type { DeliveryRow, NoticeRow, Store } from '../../store/port.ts'
import { delivery, notice, timeAt } from '../../store/testing/sample-rows.ts'
import type { CallPace } from './queue-run.ts'
import { createSender, OWN_PLACES, QueuePlaces, TURN_MS } from './sender.ts'

const ok: Exchange = { kind: 'answered', status: 200, body: 'thanks' }
const failed: Exchange = { kind: 'answered', status: 500, body: 'oh no' }

/** A process that sends from a store; a call is under way until the test answers it. */
function processOn(
  store: Store,
  { time, holder = 'one', pace }: { time: { ms: number }; holder?: string; pace?: CallPace },
) {
  const open: { readonly id: string; readonly answer: (exchange: Exchange) => void }[] = []
  const begun: string[] = []
  const kind: CallKind = {
    call: async ({ id, body }) => ({
      url: `https://shop.example/${id}`,
      method: 'POST',
      headers: {},
      body: body ?? 'made',
      plainBody: body ?? 'made',
    }),
    retryDelaysMs: [MINUTE_MS, 2 * MINUTE_MS],
  }
  const clock = sharedClock({ now: () => time.ms })
  const sender = createSender({
    store,
    clock,
    log: { error: () => undefined },
    kinds: { webhook: kind },
    holder,
    random: () => 0.5,
    pace,
    send: ({ url, signal }) =>
      new Promise((answer) => {
        const id = url.slice('https://shop.example/'.length)
        begun.push(id)
        open.push({ id, answer })
        signal?.addEventListener('abort', () =>
          answer({ kind: 'lost', reason: 'ended', isTimeout: false }),
        )
      }),
  })
  return {
    sender,
    begun,
    /** Answers the oldest call that is under way. */
    async answer(exchange: Exchange) {
      await expect.poll(() => open.length).toBeGreaterThan(0)
      open.shift()?.answer(exchange)
    },
    begins: (ids: readonly string[]) => expect.poll(() => begun).toEqual(ids),
  }
}

async function storeWith(rows: readonly DeliveryRow[], isShared = false): Promise<Store> {
  const store = openMemoryStore()
  await store.commit(rows.map((row) => ({ kind: 'insertDelivery', row })))
  return isShared ? { ...store, time: async () => timeAt(0) } : store
}

/** The number of queues that a process holds. */
async function heldBy(store: Store, holder: string): Promise<number> {
  const leases = await store.read.heldLeases(timeAt(5), '', 1000)
  return leases.filter((lease) => lease.holder === holder && lease.queue.startsWith('w')).length
}

async function storeOfNotices(rows: readonly NoticeRow[]): Promise<Store> {
  const store = openMemoryStore()
  await store.commit(rows.map((row) => ({ kind: 'insertNotice', row })))
  return store
}

const of = { webhookId: 'w' }

describe('the sender', () => {
  it('writes the outcome of a call with what was sent and what was answered', async () => {
    const row = delivery(of)
    const store = await storeWith([row])
    const { sender, answer } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await answer(ok)
    await sender.idle()
    const after = { state: 'delivered', attempts: 1, body: 'made' }
    expect(await store.read.delivery(row.id)).toMatchObject(after)
    expect(await store.read.deliveryAttempts(row.id)).toMatchObject([
      { attempt: 1, status: 200, reason: null, answer: 'thanks' },
    ])
  })

  it('keeps the first 2,000 characters of an answer', async () => {
    const row = delivery(of)
    const store = await storeWith([row])
    const { sender, answer } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await answer({ kind: 'answered', status: 500, body: 'x'.repeat(2_500) })
    await sender.idle()
    const [attempt] = await store.read.deliveryAttempts(row.id)
    expect(attempt?.answer).toBe('x'.repeat(2_000))
  })

  it('keeps no answer that holds a card number', async () => {
    const row = delivery(of)
    const store = await storeWith([row])
    const { sender, answer } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await answer({ kind: 'answered', status: 500, body: 'no order of card 4200 0000 0000 0000' })
    await sender.idle()
    expect(await store.read.deliveryAttempts(row.id)).toMatchObject([
      { status: 500, answer: expect.stringMatching(/^\(not kept:.*card number\)$/) },
    ])
  })

  it('repeats a failed call with the same bytes, and gives it up after the last', async () => {
    const row = delivery(of)
    const store = await storeWith([row])
    const time = { ms: timeAt(5) }
    const { sender, answer, begun } = processOn(store, { time })
    for (const waitMs of [MINUTE_MS, 2 * MINUTE_MS, 0]) {
      await sender.look()
      await answer(failed)
      await sender.idle()
      await sender.look()
      await sender.idle()
      time.ms += waitMs
    }
    expect(begun).toEqual([row.id, row.id, row.id])
    const after = { state: 'givenUp', attempts: 3, retries: 2, body: 'made' }
    expect(await store.read.delivery(row.id)).toMatchObject(after)
  })

  it('makes four calls of one queue at the same time, and calls of other queues in parallel', async () => {
    const rows = Array.from({ length: 6 }, () => delivery(of))
    const other = delivery({ webhookId: 'z' })
    const store = await storeWith([...rows, other])
    const { sender, begun, begins, answer } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await expect.poll(() => begun.length).toBe(5)
    expect([...begun].sort()).toEqual([...rows.slice(0, 4), other].map(({ id }) => id).sort())
    await answer(ok)
    await expect.poll(() => begun.length).toBe(6)
    for (let left = 0; left < 6; left += 1) await answer(ok)
    await sender.idle()
    await begins(begun)
    expect(new Set(begun).size).toBe(7)
  })

  it('makes deliveries of the notices of a webhook, in their order, only when it can send them', async () => {
    const order = { ...of, orderKey: 'o', subjectId: 's' }
    const [second, first] = [notice({ ...order, sequence: 2 }), notice({ ...order, sequence: 1 })]
    const others = Array.from({ length: 100 }, () => notice({ ...of, orderKey: 'p' }))
    const store = await storeOfNotices([second, first, ...others])
    const { sender, begun, answer } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await expect.poll(() => begun.length).toBe(2)
    expect(begun[0]).toBe(first.id)
    expect(await store.read.noticesOf('w', 1000)).toHaveLength(0)
    await answer(ok)
    await expect.poll(() => begun).toContain(second.id)
    for (let left = 0; left < 101; left += 1) await answer(ok)
    await sender.idle()
    expect(new Set(begun).size).toBe(102)
  })

  it('leaves notices as they are while the calls of their webhook hang', async () => {
    const rows = Array.from({ length: 100 }, () => notice(of))
    const store = await storeOfNotices(rows)
    const { sender, begun, answer } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await expect.poll(() => begun.length).toBe(4)
    expect(await store.read.noticesOf('w', 1000)).toHaveLength(36)
    for (let left = 0; left < 100; left += 1) await answer(ok)
    await sender.idle()
    expect(new Set(begun)).toEqual(new Set(rows.map(({ id }) => id)))
  })

  it('begins a call beside many requests only when it has its turn', async () => {
    const rows = [delivery({ webhookId: 'w1' }), delivery(of), delivery(of)]
    const store = await storeWith(rows)
    const turns: (() => void)[] = []
    const pace = { mayBegin: () => false, onTurn: (begin: () => void) => turns.push(begin) }
    const { sender, begun, begins, answer } = processOn(store, { time: { ms: timeAt(5) }, pace })
    await sender.look()
    await expect.poll(() => turns.length).toBe(2)
    await sender.look()
    expect(begun).toEqual([])
    const sent: string[] = []
    while (sent.length < 3) {
      turns.shift()?.()
      await expect.poll(() => begun.length).toBe(sent.length + 1)
      sent.push(begun.at(-1) ?? '')
      await answer(ok)
      if (sent.length < 2) await expect.poll(() => turns.length).toBeGreaterThan(0)
    }
    await sender.idle()
    await begins(sent)
    expect(new Set(sent)).toEqual(new Set(rows.map(({ id }) => id)))
  })

  it('sends the events of one order key in order, and others in parallel', async () => {
    const order = { ...of, orderKey: 'o' }
    const [first, second, other] = [delivery(order), delivery(order), delivery(of)]
    const store = await storeWith([first, second, other])
    const time = { ms: timeAt(5) }
    const { sender, begins, answer } = processOn(store, { time })
    await sender.look()
    await begins([first.id, other.id])
    await answer(failed)
    await answer(ok)
    await sender.idle()
    await sender.look()
    await sender.idle()
    await begins([first.id, other.id])
    time.ms += MINUTE_MS
    await sender.look()
    await answer(ok)
    await answer(ok)
    await sender.idle()
    await begins([first.id, other.id, first.id, second.id])
  })

  it('sends no queue that another process has leased, until that lease ends', async () => {
    const rows = [delivery(of)]
    const store = await storeWith(rows, true)
    const time = { ms: timeAt(5) }
    const [one, two] = [processOn(store, { time }), processOn(store, { time, holder: 'two' })]
    await one.sender.look()
    await one.begins([rows[0]?.id ?? ''])
    await two.sender.look()
    await two.sender.idle()
    expect(two.begun).toEqual([])
    time.ms += 61_000
    await two.sender.look()
    await two.begins(one.begun)
  })

  it('shares the queues with a process that starts later, and sends nothing twice', async () => {
    const queues = Array.from({ length: 20 }, (_, at) => `w${at}`)
    const rows = queues.map((webhookId) => delivery({ webhookId }))
    const store = await storeWith(rows, true)
    const time = { ms: timeAt(5) }
    const [one, two] = [processOn(store, { time }), processOn(store, { time, holder: 'two' })]
    await one.sender.look()
    await expect.poll(() => one.begun.length).toBe(20)
    const answerAll = async ({ begun, answer }: typeof one) => {
      for (let left = begun.length; left > 0; left -= 1) await answer(ok)
    }
    await two.sender.look()
    await one.sender.look()
    // It gives queues back as soon as their calls have ended.
    await answerAll(one)
    await one.sender.idle()
    const later = queues.map((webhookId) => delivery({ webhookId }))
    await store.commit(later.map((row) => ({ kind: 'insertDelivery', row })))
    await expect.poll(() => heldBy(store, 'one')).toBe(10)
    await two.sender.look()
    await one.sender.look()
    await expect.poll(() => one.begun.length + two.begun.length).toBe(40)
    expect(two.begun).toHaveLength(10)
    expect(await heldBy(store, 'two')).toBe(10)
    expect(new Set([...one.begun, ...two.begun]).size).toBe(40)
  })

  it('takes a queue beyond its share that no other process takes', async () => {
    const store = await storeWith([], true)
    const time = { ms: timeAt(5) }
    const [one, two] = [processOn(store, { time }), processOn(store, { time, holder: 'two' })]
    await two.sender.look()
    await store.commit(
      ['a', 'b'].map((webhookId) => ({
        kind: 'insertDelivery',
        row: delivery({ webhookId }),
      })),
    )
    await one.sender.look()
    await expect.poll(() => one.begun.length).toBe(1)
    time.ms += 3_000
    await one.sender.look()
    await expect.poll(() => one.begun.length).toBe(2)
  })

  it('gives its queues to others when it stops', async () => {
    const row = delivery(of)
    const store = await storeWith([row], true)
    const time = { ms: timeAt(5) }
    const [one, two] = [processOn(store, { time }), processOn(store, { time, holder: 'two' })]
    await one.sender.look()
    await one.answer(failed)
    await one.sender.stop()
    time.ms += MINUTE_MS
    await two.sender.look()
    await two.begins([row.id])
    await two.answer(ok)
    await two.sender.idle()
    expect(await store.read.delivery(row.id)).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  it('waits longer where the receiver asks for it, up to a day', async () => {
    const rows = ['300', '1000000', 'soon'].map(() => delivery({ webhookId: null }))
    const store = await storeWith(rows)
    const { sender, answer } = processOn(store, { time: { ms: timeAt(0) } })
    await sender.look()
    for (const retryAfter of ['300', '1000000', 'soon']) {
      await answer({ kind: 'answered', status: 503, body: '', retryAfter })
    }
    await sender.idle()
    const due = await Promise.all(rows.map(({ id }) => store.read.delivery(id)))
    const days = 24 * 60 * MINUTE_MS
    expect(due.map((row) => (row?.dueAtMs ?? 0) - timeAt(0))).toEqual([300_000, days, MINUTE_MS])
  })

  it('calls webhooks while the addresses of a hundred requests and more hang', async () => {
    const addresses = Array.from({ length: 120 }, (_, at) =>
      delivery({ webhookId: null, queue: `https://shop.example:${2000 + at}` }),
    )
    const row = delivery(of)
    const { sender, begun, answer } = processOn(await storeWith([...addresses, row]), {
      time: { ms: timeAt(5) },
    })
    await sender.look()
    await expect.poll(() => begun.length).toBe(101)
    expect(begun).toContain(row.id)
    for (let left = 0; left < 101; left += 1) await answer(ok)
    await expect.poll(() => begun.length).toBe(121)
    for (let left = 0; left < 20; left += 1) await answer(ok)
    await sender.idle()
  })

  it('calls the webhooks of every merchant while 600 receivers of one of them hang', async () => {
    const hanging = Array.from({ length: 600 }, () => delivery({ entityId: 'a' }))
    const others = Array.from({ length: 10 }, (_, at) => delivery({ entityId: `z${at}` }))
    const store = await storeWith([...hanging, ...others])
    const { sender, begun } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await expect.poll(() => begun.length).toBe(510)
    expect(begun).toEqual(expect.arrayContaining(others.map(({ id }) => id)))
    await sender.stop()
  })

  it('ends when the outcome of the calls under way is written, and not before', async () => {
    const row = delivery(of)
    const store = await storeWith([row])
    const { sender, begins, answer } = processOn(store, { time: { ms: timeAt(5) } })
    await sender.look()
    await begins([row.id])
    let isOver = false
    const stopped = sender.stop().then(() => {
      isOver = true
    })
    await new Promise(setImmediate)
    expect(isOver).toBe(false)
    await answer(ok)
    await stopped
    expect(await store.read.delivery(row.id)).toMatchObject({ state: 'delivered' })
  })

  it('gives a delivery up at once when the receiver answers 410', async () => {
    const row = delivery(of)
    const store = await storeWith([row])
    const { sender, answer } = processOn(store, { time: { ms: timeAt(0) } })
    await sender.look()
    await answer({ kind: 'answered', status: 410, body: '' })
    await sender.idle()
    expect(await store.read.delivery(row.id)).toMatchObject({ state: 'givenUp', attempts: 1 })
  })
})

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
