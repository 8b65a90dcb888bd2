import { beforeAll, describe, expect, it } from 'vitest'
import {
  acquirerAccount,
  settlementBatch,
  settlementFile,
  settlementLine,
} from '../../server/store/testing/sample-rows.ts'
import { cardPayment, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  type TestMerchant,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, type Browser, FAST, signedIn } from '../people/people.fixture.ts'
import type { AdminBookings } from './answer.ts'
import type { ReportAnswer } from './report-routes.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let finance: Browser

beforeAll(async () => {
  merchant = await addMerchant(gateway(), { settings: () => ({ timeZone: 'Asia/Kolkata' }) })
  finance = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'finance' }))
})

async function pay(amount: string, paymentType = 'DB'): Promise<string> {
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const form = cardPayment(channelOf(merchant), { amount, paymentType })
  const { status, body } = await gateway().post('/v1/payments', form, headers)
  expect(status).toBe(200)
  return body.id
}

async function refer(id: string, paymentType: string, amount: string): Promise<void> {
  const headers = { authorization: `Bearer ${merchant.accessToken}` }
  const form = { entityId: channelOf(merchant), paymentType, amount, currency: 'EUR' }
  expect((await gateway().post(`/v1/payments/${id}`, form, headers)).status).toBe(200)
}

/** The whole report. */
async function report(firstDay: string, lastDay: string) {
  const lines: ReportAnswer['lines'][number][] = []
  let cursor = ''
  for (;;) {
    const query = new URLSearchParams({ firstDay, lastDay, ...(cursor && { cursor }) })
    const { status, body } = await finance.send(`GET /admin/v1/bookings/report?${query}`)
    expect([status, body.result.code]).toEqual([200, '000.000.100'])
    const part = body as unknown as ReportAnswer
    lines.push(...part.lines)
    if (part.cursor === undefined) return { ...part, lines }
    cursor = part.cursor
  }
}

const sumOf = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + Math.round(Number(text) * 100), 0)

describe('GET /admin/v1/bookings/report', () => {
  it('sums to the cent what the bookings of its time are', async () => {
    const debit = await pay('92.00')
    await refer(debit, 'RF', '12.34')
    await refer(await pay('120.00', 'PA'), 'CP', '80.00')
    const { lines, timeZone, from, before } = await report('2026-11-01', '2026-11-30')
    expect({ timeZone, from, before }).toEqual({
      timeZone: 'Asia/Kolkata',
      from: '2026-10-31 18:30:00+0000',
      before: '2026-11-30 18:30:00+0000',
    })
    const time = { 'date.from': '2026-11-01 00:00:00', 'date.to': '2026-11-30 18:29:59' }
    const asked = new URLSearchParams({ ...time, limit: '100' })
    const listed = await finance.send(`GET /admin/v1/bookings?${asked}`)
    const { bookings } = listed.body as unknown as AdminBookings
    expect(sumOf(lines.map(({ net }) => net))).toBe(
      sumOf(bookings.map(({ amount = '0' }) => amount)),
    )
    const [first, ...others] = lines.filter(({ captured }) => Number(captured) !== 0)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      merchantId: merchant.id,
      currency: 'EUR',
      brand: 'VISA',
      count: 2,
      captured: '172.00',
      refunded: '-12.34',
    })
    expect(sumOf(lines.map(({ authorised }) => authorised))).toBe(21_200)
  })

  it('has nothing of the days before and after', async () => {
    await pay('1.00')
    for (const day of ['2026-11-19', '2026-11-21']) {
      expect((await report(day, day)).lines).toEqual([])
    }
    expect((await report('2026-11-20', '2026-11-20')).lines).not.toEqual([])
  })

  it('has a line of a file in one month alone, as the list and the export have', async () => {
    const account = acquirerAccount(merchant.id)
    const file = settlementFile(account.id)
    await gateway().store.commit([
      { kind: 'insertAcquirerAccount', row: account },
      { kind: 'insertSettlementFile', row: file },
    ])
    for (const [at, settledOn] of ['2026-10-31', '2026-11-30', '2026-12-01'].entries()) {
      const batch = settlementBatch(file, {
        id: `${file.id}-${at}`,
        entityId: merchant.id,
        settledOn,
      })
      const line = settlementLine(file, { batchId: batch.id, type: 'fee', settledOn })
      const { applied } = await gateway().store.commit([
        { kind: 'insertSettlementBatch', row: batch },
        { kind: 'insertSettlementLine', row: line },
      ])
      expect(applied).toBe(true)
    }
    // November of the merchant, and as the back office asks for it.
    for (const [from, to] of [
      ['2026-10-31 18:30:00', '2026-11-30 18:29:59'],
      ['2026-11-01 00:00:00', '2026-11-30 23:59:59'],
    ]) {
      const asked = new URLSearchParams({
        'date.from': `${from}`,
        'date.to': `${to}`,
        limit: '100',
      })
      const { body } = await finance.send(`GET /admin/v1/bookings?${asked}`)
      const { bookings } = body as unknown as AdminBookings
      const lines = bookings.filter(({ lineType }) => lineType === 'fee')
      expect(lines.map(({ settledOn }) => settledOn)).toEqual(['2026-11-30'])
    }
    const { lines: reported } = await report('2026-11-01', '2026-11-30')
    expect(sumOf(reported.map(({ fees }) => fees))).toBe(200)
  })

  it('has the days of the list, in the time zone of the merchant', async () => {
    await pay('3.00')
    const list = async (time: Readonly<Record<string, string>>) =>
      finance.send(`GET /admin/v1/bookings?${new URLSearchParams({ ...time, limit: '100' })}`)
    const byDays = await list({ firstDay: '2026-11-01', lastDay: '2026-11-30' })
    const byTimes = await list({
      'date.from': '2026-10-31 18:30:00',
      'date.to': '2026-11-30 18:29:59',
    })
    const of = ({ body }: typeof byDays) => body as unknown as AdminBookings
    expect(of(byDays)).toMatchObject({ timeZone: 'Asia/Kolkata', bookings: of(byTimes).bookings })
    for (const time of [
      {},
      { firstDay: '2026-11-01' },
      { firstDay: '2026-11-01', 'date.to': '2026-11-30 18:29:59' },
      { firstDay: '2026-11-02', lastDay: '2026-11-01' },
    ]) {
      expect((await list(time)).status).toBe(400)
    }
  })

  it.each([['late.0.ab.cd'], ['made.ab.cd.1'], ['lines.2026-11-01.ab.ab.ab'], ['holds.ab.cd.1']])(
    'refuses the cursor %s, which no answer has had',
    async (cursor) => {
      const query = new URLSearchParams({ firstDay: '2026-11-01', lastDay: '2026-11-30', cursor })
      const { status, body } = await finance.send(`GET /admin/v1/bookings/report?${query}`)
      expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'cursor'])
    },
  )

  it.each([
    ['2026-02-30', '2026-03-01', 'firstDay'],
    ['2026-03-02', '2026-03-01', 'lastDay'],
    ['2025-01-01', '2026-03-01', 'lastDay'],
    ['March', '2026-03-01', 'firstDay'],
    ['0000-01-01', '0000-01-31', 'firstDay'],
    ['2026-12-01', '9999-12-31', 'lastDay'],
  ])('refuses days from %s to %s and names %s', async (firstDay, lastDay, name) => {
    const query = new URLSearchParams({ firstDay, lastDay })
    const { status, body } = await finance.send(`GET /admin/v1/bookings/report?${query}`)
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, name])
  })
})
