import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type CommandRun, run } from '../../../server/app/cli/command.fixture.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
} from '../../../server/testing/gateway.fixture.ts'
import { FTP_PASSWORD, FTP_USER, startFtpServer } from '../ftp-server.fixture.ts'

/** Two hours after midnight of the day that follows. */
const NEXT_DAY_MS = Date.UTC(2026, 10, 21, 2)
const DAY = '2026-11-20'
const ACCOUNT = 'MERCHANT1@simulator'

describe('tillgate settlement', () => {
  const newFile = databaseFiles()
  let database: string
  let out: string
  const payments: Record<string, string> = {}

  const tillgate = (...args: string[]): Promise<CommandRun> =>
    run([...args, '--database', `sqlite:${database}`], { nowMs: NEXT_DAY_MS })
  const lines = async (...args: string[]) => {
    const { code, lines: printed, complaints } = await tillgate(...args)
    expect(complaints).toEqual([])
    expect(code).toBe(0)
    return printed
  }

  beforeAll(async () => {
    database = newFile()
    out = join(dirname(database), 'settlement.csv')
    const store = await openSqliteStore({ file: database, committer: { kind: 'inline' } })
    const gateway = await startTestGateway({ store })
    const { entityId } = gateway.demo
    const pay = async (form: Form = {}) =>
      (await gateway.post('/v1/payments', cardPayment(entityId, form))).body.id
    const refer = async (id: string, form: Form) =>
      (await gateway.post(`/v1/payments/${id}`, { entityId, currency: 'EUR', ...form })).body.id
    payments.debit = await pay()
    payments.dollars = await pay({ currency: 'USD', amount: '10.00' })
    payments.hold = await pay({ paymentType: 'PA' })
    payments.capture = await refer(payments.hold, { paymentType: 'CP', amount: '30.00' })
    payments.refund = await refer(payments.debit, { paymentType: 'RF', amount: '12.00' })
    await refer(await pay(), { paymentType: 'RV', currency: undefined })
    const [, parent] = await store.read.entityPath(entityId)
    payments.merchant = parent?.id ?? ''
    await gateway.close()
    await create()
  })

  const create = () =>
    lines(
      ...['acquirer', 'create', '--entity', payments.merchant ?? '', '--connector', 'simulator'],
      ...['--merchant-id', 'MERCHANT1', '--acquirer', 'Simulated Acquirer', '--currencies', 'EUR'],
    )

  it('lists accounts, and makes each of them once', async () => {
    expect(await lines('acquirer', 'list')).toEqual([
      `${ACCOUNT}  ${payments.merchant}  Simulated Acquirer  EUR  within 2 days`,
    ])
    const again = await tillgate(
      ...['acquirer', 'create', '--entity', payments.merchant ?? '', '--connector', 'simulator'],
      ...['--merchant-id', 'MERCHANT1', '--acquirer', 'Another'],
    )
    expect(again).toMatchObject({
      code: 1,
      complaints: [`tillgate acquirer create: there is an account ${ACCOUNT} already`],
    })
  })

  it('removes an account only where that is accepted, while payments wait to be settled', async () => {
    const remove = (...more: string[]) =>
      tillgate('acquirer', 'remove', '--account', ACCOUNT, ...more)
    expect((await remove()).complaints).toEqual([
      expect.stringContaining('Send --accept-payments where another account takes its place'),
    ])
    expect((await remove('--accept-payments')).lines).toEqual([`removed ${ACCOUNT}`])
    expect(await lines('acquirer', 'list')).toEqual([])
    await create()
  })

  it('shows what is expected before the file has come', async () => {
    const found = await lines('settlement', 'status', '--account', ACCOUNT, '--to', DAY)
    const until = 'expected until 2026-11-22'
    expect(found.slice(0, 2)).toEqual([
      `${DAY}  captured 110.00 EUR (3)  settled 0.00 EUR (0)  missing 110.00 EUR (3)  ${until}`,
      `${DAY}  captured 10.00 USD (1)  settled 0.00 USD (0)  missing 10.00 USD (1)  ${until}`,
    ])
    expect(found.slice(2, 4)).toEqual([
      expect.stringMatching(
        /^payout expected until 2026-11-22: {2}channel [0-9a-f]{32} {2}captured on 2026-11-20 {2}110\.00 EUR \(3 payments, 0 settled\) {2}first [0-9a-f]{32}$/,
      ),
      expect.stringContaining('10.00 USD (1 payment, 0 settled)'),
    ])
    expect(found.slice(4).map((line) => line.split(':')[0])).toEqual(
      Array(4).fill('not settled yet'),
    )
  })

  it('waits as long for a payout as is said of the account', async () => {
    const change = (days: string) =>
      tillgate('acquirer', 'change', '--account', ACCOUNT, '--usual-days', days)
    expect((await change('7')).lines).toEqual([`${ACCOUNT} usually pays out within 7 days`])
    const [day] = await lines('settlement', 'status', '--account', ACCOUNT, '--to', DAY)
    expect(day).toContain('expected until 2026-11-27')
    for (const wrong of ['0', '32', '1.5', 'weekly']) {
      expect((await change(wrong)).complaints).toEqual([
        expect.stringContaining('--usual-days must be a whole number from 1 to 31'),
      ])
    }
    await change('2')
  })

  it('makes the file of a day, imports it, and then nothing is missing', async () => {
    const simulated = await lines(
      'settlement',
      'simulate',
      '--account',
      ACCOUNT,
      '--day',
      DAY,
      '--out',
      out,
    )
    expect(simulated).toEqual(['5 lines', expect.stringMatching(/^payout 118\.\d\d EUR$/)])
    const [id, ...imported] = await lines(
      'settlement',
      'import',
      out,
      '--format',
      'tillgate',
      '--account',
      ACCOUNT,
    )
    expect(imported).toEqual([
      '5 lines, 0 of them in earlier files; payouts: 1',
      '4 matched, 0 with several matches, 0 not matched',
    ])
    const again = await lines(
      'settlement',
      'import',
      out,
      '--format',
      'tillgate',
      '--account',
      ACCOUNT,
    )
    expect(again).toEqual([`${id} was imported before: nothing is new`])
    expect(await lines('settlement', 'files', '--account', ACCOUNT)).toEqual([
      `${id}  imported  5 of 5 lines booked  tillgate  2026-11-20 to 2026-11-20  settlement.csv`,
    ])
    const status = await lines('settlement', 'status', '--account', ACCOUNT, '--to', '2026-11-22')
    expect(status).toEqual([
      `${DAY}  captured 110.00 EUR (3)  settled 110.00 EUR (3)  missing 0.00 EUR (0)`,
      `${DAY}  captured 10.00 USD (1)  settled 10.00 USD (1)  missing 0.00 USD (0)`,
      expect.stringMatching(
        /^2026-11-22 {2}payout SIM-2026-11-20-EUR {2}net (118\.\d\d) EUR {2}costs 0\.\d\d EUR {2}to be paid \1 EUR on 2026-11-22$/,
      ),
      expect.stringMatching(/^settled and not paid out: 118\.\d\d EUR$/),
    ])
    expect(await lines('settlement', 'open', '--account', ACCOUNT)).toEqual([])
  })

  it('writes the reconciliation file of the day on which the file was imported', async () => {
    const path = join(dirname(out), 'reconciliation.csv')
    const write = (day: string) =>
      lines(
        ...['reconciliation', 'write', '--merchant', payments.merchant ?? '', '--day', day],
        ...['--out', path],
      )
    expect(await write('2026-11-21')).toEqual([`4 lines in ${path}`])
    const rows = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(rows.map((row) => row.split(';').length)).toEqual([36, 36, 36, 36, 36])
    expect(rows.slice(1).join('\n')).toContain(payments.capture)
    expect(await write('2026-11-20')).toEqual([`0 lines in ${path}`])
  })

  it('delivers the reconciliation file by FTP, with the password that is sent to it', async () => {
    const server = await startFtpServer()
    onTestFinished(() => server.close())
    const to = `ftp://${FTP_USER}@127.0.0.1:${server.port}/reports`
    const args = ['--merchant', payments.merchant ?? '', '--day', '2026-11-21', '--to', to]
    const { code, lines: printed } = await run(
      ['reconciliation', 'deliver', ...args, '--database', `sqlite:${database}`],
      { nowMs: NEXT_DAY_MS, input: `${FTP_PASSWORD}\n` },
    )
    const name = `reconciliation_${payments.merchant}_2026-11-21.csv`
    const sent = server.files.get(name) ?? Buffer.alloc(0)
    expect(printed).toEqual([`try 1: ${name} was delivered to 127.0.0.1, ${sent.length} bytes`])
    expect(code).toBe(0)
    expect(sent.toString().split('\n')).toHaveLength(6)
    const { lines: listed } = await run([
      ...['reconciliation', 'deliveries', '--merchant', payments.merchant ?? ''],
      ...['--database', `sqlite:${database}`],
    ])
    expect(listed).toEqual([
      expect.stringMatching(/^2026-11-21 {2}try 1 .*\/reports {2}delivered {2}\d+ bytes$/),
    ])
  })

  it('has a line matched by hand', async () => {
    const text = await readFile(out, 'utf8')
    const path = join(dirname(out), 'unknown.csv')
    const [header = '', first = ''] = text.split('\n')
    const line = first
      .replaceAll(/8ac7a4[0-9a-f]{26}/g, 'unknown')
      .replace(/SIM-2026-11-20-EUR/, '')
      .replace(/(SETTLED|REFUNDED)/, 'SETTLED')
    const blanked = withoutAmounts(header, line)
    const end = `1;END${';'.repeat(header.split(';').length - 2)}`
    await writeFile(path, `${header}\n${blanked}\n${end}\n`)
    await lines('settlement', 'import', path, '--format', 'tillgate', '--account', ACCOUNT)
    const [open = ''] = await lines('settlement', 'open', '--account', ACCOUNT)
    expect(open).toContain('NOT_MATCHED  SETTLED  777.00 EUR')
    const place = open.split('  ')[0] ?? ''
    const match = (...more: string[]) =>
      tillgate(
        ...['settlement', 'match', '--line', place, '--by', 'Ann'],
        ...['--reason', 'Letter of the acquirer', ...more],
      )
    expect((await match('--payments', 'nothing')).complaints).toEqual([
      'tillgate settlement match: one of the payments is not there',
    ])
    expect((await match()).complaints[0]).toContain('name --payments, or --unmatch')
    const debit = ['--payments', payments.debit ?? '']
    expect((await match(...debit)).complaints).toEqual([
      'tillgate settlement match: The line has 777.00 EUR, its payments have 0.00 EUR that no other line is about, a difference of 777.00 EUR: if the line is about them all the same, send --accept-difference=777.00',
    ])
    const accepted = await match(...debit, '--accept-difference=777.00')
    expect(accepted.lines).toEqual(['matched by Ann'])
    expect(await lines('settlement', 'open', '--account', ACCOUNT)).toEqual([])
    expect((await match('--unmatch')).lines).toEqual(['unmatched by Ann'])
    expect(await lines('settlement', 'match', '--account', ACCOUNT)).toEqual([
      '1 line: 0 matched, 1 left (1 that a person has unmatched), 0 with several matches',
    ])
  })

  it('says what is wrong with a file, and books nothing of it', async () => {
    const path = join(dirname(out), 'cut.csv')
    await writeFile(path, (await readFile(out, 'utf8')).slice(0, -40))
    const result = await tillgate(
      'settlement',
      'import',
      path,
      '--format',
      'tillgate',
      '--account',
      ACCOUNT,
    )
    expect(result.code).toBe(1)
    expect(result.complaints.at(-1)).toBe('nothing of the file was booked')
    expect(result.complaints[0]).toMatch(
      /^line 6: has \d+ cells, the header has 25: the file may be cut$/,
    )
  })

  it.each([
    [
      ['import', 'x', '--format', 'other', '--account', ACCOUNT],
      '--format must be one of tillgate',
    ],
    [['import', 'x', '--format', 'tillgate', '--account', ACCOUNT], 'there is no file x'],
    [
      ['import', tmpdir(), '--format', 'tillgate', '--account', ACCOUNT],
      'is a folder: name one of its files',
    ],
    [['files', '--account', 'nothing'], 'there is no account "nothing"'],
    [['status', '--account', ACCOUNT, '--from', '2026-02-30'], '--from must be a date'],
    [['status', '--account', ACCOUNT, '--from', '2020-01-01'], '--from must be 0 to 92 days'],
    [['match', '--account', ACCOUNT, '--tolerance', 'x'], '--tolerance must be a whole number'],
    [['match', '--line', 'x', '--payments', 'y', '--by', 'z'], '--line is no place of a line'],
    [['remove', 'nothing'], 'nothing there is no such file'],
  ])('explains the fault of %j', async (args, complaint) => {
    const { complaints } = await tillgate('settlement', ...args)
    expect(complaints.join('\n')).toContain(complaint)
  })
})

/** The line with an amount of 777.00 EUR and no costs. */
function withoutAmounts(header: string, line: string): string {
  const names = header.split(';')
  const amounts: Record<string, string> = {
    gross_amount: '777.00',
    gross_currency: 'EUR',
    rate: '',
    net_amount: '777.00',
    interchange: '',
    scheme_fee: '',
    markup: '',
  }
  const cells = line.split(';')
  return cells.map((cell, at) => amounts[names[at] ?? ''] ?? cell).join(';')
}
