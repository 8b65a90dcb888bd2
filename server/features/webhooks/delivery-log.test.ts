import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { delivery, timeAt } from '../../store/testing/sample-rows.ts'
import { listCalls } from './delivery-log.ts'

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
