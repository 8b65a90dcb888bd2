import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { formatAmount } from '../../common/money.ts'
import { dayAt } from '../../common/zoned-days.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { payment } from '../../server/store/testing/sample-rows.ts'
import { type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant, sendBare, tokenOf } from '../../server/testing/merchants.fixture.ts'
import { createSumWork } from '../payment-sums/sum-work.ts'
import { FAST } from '../people/people.fixture.ts'
import type { AdminOverview, AdminOverviewGroups, AdminPaymentList } from './answer.ts'

const gateway = useTestGateway(FAST)

/** A merchant of a time zone with an administrator who asks. */
async function newMerchant(timeZone: string) {
  const settings = (): Partial<EntitySettings> => ({ timeZone })
  const merchant = await addMerchant(gateway(), { settings, channels: [{}, {}] })
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, token, true)])
  const get = async <Body>(path: string, parameters: Form): Promise<Body> => {
    const query = new URLSearchParams(JSON.parse(JSON.stringify(parameters)))
    const { status, body } = await sendBare(gateway(), `GET /admin/v1${path}?${query}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Body
  }
  return { channelIds: merchant.channelIds, get }
}

/** Makes the sums of all hours that are over. */
async function sumAll(): Promise<void> {
  const { store, clock } = gateway()
  const log = { error: (fields: object) => expect(fields).toBeUndefined() }
  const work = createSumWork({ store, clock: sharedClock(clock), log })
  while (await work.run());
}

interface Paid {
  readonly minutesAgo: number
  readonly channel: 0 | 1
  readonly brand: string
  readonly country: string
  readonly bank: string
  readonly state: PaymentRow['state']
  readonly code: string
  readonly amountMinor: number
}

const CODES = ['800.100.152', '800.100.155', '100.100.303']

const paid = (days: number) =>
  fc.record<Paid>({
    minutesAgo: fc.integer({ min: 1, max: days * 24 * 60 - 1 }),
    channel: fc.constantFrom(0, 1),
    brand: fc.constantFrom('VISA', 'MASTER', 'AMEX'),
    country: fc.constantFrom('DE', 'FR', ''),
    bank: fc.constantFrom('First Bank', 'Banque "Été"', ''),
    state: fc.constantFrom('succeeded', 'succeeded', 'failed', 'pending'),
    code: fc.constantFrom(...CODES),
    amountMinor: fc.integer({ min: 1, max: 100_000 }),
  })

const BIN = '420000'

function rowOf(
  { minutesAgo, channel, brand, country, bank, state, code, amountMinor }: Paid,
  channelIds: readonly string[],
): PaymentRow {
  const createdAtMs = gateway().clock.now() - minutesAgo * MINUTE_MS
  const facts = country === '' ? {} : { country, issuer: { bank, phone: '', website: '' } }
  return payment({
    entityId: channelIds[channel] ?? '',
    ...{ paymentBrand: brand, state, amountMinor, createdAtMs, updatedAtMs: createdAtMs },
    resultCode: state === 'failed' ? code : '000.100.110',
    details: `${JSON.stringify({ result: {}, card: { bin: BIN, last4Digits: '0000', ...facts } })}\n{}`,
  })
}

const GROUP_OF = {
  brand: ({ brand }: Paid) => brand,
  country: ({ country }: Paid) => country,
  issuer: ({ country, bank }: Paid) => (country !== '' && bank !== '' ? bank : BIN),
}

/** How many have each state, as answers count them. */
function outcomesOf(payments: readonly Paid[]) {
  const count = (state: string) => payments.filter((one) => one.state === state).length
  return { succeeded: count('succeeded'), failed: count('failed'), pending: count('pending') }
}

/** In which part a payment was made; -1: before all of them. */
function partsOf(begins: readonly string[]) {
  const times = begins.map((begin) => Date.parse(begin.replace(' ', 'T').replace('+0000', 'Z')))
  return (row: PaymentRow | undefined) =>
    times.findLastIndex((beginMs) => beginMs <= (row?.createdAtMs ?? 0))
}

describe('the overview of random payments', () => {
  it.each([
    ['UTC', 3],
    ['Europe/Berlin', 9],
    ['America/St_Johns', 5],
    ['Asia/Kathmandu', 80],
    ['Pacific/Auckland', 300],
  ])('in %s has in each part of %i days exactly what was paid in it', async (timeZone, days) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(paid(days), { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        async (payments, isSummed) => {
          const { channelIds, get } = await newMerchant(timeZone)
          const rows = payments.map((one) => rowOf(one, channelIds))
          for (const row of rows) await gateway().store.commit([{ kind: 'insertPayment', row }])
          if (isSummed) await sumAll()
          const asked = { days: String(days), currency: 'EUR' }
          const overview = await get<AdminOverview>('/overview', asked)
          expect(overview.timeZone).toBe(timeZone)
          expect(overview.lastDay).toBe(dayAt(gateway().clock.now(), timeZone))
          const partOf = partsOf(overview.points.map(({ from }) => from))
          const ofTime = payments.filter((_, at) => partOf(rows[at]) >= 0)
          for (const [at, point] of overview.points.entries()) {
            const own = payments.filter((_, of) => partOf(rows[of]) === at)
            const sold = own.filter(({ state }) => state === 'succeeded')
            const minor = sold.reduce((all, { amountMinor }) => all + amountMinor, 0)
            const volume = formatAmount({ minor, currency: 'EUR' })
            expect(point).toMatchObject({ ...outcomesOf(own), volume })
          }
          for (const by of ['brand', 'country', 'issuer'] as const) {
            const groups = await get<AdminOverviewGroups>('/overview/groups', { ...asked, by })
            expect(groups.points).toEqual(overview.points.map(({ from }) => from))
            const values = new Set(ofTime.map(GROUP_OF[by]))
            expect(groups.groups.map(({ value }) => value).toSorted()).toEqual([...values].sort())
            for (const group of groups.groups) {
              const isOwn = (one: Paid) => GROUP_OF[by](one) === group.value
              expect(group).toMatchObject(outcomesOf(ofTime.filter(isOwn)))
              const before = payments.filter((one, at) => isOwn(one) && partOf(rows[at]) < 0)
              expect(group.before).toEqual(outcomesOf(before))
              const parts = overview.points.map((_, part) =>
                outcomesOf(payments.filter((one, at) => isOwn(one) && partOf(rows[at]) === part)),
              )
              expect(group.parts).toEqual(parts)
            }
          }
        },
      ),
      { numRuns: 6 },
    )
  })

  it('leads to lists that have exactly the payments of a group', async () => {
    const { channelIds, get } = await newMerchant('America/New_York')
    const payments = fc.sample(paid(4), { numRuns: 120, seed: 11 })
    const rows = payments.map((one) => rowOf(one, channelIds))
    for (const row of rows) await gateway().store.commit([{ kind: 'insertPayment', row }])
    const { groups, lastDay } = await get<AdminOverviewGroups>('/overview/groups', {
      days: '2',
      by: 'issuer',
      currency: 'EUR',
    })
    const firstDay = dayAt(Date.parse(lastDay) - DAY_MS, 'UTC')
    expect(groups).toHaveLength(3)
    for (const { value, failed } of groups) {
      const asked = { firstDay, lastDay, cardIssuer: value, state: 'failed', limit: '200' }
      const list = await get<AdminPaymentList>('/payments', asked)
      const issuers = list.payments.map(({ id }) => rows.findIndex((row) => row.id === id))
      // The bank of one card may be told, that of another with the same digits may not.
      expect(issuers.map((at) => GROUP_OF.issuer(payments[at] as Paid))).toEqual(
        Array.from({ length: failed }, () => value),
      )
    }
    const french = await get<AdminPaymentList>('/payments', {
      ...{ firstDay, lastDay, cardCountry: 'FR', limit: '200' },
    })
    const isOfDays = (row: PaymentRow | undefined) =>
      dayAt(row?.createdAtMs ?? 0, 'America/New_York') >= firstDay
    expect(french.payments).toHaveLength(
      payments.filter(({ country }, at) => country === 'FR' && isOfDays(rows[at])).length,
    )
  })

  it('names the issuer whose rate has fallen, with the code that makes it', async () => {
    const { channelIds, get } = await newMerchant('UTC')
    const one = (hoursAgo: number, more: Partial<Paid>): Paid => ({
      ...{ minutesAgo: hoursAgo * 60, channel: 0, brand: 'VISA', country: 'DE', bank: 'First' },
      ...{ state: 'succeeded', code: '800.100.152', amountMinor: 100, ...more },
    })
    const sinceMidnight = (gateway().clock.now() % DAY_MS) / HOUR_MS
    const before = sinceMidnight + 3
    const now = sinceMidnight / 2
    const many = (count: number, hoursAgo: number, more: Partial<Paid>) =>
      Array.from({ length: count }, () => rowOf(one(hoursAgo, more), channelIds))
    const rows = [
      ...many(90, before, {}),
      ...many(10, before, { state: 'failed' }),
      ...many(50, now, {}),
      ...many(10, now, { state: 'failed' }),
      ...many(40, now, { state: 'failed', code: '800.100.155' }),
      ...many(300, before, { bank: 'Other' }),
      ...many(300, now, { bank: 'Other' }),
      ...many(3, before, { bank: 'Small', brand: 'AMEX' }),
      ...many(3, now, { bank: 'Small', brand: 'AMEX', state: 'failed' }),
    ]
    for (const row of rows) await gateway().store.commit([{ kind: 'insertPayment', row }])
    const { drops } = await get<AdminOverviewGroups>('/overview/groups', { days: '1' })
    expect(drops[0]).toMatchObject({
      ...{ by: 'issuer', value: 'First', code: '800.100.155', codeBefore: 0, codeNow: 40 },
      before: { succeeded: 90, failed: 10 },
      now: { succeeded: 50, failed: 50 },
    })
    expect(drops.map(({ value }) => value)).not.toContain('Small')
  })

  it('refuses a time that is named twice, or not at all', async () => {
    const { get } = await newMerchant('UTC')
    await expect(get('/overview', {})).rejects.toThrow('firstDay')
    await expect(get('/overview', { days: '7', firstDay: '2026-11-01' })).rejects.toThrow('days')
    await expect(
      get('/overview', { firstDay: '2026-02-30', lastDay: '2026-03-01' }),
    ).rejects.toThrow('is no day of its month')
  })
})
