import { describe, expect, it } from 'vitest'
import type { AdminPayment } from '../../../administration/answer.ts'
import {
  addressQuery,
  type FilterFaults,
  type Filters,
  faultsOf,
  filtersOf,
  fits,
  lastDays,
  wireFilters,
  withFilter,
} from './filters.ts'
import {
  EMPTY,
  MAX_WAITING,
  showWaiting,
  withOlder,
  withReadAgain,
  withStreamed,
} from './newest.ts'
import { isSame, MAX_VIEWS, readViews, withView } from './saved-views.ts'

function payment(number: number, state: AdminPayment['state'] = 'succeeded'): AdminPayment {
  return {
    id: String(number).padStart(32, '0'),
    shortId: '',
    createdAt: `2026-11-26 18:00:${String(number).padStart(2, '0')}+0000`,
    paymentType: 'DB',
    paymentBrand: 'VISA',
    amount: '92.00',
    currency: 'EUR',
    state,
    code: '000.100.110',
    codeGroup: 'success',
    description: '',
    entity: { id: '', name: '', kind: 'channel' },
  }
}

const idsOf = (payments: readonly AdminPayment[]) => payments.map(({ id }) => Number(id))

describe('filters', () => {
  it('are read from the address, without what is none', () => {
    expect(filtersOf({ state: 'failed', brand: '', page: '2' })).toEqual({ state: 'failed' })
  })

  it('stand in the address in one order', () => {
    const filters = withFilter({ brand: 'VISA' }, 'query', 'Jane & Co')
    expect(addressQuery(filters)).toBe('query=Jane+%26+Co&brand=VISA')
    expect(addressQuery(withFilter(filters, 'brand', ''))).toBe('query=Jane+%26+Co')
  })

  it('are parameters of the gateway, with whole days', () => {
    expect(wireFilters({ type: 'DB', from: '2026-11-25', to: '2026-11-26', min: '9,5' })).toEqual({
      paymentType: 'DB',
      firstDay: '2026-11-25',
      lastDay: '2026-11-26',
      amountFrom: '9.50',
    })
  })

  it.each<[Filters, FilterFaults | undefined]>([
    [{ from: '2026-11-26', to: '2026-11-26', min: '9', max: '10,00' }, undefined],
    [{ from: '2026-11-26' }, undefined],
    [{ from: '2026-11-26', to: '2026-11-25' }, { days: 'reversed' }],
    [{ min: '100', max: '20,50' }, { amounts: 'reversed' }],
    [{ min: '1.000,00' }, { amounts: 'malformed' }],
    [{ max: 'ten' }, { amounts: 'malformed' }],
    [{ query: 'Moon 4111-1111-1111-1111' }, { query: 'cardNumber' }],
    [{ query: '8372.1190.0042' }, undefined],
  ])('%j have the faults %j', (filters, faults) => {
    expect(faultsOf(filters)).toEqual(faults)
  })

  it('of seven days end today', () => {
    expect(lastDays(7, Date.UTC(2026, 10, 26, 23))).toEqual({
      from: '2026-11-20',
      to: '2026-11-26',
    })
  })
})

