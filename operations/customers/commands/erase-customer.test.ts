import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from '../../../server/app/cli/command.fixture.ts'
import { newAccessToken } from '../../../server/kernel/ids.ts'
import type { Store } from '../../../server/store/port.ts'
import { openPostgresStore } from '../../../server/store/postgres/open-postgres-store.ts'
import { openPostgresScan } from '../../../server/store/postgres/scan-postgres.ts'
import { SCAN_TABLES, type Scan, type ScanKey } from '../../../server/store/scan.ts'
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts'
import { openSqliteScan } from '../../../server/store/sqlite/scan-sqlite.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'
import { usePostgres } from '../../../server/store/testing/postgres.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../../server/testing/merchants.fixture.ts'
import { type Marked, markersOf, type SentAnswer, sendMarked } from './marked-customer.fixture.ts'

const newFile = databaseFiles()
const postgres = usePostgres()

const EMAIL = 'Jane.Zq81@marked.example'
const CUSTOMER = {
  'customer.identificationDocType': 'PASSPORT',
  'customer.email': EMAIL,
  'customer.merchantCustomerId': 'ZQ-K-17',
}
const MONEY = { amount: '12.00', currency: 'EUR' }

interface Engine {
  readonly address: string
  readonly store: Store
  scan(): Scan | Promise<Scan>
}

const engines: [string, () => Promise<Engine>][] = [
  [
    'SQLite',
    async () => {
      const file = newFile()
      const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
      return { address: `sqlite:${file}`, store, scan: () => openSqliteScan({ file }) }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgres.freshDatabase()
      return {
        address: url,
        store: await openPostgresStore({ url }),
        scan: () => openPostgresScan(url),
      }
    },
  ],
]

/** Every text of every row of a database, by table and column. */
async function textsOf(scan: Scan): Promise<readonly (readonly [place: string, text: string])[]> {
  const texts: [string, string][] = []
  for (const table of SCAN_TABLES) {
    for (let after: ScanKey | undefined; ; ) {
      const rows = await scan.page(table, after, 500)
      for (const { values } of rows) {
        for (const [at, value] of values.entries()) {
          if (typeof value === 'string') texts.push([`${table.name}.${table.columns[at]}`, value])
        }
      }
      after = rows.at(-1)?.key
      if (rows.length < 500) break
    }
  }
  return texts
}

async function placesOf(
  markers: readonly Marked[],
  { scan: open }: Engine,
): Promise<readonly string[]> {
  const scan = await open()
  const texts = await textsOf(scan)
  await scan.close()
  return texts.flatMap(([place, text]) =>
    markers
      .filter(({ value }) => text.toLowerCase().includes(value.toLowerCase()))
      .map(({ name }) => `${place}: ${name}`),
  )
}

