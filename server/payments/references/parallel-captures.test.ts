import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRefusal } from '../../results/refusal.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { usePostgres } from '../../store/testing/postgres.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { paymentsOn, remote } from '../payments.fixture.ts'

const PROCESSES = 4
const CAPTURES = 200
const NOW_MS = Date.UTC(2026, 10, 22, 12)

const postgres = usePostgres()
let stores: readonly Store[]

beforeEach(async () => {
  const url = await postgres.freshDatabase()
  stores = await Promise.all(Array.from({ length: PROCESSES }, () => openPostgresStore({ url })))
})
afterEach(async () => {
  for (const store of stores) await store.close()
})

/** An acquirer that approves or declines every second capture. */
const connector = remote({
  send: async ({ amount }) =>
    amount.minor % 2 === 0 ? { kind: 'approved' } : { kind: 'declined', code: '800.100.152' },
})

describe('200 captures of one authorisation at the same time, by four processes', () => {
  it('are all answered with their outcome, none of them as pending', async () => {
    const hold = paymentRow({
      paymentType: 'PA',
      connector: connector.name,
      amountMinor: 1_000_000,
      authorisedMinor: 1_000_000,
      bookedMinor: 0,
      maximumCaptures: null,
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
    })
    const [first] = stores as [Store]
    expect(await first.commit([{ kind: 'insertPayment', row: hold }])).toEqual({ applied: true })
    const processes = stores.map((store) => paymentsOn(connector, store))
    for (const { setClock } of processes) setClock(NOW_MS)

    const capture = async (at: number): Promise<PaymentRow> => {
      const { payments, referring } = processes[at % PROCESSES] as (typeof processes)[number]
      const amountMinor = 100 + (at % 3 === 0 ? 1 : 0)
      const request = { operation: 'capture', isFinal: false, amountMinor } as const
      const captured = await payments.refer(hold.id, referring(hold.id, request))
      if (isRefusal(captured) || 'keyInUse' in captured) throw new Error('It was not begun')
      return captured
    }
    const ends = await Promise.allSettled(Array.from({ length: CAPTURES }, (_, at) => capture(at)))
    const states = ends.map((end) => (end.status === 'fulfilled' ? end.value.state : 'refused'))
    const declined = states.filter((_, at) => at % 3 === 0)
    const approved = states.filter((_, at) => at % 3 !== 0)
    expect(new Set(declined)).toEqual(new Set(['failed']))
    expect(new Set(approved)).toEqual(new Set(['succeeded']))
    const stored = await first.read.payment(hold.id)
    expect(stored?.capturedMinor).toBe(100 * approved.length)
    expect(processes.flatMap(({ logged }) => logged)).toEqual([])
  })
})