describe('a list that is read while payments come', () => {
  const read = withOlder(EMPTY, { payments: [payment(3), payment(2)], cursor: 'c' })

  it('moves no row for a new payment', () => {
    const after = withStreamed(withStreamed(read, payment(4)), payment(5))
    expect(idsOf(after.rows)).toEqual([3, 2])
    expect(idsOf(after.waiting)).toEqual([5, 4])
  })

  it('changes a row that is there in its place', () => {
    const after = withStreamed(read, payment(2, 'refunded'))
    expect(after.rows.map(({ state }) => state)).toEqual(['succeeded', 'refunded'])
    expect(after.waiting).toEqual([])
  })

  it('counts a new payment once, however often it changes', () => {
    const after = withStreamed(withStreamed(read, payment(4, 'pending')), payment(4))
    expect(after.waiting).toEqual([payment(4)])
  })

  it('shows what waits when it is asked for, newest first', () => {
    const after = showWaiting(withStreamed(withStreamed(read, payment(5)), payment(4)))
    expect(idsOf(after.rows)).toEqual([5, 4, 3, 2])
    expect(after.waiting).toEqual([])
    expect([...after.shown]).toEqual([payment(5).id, payment(4).id])
  })

  it('lets no more wait than its limit', () => {
    const many = Array.from({ length: MAX_WAITING + 3 }, (_, at) => payment(at + 10))
    expect(many.reduce(withStreamed, read).waiting).toHaveLength(MAX_WAITING)
  })

  it('has no payment twice when an older page overlaps', () => {
    expect(idsOf(withOlder(read, { payments: [payment(2), payment(1)] }).rows)).toEqual([3, 2, 1])
  })
})

describe('a payment of the stream', () => {
  const now = payment(7)

  it.each([
    [{}, true],
    [{ state: 'succeeded', brand: 'VISA', currency: 'EUR' }, true],
    [{ state: 'failed' }, false],
    [{ type: 'RF' }, false],
    [{ brand: 'MASTER' }, false],
    [{ min: '92', max: '92,00' }, true],
    [{ min: '92,01' }, false],
    [{ from: '2026-11-26', to: '2026-11-26' }, true],
    [{ to: '2026-11-25' }, false],
    [{ query: 'Jane' }, false],
    [{ country: 'DE' }, false],
  ])('belongs into a list with the filters %j: %s', (filters, expected) => {
    expect(fits(filters, now)).toBe(expected)
  })

  it('is of the day that it has in the time zone of the merchant', () => {
    const late = { ...now, createdAt: '2026-11-25 23:30:00+0000' }
    const filters = { from: '2026-11-26', to: '2026-11-26' }
    expect([fits(filters, late), fits(filters, late, 'Europe/Berlin')]).toEqual([false, true])
  })

  it('that refers to another one belongs only into a list of its type', () => {
    const refund = { ...now, paymentType: 'RF' }
    expect(fits({}, refund)).toBe(false)
    expect(fits({ type: 'RF' }, refund)).toBe(true)
  })

  it('may be one that was missed: the newest are read again', () => {
    const read = withOlder(EMPTY, { payments: [payment(3), payment(2)] })
    const again = withReadAgain(read, {
      payments: [payment(5), payment(4), payment(3, 'refunded')],
    })
    expect(idsOf(again.waiting)).toEqual([5, 4])
    expect(again.rows[0]?.state).toBe('refunded')
  })
})

describe('saved views', () => {
  const view = { name: 'Failed', filters: { state: 'failed' } } as const

  it('are read as they were kept', () => {
    expect(readViews(JSON.stringify([view]))).toEqual([view])
  })

  it.each([null, '', '{', '{}', '[1]', '[{"name":1}]'])('are none in %j', (stored) => {
    expect(readViews(stored)).toEqual([])
  })

  it('leave out what is no filter', () => {
    const stored = [{ name: 'Odd', filters: { state: 7, other: 'x', brand: 'VISA' } }]
    expect(readViews(JSON.stringify(stored))).toEqual([{ name: 'Odd', filters: { brand: 'VISA' } }])
  })

  it('replace the one of the same name, and are never more than the limit', () => {
    const changed = { ...view, filters: { state: 'pending' } }
    expect(withView([view], changed)).toEqual([changed])
    const many = Array.from({ length: MAX_VIEWS }, (_, at) => ({ name: `${at}`, filters: {} }))
    expect(withView(many, view)).toHaveLength(MAX_VIEWS)
  })

  it('are compared by their filters, in whatever order', () => {
    expect(isSame({ state: 'failed', brand: 'VISA' }, { brand: 'VISA', state: 'failed' })).toBe(
      true,
    )
    expect(isSame({}, { brand: 'VISA' })).toBe(false)
  })
})
