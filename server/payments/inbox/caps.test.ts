import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { AcquirerEventRow, Change } from '../../store/port.ts'
import { acquirerEvent, timeAt } from '../../store/testing/sample-rows.ts'
import { remote } from '../payments.fixture.ts'
import { deleteSurplus } from './caps.ts'
import { createEventIntake } from './intake.ts'

const CONNECTOR = 'remote'

const end = ({ connector, eventId }: AcquirerEventRow): Change => ({
  kind: 'endAcquirerEvent',
  connector,
  eventId,
  state: 'kept',
  paymentId: null,
  endedAtMs: timeAt(9),
})

/** An account whose inbox is full with three events that wait. */
function smallInbox() {
  const store = openMemoryStore()
  const logged: string[] = []
  let nowMs = timeAt(0)
  const clock = { now: () => nowMs, of: () => nowMs } as never
  const log = {
    warn: () => undefined,
    error: (_fields: unknown, text?: unknown) => void logged.push(String(text)),
  }
  const connector = remote({
    events: { read: (raw) => ({ kind: 'genuine', events: JSON.parse(raw.toString()) }) },
  })
  const intake = createEventIntake({
    ...{ store, clock, log, maxWaiting: 3 },
    connectorOf: () => connector,
  })
  const send = (...ids: readonly string[]) => {
    const told = ids.map((id) => ({ id, name: 'x', kind: 'other', about: [] }))
    return intake.take(CONNECTOR, Buffer.from(JSON.stringify(told)), {})
  }
  return { store, send, logged, pass: (ms: number) => (nowMs += ms) }
}

it('an inbox that is full takes no event until others are worked off, and loses none', async () => {
  const { store, send, logged, pass } = smallInbox()
  expect(await send('1', '2')).toMatchObject({ kind: 'taken' })
  expect(await send('3')).toMatchObject({ kind: 'taken' })
  expect(await send('4')).toEqual({ kind: 'full' })
  expect(await store.read.acquirerEvent(CONNECTOR, '4')).toBeUndefined()
  expect(logged).toEqual([expect.stringContaining('too many events of an account wait')])
  expect(await send()).toMatchObject({ kind: 'taken' })
  const first = await store.read.acquirerEvent(CONNECTOR, '1')
  if (first === undefined) throw new Error('The first event is gone')
  await store.commit([end(first)])
  pass(5_000)
  expect(await send('4')).toMatchObject({ kind: 'taken' })
})

it('of events that people look at the oldest go when there are too many', async () => {
  const { store } = smallInbox()
  const rows = [1, 2, 3, 4].map((minutes) =>
    acquirerEvent({ connector: CONNECTOR, receivedAtMs: timeAt(minutes) }),
  )
  await store.commit(rows.map((row) => ({ kind: 'insertAcquirerEvent', row }) as const))
  await store.commit(rows.slice(0, 3).map(end))
  expect(await deleteSurplus(CONNECTOR, store, 3)).toBe(0)
  expect(await deleteSurplus(CONNECTOR, store, 2)).toBe(1)
  const left = await Promise.all(
    rows.map(({ eventId }) => store.read.acquirerEvent(CONNECTOR, eventId)),
  )
  expect(left.map((row) => row?.state)).toEqual([undefined, 'kept', 'kept', 'waiting'])
})