describe.each(engines)('a customer who is erased, on %s', (name, open) => {
  let engine: Engine
  let gateway: TestGateway
  let merchant: TestMerchant
  let administrator: string
  const marked: Marked[] = [
    { name: 'customer.email', value: EMAIL },
    { name: 'customer.merchantCustomerId', value: 'ZQ-K-17' },
  ]

  afterAll(async () => {
    await gateway?.close().catch(() => undefined)
  })

  const send = async (path: string, form: Form, headers: Record<string, string> = {}) => {
    const token = path.includes('/admin/') ? administrator : merchant.accessToken
    const { status, body } = await sendBare(gateway, `POST ${path}`, { token, form, headers })
    if (status >= 500) throw new Error(JSON.stringify(body))
    return { status, body: body as unknown as SentAnswer }
  }

  const sent = async (...asked: Parameters<typeof send>) => {
    const { status, body } = await send(...asked)
    if (status >= 300) throw new Error(`${asked[0]}: ${JSON.stringify(body.result)}`)
    return body
  }

  const mark = async (path: string, operation: Parameters<typeof sendMarked>[1], form: Form) => {
    const key = { 'idempotency-key': newAccessToken() }
    const sent = await sendMarked((all) => send(path, all, key), operation, {
      entityId: channelOf(merchant),
      ...form,
    })
    marked.push(...sent.taken)
    return sent
  }

  /** Everything that the gateway takes of a customer, and what comes of it. */
  async function fill(): Promise<void> {
    const settings = () => ({ receipts: { sendReceipts: true } })
    merchant = await addMerchant(gateway, { settings })
    administrator = newAccessToken()
    await gateway.store.commit([tokenOf(merchant.id, administrator, true)])
    const hook = { entityId: merchant.id, url: 'https://shop.example/webhook' }
    await sent('/v1/webhooks', hook)
    const card = cardPayment('', { ...CUSTOMER, ...MONEY, createRegistration: 'true' })
    const { entityId: _none, 'card.holder': _holder, ...paying } = card
    const paid = await mark('/v1/payments', 'payments.create', paying)
    await mark('/v1/payments', 'payments.create', {
      ...CUSTOMER,
      ...MONEY,
      paymentType: 'CD',
      paymentBrand: 'VISA',
      'card.number': '4012888888881881',
      'card.expiryMonth': '12',
      'card.expiryYear': '2034',
    })
    await mark('/v1/checkouts', 'checkouts.create', { ...CUSTOMER, ...MONEY, paymentType: 'DB' })
    await mark('/v1/payments', 'payments.create', {
      ...CUSTOMER,
      ...MONEY,
      paymentType: 'DB',
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.iban': 'DE89370400440532013000',
      'bankAccount.country': 'DE',
    })
    const stored = { paymentBrand: 'VISA', 'card.number': '4012888888881881' }
    const expiry = { 'card.expiryMonth': '12', 'card.expiryYear': '2034' }
    await mark('/v1/registrations', 'registrations.create', { ...CUSTOMER, ...stored, ...expiry })
    await sent(
      `/v1/payments/${paid.id}`,
      {
        entityId: channelOf(merchant),
        paymentType: 'RF',
        amount: '2.00',
        currency: 'EUR',
        'customParameters[note]': 'Zq9911refund',
      },
      { 'idempotency-key': 'refund' },
    )
    marked.push({ name: 'a refund', value: 'Zq9911refund' })
    await mark('/scheduling/v1/schedules', 'schedules.create', {
      ...MONEY,
      paymentType: 'DB',
      registrationId: paid.body.registrationId,
      'job.expression': '0 0 12 1 * ?',
    })
    const key = () => ({ 'idempotency-key': newAccessToken() })
    const note = { about: 'email', value: EMAIL, text: 'Zq9913 likes tea' }
    await sent('/admin/v1/notes', note, key())
    const called = { about: 'payment', value: paid.id, text: 'Zq9914 called' }
    await sent('/admin/v1/notes', called, key())
    marked.push({ name: 'a note', value: 'Zq9913' }, { name: 'a note', value: 'Zq9914' })
    await sent(`/admin/v1/payments/${paid.id}/block`, {
      blockBy: 'customer',
      reason: 'Asked for too much',
    })
    await sent(`/admin/v1/payments/${paid.id}/receipt`, { email: EMAIL }, key())
  }

  it('has left no value anywhere, and amounts and references stay', {
    timeout: 120_000,
  }, async () => {
    engine = await open()
    gateway = await startTestGateway({
      store: engine.store,
      masterKey: randomBytes(32),
      // Nobody takes the mails, so they wait.
      postMail: async () => ({ kind: 'unreachable', reply: 'nobody listens' }),
    })
    await fill()
    const jill = { 'customer.email': 'jill@other.example', 'customer.givenName': 'Jill' }
    const other = cardPayment(channelOf(merchant), { ...jill, 'customer.surname': 'Jones' })
    expect((await send('/v1/payments', other)).status).toBe(200)
    await gateway.close()
    const names = new Set(marked.map(({ name: one }) => one.replace(/\[.*?\]/g, '')))
    const missing = markersOf('payments.create')
      .map(({ name: one }) => one)
      .filter((one) => !names.has(one.replace(/\[.*?\]/g, '')) && !SENT_OTHERWISE.test(one))
    expect(missing).toEqual([])
    expect((await placesOf(marked, engine)).length).toBeGreaterThan(200)

    const words = ['--entity', merchant.id, '--by', 'email', '--value', EMAIL.toLowerCase()]
    const tillgate = (...args: string[]) => run([...args, ...words, '--database', engine.address])
    const exported = await tillgate('customer', 'export')
    expect(exported).toMatchObject({ code: 0, complaints: [] })
    const kept = JSON.parse(exported.lines.join('\n'))
    expect(kept.kept.payments).toHaveLength(4)
    expect(exported.lines.join()).not.toMatch(/4200000000000000|4012888888881881/)
    const tried = await tillgate('customer', 'erase', '--dry-run')
    expect(tried).toMatchObject({ code: 0, complaints: [] })
    const before = await placesOf(marked, engine)
    expect(before.length).toBeGreaterThan(200)

    if (name === 'SQLite') expect(filesWith(marked, engine.address.slice(7))).not.toEqual([])

    const erased = await tillgate('customer', 'erase')
    expect(erased).toMatchObject({ code: 0, complaints: [] })
    expect([...new Set(await placesOf(marked, engine))]).toEqual([])
    expect(await placesOf([{ name: 'other', value: 'jill@other.example' }], engine)).not.toEqual([])

    const checked = await run(['check', '--database', engine.address], { env: {} })
    expect(checked.lines.at(-1)).toContain('0 problems')
    const again = await tillgate('customer', 'erase')
    expect(again.lines).toEqual(['nothing is kept of such a customer'])
    if (name === 'SQLite') expect(filesWith(marked, engine.address.slice(7))).toEqual([])
  })
})

/** Files of the data folder, and logs of the database, that have one of the values. */
function filesWith(markers: readonly Marked[], file: string): readonly string[] {
  const folder = dirname(file)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((each) => each.startsWith(basename(file)))
    .flatMap((each) => {
      const bytes = readBytes(join(folder, each)).toLowerCase()
      const found = markers.filter(({ value }) => bytes.includes(value.toLowerCase()))
      return found.map(({ name }) => `${each}: ${name}`)
    })
}

function readBytes(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Instruments that are paid with alone, what is stored nowhere or says nothing of a customer. */
const SENT_OTHERWISE =
  /^(notificationUrl|card\.number|(wallet[ABC]|applePay|googlePay|samsungPay|virtualAccount|giftCard|pos|threeDSecure|risk)\b)/
