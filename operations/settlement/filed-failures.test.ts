import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/prepare/root.mjs'
import { recordLateFailure } from '../../server/payments/record/index.ts'
import type { AcquirerAccountRow } from '../../server/store/port.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import { cardPayment, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { fileAt } from './file-records.ts'
import type { ImportRequest } from './file-writing.ts'
import { importFile } from './import.ts'
import { fileWith, keyedHash, stripe } from './settlement.fixture.ts'

const SAMPLE = join(ROOT, '../shared/providers/samples/stripe-itemized5.csv')
/** Ids of the sample: a debit of 50.00, and its refund of 20.00. Both fail in it. */
const DEBIT = '8ac7a401a222052025460d8b801e3a44'
const REFUND = '8ac7a401a22205202e00d474c78c066e'

const HEAD =
  'automatic_payout_id,automatic_payout_effective_at_utc,balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,charge_id,payment_intent_id,payment_metadata[payment_id],refund_metadata[payment_id]'

const gateway = useTestGateway()
let account: AcquirerAccountRow

beforeAll(async () => {
  const { store, demo } = gateway()
  const [, merchant] = await store.read.entityPath(demo.entityId)
  account = acquirerAccount(merchant?.id ?? '', { currencies: '', merchantId: 'acct_sim1' })
  await store.commit([{ kind: 'insertAcquirerAccount', row: account }])
})

/** A debit of 50.00 with a refund of 20.00. */
async function refunded() {
  const { demo, post } = gateway()
  const debit = (await post('/v1/payments', cardPayment(demo.entityId, { amount: '50.00' }))).body
    .id
  const form = { entityId: demo.entityId, paymentType: 'RF', amount: '20.00', currency: 'EUR' }
  return { debit, refund: (await post(`/v1/payments/${debit}`, form)).body.id }
}

type Refunded = Awaited<ReturnType<typeof refunded>>

let lines = 0

/** A line of a file about the debit, or about its refund. */
function line(
  { debit, refund }: Refunded,
  [category, gross]: readonly [category: string, gross: string],
) {
  const at = ++lines
  const ofRefund = category.startsWith('refund') ? refund : ''
  const day = '2026-11-20 10:00:00'
  return `po_own${at},${day},txn_own${at},${day},${day},eur,${gross},0.00,${gross},${category},src_${at},,ch_${debit},pi_${debit},${debit},${ofRefund}`
}

const SETTLED = [
  ['charge', '50.00'],
  ['refund', '-20.00'],
] as const
const FAILED = [
  ['charge_failure', '-50.00'],
  ['refund_failure', '20.00'],
] as const

/** Imports a file, and waits until all of it was told. */
async function imported(text: string, more: Partial<ImportRequest> = {}) {
  const { store, clock } = gateway()
  const file = fileAt(await fileWith(text))
  const request = { file, format: stripe, account, acceptsUnbalanced: true, ...more }
  const outcome = await importFile(request, { store, clock, keyedHash })
  if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome))
  const { id } = outcome.file
  await expect.poll(() => store.read.timer('filedChargebacks', id)).toBeUndefined()
  return store.read.settlementLinesOfFile(`${id}-`, `${id}.`, 1000)
}

const fileOf = (of: Refunded, told: readonly (readonly [string, string])[]) =>
  [HEAD, ...told.map((one) => line(of, one)), ''].join('\n')

const importLines = (of: Refunded, ...told: readonly (readonly [string, string])[]) =>
  imported(fileOf(of, told))

/** What a family of payments has booked in all, account by account, and what its late failures took back. */
async function booksOf({ debit }: Refunded) {
  const { read } = gateway().store
  const sums: Record<string, number> = {}
  for (const { account: name, amountMinor } of await read.postingsOfFamily(debit)) {
    sums[name] = (sums[name] ?? 0) + amountMinor
  }
  const family = await read.paymentsOfFamily(debit)
  const failures = family.filter(({ operation }) => operation === 'lateFailure')
  return { sums, taken: failures.map(({ amountMinor }) => amountMinor).sort() }
}

/** Nothing of debit and refund is left, as in what the acquirer has settled of them. */
async function expectTakenBack(of: Refunded) {
  const { sums, taken } = await booksOf(of)
  expect(taken).toEqual([2_000, 5_000])
  expect(Object.values(sums).every((minor) => minor === 0)).toBe(true)
}

describe('a line of a settlement file that takes a success back', () => {
  it('books that the debit, or the refund, has failed', async () => {
    const of = await refunded()
    const booked = await importLines(of, ...SETTLED, ...FAILED)
    expect(booked.reduce((sum, { grossMinor }) => sum + grossMinor, 0)).toBe(0)
    expect(booked.map(({ flag }) => flag)).toEqual([null, null, null, null])
    await expectTakenBack(of)
    const { body } = await gateway().get(`/v1/payments/${of.refund}`)
    expect(body.resultDetails).toMatchObject({
      AcquirerResponse: 'refund_failure',
      FailedLaterCode: '800.100.100',
    })
  })

  it('books it once, whether the file or an event comes first', async () => {
    const of = await refunded()
    await importLines(of, ...SETTLED)
    const { store, clock } = gateway()
    const connectorOf = () => ({ approvalCode: '000.100.110' }) as never
    const parts = { store, connectorOf, extensions: [], log: { warn() {}, error() {} } }
    const fail = (id: string) =>
      recordLateFailure(id, { kind: 'failedLater', code: '800.100.151' }, {
        ...parts,
        clock: { now: clock.now, of: clock.now },
      } as never)
    await fail(of.refund)
    const flags = (await importLines(of, ...FAILED)).map(({ flag }) => flag)
    expect(flags).toEqual([null, null])
    expect(await fail(of.debit)).toBeUndefined()
    await expectTakenBack(of)
  })

  it('waits for a person where it takes back another amount than that of the payment', async () => {
    const of = await refunded()
    const part = await importLines(of, ...SETTLED, ['refund_failure', '5.00'])
    expect(part.at(-1)?.flag).toBe('failedLater')
    expect((await booksOf(of)).taken).toEqual([])
  })

  it('waits for a person where another one has brought more than one alone may move', async () => {
    const of = await refunded()
    const { store, clock } = gateway()
    const merchant = await store.read.entity(account.entityId)
    const settings = JSON.stringify({ secondPersonAbove: { EUR: '30.00' } })
    const step = {
      id: account.entityId,
      expectedVersion: merchant?.version ?? 1,
      set: { settings },
    }
    await store.commit([{ kind: 'stepEntity', ...step }])
    clock.advance(2_000)
    const importer = { by: 'jane@shop.example', byId: 'user:jane' }
    const brought = await imported(fileOf(of, [...SETTLED, ...FAILED]), { importer })
    expect(brought.map(({ flag }) => flag)).toEqual([null, null, 'failedLater', null])
    expect((await booksOf(of)).taken).toEqual([2_000])
  })

  it.skipIf(!existsSync(SAMPLE))("is booked in a file with Stripe's own columns", async () => {
    const of = await refunded()
    const text = readFileSync(SAMPLE, 'utf8')
      .replaceAll(DEBIT, of.debit)
      .replaceAll(REFUND, of.refund)
    await imported(text)
    await expectTakenBack(of)
  })
})
