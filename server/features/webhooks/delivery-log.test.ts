import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import { delivery, deliveryAttempt, timeAt } from '../../store/testing/sample-rows.ts'
import { listCalls, replayRange } from './delivery-log.ts'

it('shows the newest calls about a payment, up to the one that exceeds 2 MiB', async () => {
  const store = openMemoryStore()
  const url = 'https://shop.example/'
  const calls = [5, 4, 3, 2, 1].map((at) =>
    delivery({
      subjectId: 'payment',
      webhookId: null,
      url,
      createdAtMs: timeAt(at),
      body: 'ä'.repeat(300_000),
    }),
  )
  await store.commit(calls.map((row) => ({ kind: 'insertDelivery', row })))
  const shown = await listCalls('payment', { store })
  expect(shown.map((call) => call.delivery)).toEqual(calls.slice(0, 4))
})

it('counts the answers for these 2 MiB as well', async () => {
  const store = openMemoryStore()
  const calls = [3, 2, 1].map((at) =>
    delivery({ subjectId: 'payment', webhookId: null, createdAtMs: timeAt(at), body: 'short' }),
  )
  await store.commit([
    ...calls.map((row) => ({ kind: 'insertDelivery', row }) as const),
    ...calls.map(({ id }) => {
      const row = deliveryAttempt(id, { answer: 'x'.repeat(1_200_000) })
      return { kind: 'insertDeliveryAttempt', row } as const
    }),
  ])
  const shown = await listCalls('payment', { store })
  expect(shown.map((call) => call.delivery)).toEqual(calls.slice(0, 2))
})

it('sends the newest thousand of a time frame again, each once, and says where older ones follow', async () => {
  const store = openMemoryStore()
  const rows = Array.from({ length: 1_060 }, (_, at) =>
    delivery({ webhookId: 'w', state: 'delivered', createdAtMs: timeAt(at) }),
  )
  await store.commit(rows.map((row) => ({ kind: 'insertDelivery', row })))
  const parts = { store, clock: sharedClock({ now: () => timeAt(2_000) }) }
  const versions = async () =>
    (await Promise.all(rows.map(({ id }) => store.read.delivery(id)))).map((row) => row?.version)

  const latest = { createdAtMs: timeAt(2_000), id: '' }
  const first = await replayRange('w', { fromMs: 0, before: latest }, parts)
  const { createdAtMs = 0, id = '' } = rows[60] ?? {}
  expect(first).toEqual({ count: 1_000, next: { createdAtMs, id } })
  expect(await versions()).toEqual(rows.map((_, at) => (at < 60 ? 1 : 2)))

  const rest = await replayRange('w', { fromMs: 0, before: { createdAtMs, id } }, parts)
  expect(rest).toEqual({ count: 60 })
  expect(await versions()).toEqual(rows.map(() => 2))
})
