import { expect, it } from 'vitest'
import { emulatedAdyen } from '../../acquirers/adyen/adyen.fixture.ts'
import { type MerchantAt, merchantAt } from '../../acquirers/conformance/merchant.fixture.ts'
import { emulatedStripe } from '../../acquirers/stripe/stripe.fixture.ts'
import { DAY_MS } from '../../common/durations.ts'
import type { AcquirerAccountRow, EntityRow } from '../../server/store/port.ts'
import {
  acquirerAccount,
  connectorAccount,
  entity,
} from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { dayOf } from './days.ts'
import type { FileIntake } from './file-intake.ts'
import { settlementStatus } from './status.ts'
import { createReportImport } from './told-reports.ts'

/** A settlement account of the shop's connector account. */
async function settledThrough({ gateway, channel, accountId, acquirer }: MerchantAt) {
  const [, merchant] = await gateway.store.read.entityPath(channel)
  const row = acquirerAccount(merchant?.id ?? '', {
    merchantId: acquirer.account.merchantId,
    connector: accountId,
    currencies: '',
  })
  await gateway.store.commit([{ kind: 'insertAcquirerAccount', row }])
  return row
}

/** The imported files of an account, and of each its lines: type, amount, and whether their payment was found. */
async function settled({ gateway: { store } }: MerchantAt, { id }: AcquirerAccountRow) {
  const files = await store.read.settlementFilesOf(id, '~', 10)
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      state: file.state,
      importedBy: file.importedBy,
      lines: (await store.read.settlementLinesOfFile(file.id, `${file.id}~`, 100)).map(
        ({ type, grossMinor, matchState }) => `${type} ${grossMinor} ${matchState}`,
      ),
    })),
  )
}

it('what Stripe has paid out is read and imported when it says that it can be', async () => {
  const { start, emulator } = emulatedStripe()
  const shop = await merchantAt(start)
  const stripe = emulator()
  await shop.hear(
    'webhookSecret',
    (url) => stripe.webhooks.create({ url, enabled_events: ['*'] }).secret,
  )
  const account = await settledThrough(shop)
  const hold = await shop.pay({ paymentType: 'PA' })
  const capture = await shop.refer(hold, 'CP', { amount: '30.00', currency: 'EUR' })
  const debit = await shop.pay()
  await shop.refer(debit, 'RF', { amount: '20.00', currency: 'EUR' })
  expect(capture).toMatchObject({ state: 'succeeded' })
  shop.gateway.clock.advance(3 * DAY_MS)
  stripe.runDue()
  const payout = stripe.happenings.paysOut('eur')
  // An event that comes twice imports once.
  await stripe.webhooks.deliver({ times: 2 })
  await shop.workedOff()
  expect(await settled(shop, account)).toEqual([
    {
      name: `${payout?.id}.csv`,
      state: 'imported',
      importedBy: null,
      lines: ['refunded -2000 MATCHED', 'settled 9200 MATCHED', 'settled 3000 MATCHED'],
    },
  ])
})

it('a payout of Stripe that comes back is owed again, and is paid with the next one', async () => {
  const { start, emulator } = emulatedStripe()
  const shop = await merchantAt(start)
  const stripe = emulator()
  await shop.hear(
    'webhookSecret',
    (url) => stripe.webhooks.create({ url, enabled_events: ['*'] }).secret,
  )
  const account = await settledThrough(shop)
  const { store, clock } = shop.gateway
  const hear = async () => {
    await stripe.webhooks.deliver({ times: 1 })
    await shop.workedOff()
  }
  const paidOut = async () => {
    clock.advance(3 * DAY_MS)
    stripe.runDue()
    const payout = stripe.happenings.paysOut('eur')
    await hear()
    if (payout === undefined) throw new Error('nothing was paid out')
    return payout
  }
  const owed = async (afterMs: number) => {
    const nowMs = clock.now() + afterMs
    const [from, to] = [dayOf(nowMs - 30 * DAY_MS), dayOf(nowMs + 30 * DAY_MS)]
    const { unpaid } = await settlementStatus(account, { from, to, nowMs }, store)
    return unpaid.EUR
  }
  await shop.pay()
  const first = await paidOut()
  // It arrives on the next day.
  expect([await owed(0), await owed(2 * DAY_MS)]).toEqual([first.amount, 0])
  clock.advance(2 * DAY_MS)
  stripe.runDue()
  stripe.happenings.payoutFails(first.id)
  await hear()
  expect(await settled(shop, account)).toMatchObject([
    { lines: [`payoutReturned ${first.amount} NONE`] },
    { name: `${first.id}.csv` },
  ])
  expect(await owed(0)).toBe(first.amount)
  const second = await paidOut()
  expect(second).toMatchObject({ amount: first.amount })
  expect(await owed(2 * DAY_MS)).toBe(0)
})

it('a report of Adyen is fetched with the login of its report user, and imported', async () => {
  const { start, emulator } = emulatedAdyen()
  const shop = await merchantAt(start)
  const account = await settledThrough(shop)
  const debit = await shop.pay()
  await shop.refer(debit, 'RF', { amount: '20.00', currency: 'EUR' })
  emulator().happenings.paysOut('EUR')
  await shop.told()
  await shop.workedOff()
  expect(await settled(shop, account)).toMatchObject([
    {
      name: 'settlement_detail_report_batch_1.csv',
      state: 'imported',
      lines: ['settled 9200 MATCHED', 'refunded -2000 MATCHED', 'payout -7134 NONE'],
    },
  ])
})

it('a report of an account of several merchants is left to people: none sees the money of another', async () => {
  const store = openMemoryStore()
  const taken: string[] = []
  const intake: FileIntake = {
    async take(_body, { account }) {
      taken.push(account.id)
      return 'busy'
    },
  }
  const importReport = createReportImport({ store, intake })
  const file = { name: 'a.csv', format: 'adyen-settlement-details', text: '' }
  const of = (kind: EntityRow['kind'], id: string, parentId: string | null) =>
    ({ kind: 'insertEntity', row: entity({ id, kind, parentId }) }) as const
  await store.commit([
    of('division', 'division', null),
    of('merchant', 'shop', 'division'),
    of('channel', 'channel', 'shop'),
    of('merchant', 'other', 'division'),
    { kind: 'insertConnectorAccount', row: connectorAccount('division', { id: 'adyen:1' }) },
    {
      kind: 'insertAcquirerAccount',
      row: acquirerAccount('shop', { id: 'ours', connector: 'adyen:1' }),
    },
  ])
  expect(await importReport('adyen:1', file)).toMatchObject({ kind: 'later' })
  await store.commit([of('channel', 'theirs', 'other')])
  expect(await importReport('adyen:1', file)).toEqual({
    kind: 'refused',
    why: 'other merchants than that of ours may use adyen:1: import the file by hand',
  })
  expect(taken).toEqual(['ours'])
})

it('a report without a settlement account waits for people', async () => {
  const { start, emulator } = emulatedAdyen()
  const shop = await merchantAt(start)
  await shop.pay()
  emulator().happenings.paysOut('EUR')
  await shop.told()
  await shop.workedOff()
  const kept = await shop.kept()
  expect(kept.map(({ name, state }) => [name, state])).toEqual([['REPORT_AVAILABLE', 'refused']])
})
