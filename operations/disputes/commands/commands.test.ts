import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { AN_HOUR_LATER_MS, run } from '../../../server/app/cli/command.fixture.ts'
import { storedDetails } from '../../../server/payments/index.ts'
import { paymentRow } from '../../../server/payments/payment-row.fixture.ts'
import { eventOf } from '../../../server/payments/record/index.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'

const newFile = databaseFiles()
const env = { TILLGATE_VAULT_KEY: randomBytes(32).toString('hex') }
const { id: paymentId } = paymentRow()
let file: string
let merchant: string

const tillgate = (...args: string[]) => run([...args, '--database', `sqlite:${file}`], { env })

beforeEach(async () => {
  file = newFile()
  const create = ['entity', 'create', '--name', 'x', '--kind']
  const psp = (await tillgate(...create, 'psp')).lines[0] ?? ''
  merchant = (await tillgate(...create, 'merchant', '--parent', psp)).lines[0] ?? ''
  const entityId = (await tillgate(...create, 'channel', '--parent', merchant)).lines[0] ?? ''
  const state = 'succeeded'
  const resultCode = '000.100.110'
  const times = { createdAtMs: AN_HOUR_LATER_MS, updatedAtMs: AN_HOUR_LATER_MS }
  const row = paymentRow({
    entityId,
    state,
    resultCode,
    details: storedDetails({ state, resultCode }, { request: {} }),
    bookedMinor: 9200,
    amountMinor: 9200,
    ...times,
  })
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  await store.commit([{ kind: 'insertPayment', row }, eventOf(row)])
  await store.close()
})

const report = (...more: string[]) =>
  tillgate(
    'dispute',
    'report',
    paymentId,
    ...['--case', 'CB-1', '--reason', 'Letter of 20 November', '--by', 'Jane Jones'],
    ...more,
  )

describe('tillgate dispute', () => {
  it('enters what an acquirer has told, lists it and shows its history', async () => {
    const entered = await report('--stage', 'firstChargeback', '--respond-by', '2026-12-31')
    expect(entered).toMatchObject({ code: 0, complaints: [] })
    const [line = ''] = entered.lines
    const [id = ''] = line.split(' ')
    expect(line).toBe(
      `${id} firstChargeback open 92.00 EUR case CB-1 answer by 2027-01-01 00:00:00+0000`,
    )
    const listed = await tillgate('dispute', 'list', '--entity', merchant, '--sort', 'respondBy')
    expect(listed.lines).toEqual([line])
    expect(
      (await tillgate('dispute', 'list', '--entity', merchant, '--outcome', 'won')).lines,
    ).toEqual([])
    const shown = (await tillgate('dispute', 'show', id)).lines.join('\n')
    expect(shown).toMatch(/opened firstChargeback by Jane Jones Letter of 20 November/)
    expect((await tillgate('check')).lines.filter((each) => each.includes('dispute'))).toEqual([])
  })

  it('shows the ratios of a month, and what the card networks allow', async () => {
    await report('--stage', 'firstChargeback', '--code', '000.100.220')
    const ratios = await tillgate('dispute', 'ratios', '--entity', merchant)
    expect(ratios).toMatchObject({ code: 0, complaints: [] })
    expect(ratios.lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^VISA {2}1 sale {2}1 dispute \(10000 bp\) {2}1 for fraud/),
      'VAMP  2 (20000 bp)  limit 150 bp and 1500: below',
    ])
    const other = ['--month', '2026-13']
    expect(await tillgate('dispute', 'ratios', '--entity', merchant, ...other)).toMatchObject({
      code: 2,
    })
  })

  it('refuses what is not there, or more than is open', async () => {
    expect(await tillgate('dispute', 'show', 'nothing')).toMatchObject({ code: 1 })
    expect(await tillgate('dispute', 'list', '--entity', 'nothing')).toMatchObject({ code: 1 })
    expect(await report('--stage', 'somewhere')).toMatchObject({ code: 2 })
    expect((await report('--stage', 'inquiry', '--respond-by', '1999-12-31')).complaints).toEqual([
      expect.stringContaining('--respond-by is over: give the last day'),
    ])
    const amount = ['--amount', '92.01', '--currency', 'EUR']
    expect(await report('--stage', 'firstChargeback', ...amount)).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('more than is open to be charged back')],
    })
  })

  it('leaves what is above the limit of one person to a second one', async () => {
    const limit = JSON.stringify({ secondPersonAbove: { EUR: '50.00' } })
    await run(['entity', 'set', merchant, '--merge', '-', '--database', `sqlite:${file}`], {
      env,
      input: limit,
    })
    expect(await report('--stage', 'firstChargeback')).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('waits for a second person')],
    })
    expect((await tillgate('dispute', 'list', '--entity', merchant)).lines).toEqual([])
  })
})
