import { beforeEach, describe, expect, it } from 'vitest'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import type { MailRow, Store } from '../../server/store/port.ts'
import { mail as mailRow } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { createDelivery } from './delivery.ts'
import { timerSubject } from './outbox.ts'
import type { Posted } from './transport.ts'

const NOW_MS = Date.UTC(2026, 10, 28, 12)

let store: Store
let nowMs: number
let tried: string[]

/** Delivers to a mail server that says this to a recipient. */
function deliveryWith(answer: (recipient: string) => Posted['kind']) {
  const handle = createDelivery({
    store,
    clock: sharedClock({ now: () => nowMs }),
    log: { warn: () => undefined } as never,
    messageOf: async ({ id, recipient }) => ({ id, to: recipient }) as never,
    post: async ({ to }) => {
      tried.push(to)
      return { kind: answer(to), reply: '' }
    },
  })
  return async (recipient: string) => {
    const row: MailRow = mailRow({ recipient, state: 'waiting', expiresAtMs: null })
    const subjectId = timerSubject(row)
    const timer = { kind: 'ensureTimer', timer: 'mail', subjectId, entityId: null } as const
    const due = { dueAtMs: nowMs, createdAtMs: nowMs }
    await store.commit([
      { kind: 'ensureMail', row },
      { ...timer, ...due },
    ])
    const stored = await store.read.timer('mail', subjectId)
    return stored && handle(stored)
  }
}

beforeEach(() => {
  store = openMemoryStore()
  nowMs = NOW_MS
  tried = []
})

describe('a mail server that says nothing to the mails of one domain', () => {
  it('is asked for those of other domains at once, and for these half a minute later', async () => {
    const deliver = deliveryWith((to) => (to.endsWith('@slow.example') ? 'timedOut' : 'sent'))
    await deliver('jane@slow.example')
    expect(await deliver('joe@Slow.example')).toEqual({ dueAtMs: NOW_MS + 30_000 })
    await deliver('anna@shop.example')
    expect(tried).toEqual(['jane@slow.example', 'anna@shop.example'])
    nowMs += 30_000
    await deliver('joe@slow.example')
    expect(tried.at(-1)).toBe('joe@slow.example')
  })
})

describe('a mail server that cannot be reached', () => {
  it('is left alone for half a minute, whatever the domain', async () => {
    const deliver = deliveryWith(() => 'unreachable')
    await deliver('jane@slow.example')
    expect(await deliver('anna@shop.example')).toEqual({ dueAtMs: NOW_MS + 30_000 })
    expect(tried).toEqual(['jane@slow.example'])
  })
})

describe('a mail that is put off by the mail server', () => {
  it('keeps no other from its try', async () => {
    const deliver = deliveryWith(() => 'failed')
    await deliver('jane@slow.example')
    await deliver('joe@slow.example')
    expect(tried).toHaveLength(2)
  })
})
