import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { DAY_MS } from '../../common/durations.ts'
import {
  FTP_PASSWORD,
  FTP_USER,
  type FtpServer,
} from '../../operations/settlement/ftp-server.fixture.ts'
import { processDemo, type ServerProcess } from '../testing/server-process.fixture.ts'

const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url))
const ACCOUNT = 'TEAHOUSE1@simulator'
/** How long one step may take, in milliseconds. */
const STEP_LIMIT_MS = 120_000

type Form = Readonly<Record<string, string>>

/** A step of the day. Done again after a crash, it ends as if it had been done once. */
export interface FinanceStep {
  readonly name: string
  run(): Promise<void>
}

/** What was captured, settled and paid out in a currency, in minor units. */
export interface FinanceSums {
  readonly currency: string
  /** In the currency of the payments: bookings less refunds, what of it was settled, what was not. */
  readonly captured: number
  readonly settled: number
  readonly open: number
  /** In the currency of the payouts: net amounts, what of it was paid out and kept back, and what is left. */
  readonly net: number
  readonly paid: number
  readonly reserve: number
  readonly left: number
  /** What the delivered reconciliation files say of the net amounts. */
  readonly reported: number
}

/**
 * A finance day on a real gateway: payments in two currencies, refunds, a dispute of each stage and a monthly
 * fee; the acquirer's files of two days; payouts; the reconciliation file on an FTP server.
 */
export class FinanceDay {
  /** May be another one after a crash. */
  server: ServerProcess
  readonly steps: readonly FinanceStep[]
  readonly #dataDir: string
  readonly #ftp: FtpServer
  /** The last day of a month, so that the monthly fee is due, and the day after it. */
  readonly #day: string
  readonly #nextDay: string
  /** The day (UTC) on which all files are imported. */
  readonly #today: string
  readonly #ids = new Map<string, string>()
  #hours = 0
  /** Processes of commands that run. */
  readonly #commands = new Set<ReturnType<typeof spawn>>()

  constructor(server: ServerProcess, { dataDir, ftp }: { dataDir: string; ftp: FtpServer }) {
    this.server = server
    this.#dataDir = dataDir
    this.#ftp = ftp
    const now = new Date()
    this.#today = dayOf(now.getTime())
    this.#day = lastDayOfMonth(now)
    this.#nextDay = dayOf(Date.parse(this.#day) + DAY_MS)
    this.steps = this.#stepsOfDay()
  }

  #stepsOfDay(): readonly FinanceStep[] {
    const step = (name: string, run: () => Promise<unknown>): FinanceStep => {
      return { name, run: async () => void (await run()) }
    }
    return [
      step('an account at the acquirer', () => this.#makeAccount()),
      step('the last day of a month', () => this.#moveTo(`${this.#day}T12:00:00Z`)),
      step('payments', () => this.#pay()),
      step('refunds', () => this.#refund()),
      step('a dispute of each stage', () => this.#dispute()),
      step('the day after', () => this.#moveTo(`${this.#nextDay}T12:00:00Z`)),
      step('a late payment', () => this.#payLate()),
      step('the files of the acquirer', () => this.#makeFiles()),
      step('a payment that no file has', () => this.#payOpen()),
      step('their import', () => this.#import()),
      step('the chargeback that only the file knows', () => this.#hearChargeback()),
      step('the target of the reconciliation file', () => this.#setTarget()),
      step('its delivery', () => this.#awaitDelivery()),
    ]
  }

  async #makeAccount(): Promise<void> {
    const { code, output } = await this.#command(
      ...['acquirer', 'create', '--entity', await this.#merchant(), '--connector', 'simulator'],
      ...['--merchant-id', 'TEAHOUSE1', '--acquirer', 'Simulated Acquirer'],
      ...['--currencies', 'EUR,GBP'],
    )
    if (code !== 0 && !output.includes('already')) throw new Error(output)
  }

  async #pay(): Promise<void> {
    for (const [name, amount, currency] of PAYMENTS) {
      const form = {
        ...CARD,
        amount,
        currency,
        paymentType: 'DB',
        merchantTransactionId: `order of ${name}`,
      }
      this.#ids.set(name, await this.#post('/v1/payments', form, name))
    }
    const hold = { ...CARD, amount: '60.00', currency: 'EUR', paymentType: 'PA' }
    const held = await this.#post('/v1/payments', hold, 'hold')
    const capture = { paymentType: 'CP', amount: '45.50', currency: 'EUR' }
    await this.#post(`/v1/payments/${held}`, capture, 'capture')
  }

  async #refund(): Promise<void> {
    const refund = (name: string, amount: string, currency: string) =>
      this.#post(
        `/v1/payments/${this.#id(name)}`,
        { paymentType: 'RF', amount, currency },
        `refund of ${name}`,
      )
    await refund('tea', '12.30', 'EUR')
    await refund('cups', '7.77', 'GBP')
  }

  async #dispute(): Promise<void> {
    const report = (name: string, key: string, form: Form) =>
      this.#post('/test/disputes', { paymentId: this.#id(name), ...form }, `${key} of ${name}`)
    for (const stage of ['inquiry', 'alert', 'firstChargeback', 'preArbitration', 'arbitration']) {
      await report(stage, stage, { stage, disputeReason: '10.4', respondByDays: '30' })
    }
    await report('won', 'chargeback', { stage: 'firstChargeback', respondByDays: '30' })
    await report('won', 'win', { stage: 'representment', disputeOutcome: 'won' })
  }

  async #payLate(): Promise<void> {
    this.#ids.set('late', await this.#payEuros('late', '500.00'))
  }

  async #payOpen(): Promise<void> {
    await this.#payEuros('open', '33.00')
  }

  #payEuros(name: string, amount: string): Promise<string> {
    const form = { ...CARD, amount, currency: 'EUR', paymentType: 'DB' }
    return this.#post('/v1/payments', form, name)
  }

  /** The second one has what the gateway knows nothing of: a chargeback, and what the acquirer keeps back. */
  async #makeFiles(): Promise<void> {
    for (const day of [this.#day, this.#nextDay]) {
      await this.#run(
        ...['settlement', 'simulate', '--account', ACCOUNT, '--day', day],
        ...['--out', this.#fileOf(day)],
      )
    }
    const path = this.#fileOf(this.#nextDay)
    await writeFile(path, withFurtherLines(await readFile(path, 'utf8'), this.#id('filed')))
  }

  async #import(): Promise<void> {
    for (const day of [this.#day, this.#nextDay]) {
      await this.#run(
        ...['settlement', 'import', this.#fileOf(day), '--format', 'tillgate'],
        ...['--account', ACCOUNT],
      )
    }
  }

  #hearChargeback(): Promise<void> {
    return until('the chargeback is a dispute', async () => {
      const payment = await this.#get(`/v1/payments/${this.#id('filed')}`)
      const amounts = payment.amounts as Readonly<Record<string, string>> | undefined
      return amounts?.chargedBack === '80.00'
    })
  }

  async #setTarget(): Promise<void> {
    await this.#command(
      { input: FTP_PASSWORD },
      ...['reconciliation', 'target', 'set', '--merchant', await this.#merchant()],
      ...['--to', `ftp://${FTP_USER}@127.0.0.1:${this.#ftp.port}/reports`, '--from', this.#today],
    ).then(({ code, output }) => {
      if (code !== 0) throw new Error(output)
    })
  }

  /**
   * The merchant's clock is ahead: the files of all days until then are due. A delivery whose process was
   * killed is left alone for half an hour, which the clock goes through.
   */
  async #awaitDelivery(): Promise<void> {
    const merchant = await this.#merchant()
    let looks = 0
    await until('the file of the day is delivered', async () => {
      const { output } = await this.#command(
        ...['reconciliation', 'deliveries', '--merchant', merchant],
      )
      const row = output.split('\n').find((line) => line.startsWith(this.#today))
      if (row?.includes('delivered') === true) return true
      looks += 1
      if (looks % 10 === 0) await this.#waitAnHour(merchant)
      return false
    })
  }

  #waitAnHour(entityId: string): Promise<string> {
    this.#hours += 1
    return this.#post('/test/clock', { entityId, advance: 'PT1H' }, `hour ${this.#hours}`)
  }

  /** Kills what the day has running besides the gateway. */
  killCommands(): void {
    for (const child of this.#commands) child.kill('SIGKILL')
  }

  /** The sums of all currencies, as database and delivered files say them independently of each other. */
  async sums(): Promise<readonly FinanceSums[]> {
    const merchant = await this.#merchant()
    const name = `reconciliation_${merchant}_${this.#today}.csv`
    const reported = netOfFile(this.#ftp.files.get(name)?.toString() ?? '')
    const database = new Database(join(this.#dataDir, 'tillgate.db'), { readonly: true })
    try {
      const rows = database.prepare(SUMS).all() as Omit<FinanceSums, 'reported'>[]
      return rows.map((row) => ({ ...row, reported: reported.get(row.currency) ?? 0 }))
    } finally {
      database.close()
    }
  }

  /** What `tillgate check` finds. */
  async check(): Promise<string> {
    return (await this.#command('check')).output
  }

  /** Names of files on the FTP server. */
  delivered(): readonly string[] {
    return [...this.#ftp.files.keys()]
  }

  async #moveTo(time: string): Promise<void> {
    const merchant = await this.#merchant()
    const clock = await this.#get('/test/clock', { entityId: merchant })
    if (Date.parse(String(clock.now).replace(' ', 'T')) >= Date.parse(time)) return
    await this.#post('/test/clock', { entityId: merchant, to: time }, `clock ${time}`)
  }

  async #merchant(): Promise<string> {
    const known = this.#ids.get('merchant')
    if (known !== undefined) return known
    const database = new Database(join(this.#dataDir, 'tillgate.db'), { readonly: true })
    try {
      const row = database
        .prepare('SELECT parent_id AS id FROM entity WHERE id = ?')
        .get(processDemo.entityId) as { readonly id: string }
      this.#ids.set('merchant', row.id)
      return row.id
    } finally {
      database.close()
    }
  }

  #id(name: string): string {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`There is no payment ${name} yet`)
    return id
  }

  #fileOf(day: string): string {
    return join(this.#dataDir, `${day}.csv`)
  }

  async #get(path: string, query: Form = { entityId: processDemo.entityId }) {
    const address = `${this.server.url}${path}?${new URLSearchParams(query)}`
    const answer = await fetch(address, { headers: HEADERS })
    return (await answer.json()) as Readonly<Record<string, unknown>>
  }

  /** Sends a request once, however often: the id of what it made. */
  async #post(path: string, form: Form, key: string): Promise<string> {
    let made = ''
    await until(key, async () => {
      const body = new URLSearchParams({ entityId: processDemo.entityId, ...form })
      const headers = { ...HEADERS, 'idempotency-key': key.replaceAll(/[^\w-]/g, '-') }
      const answer = await fetch(this.server.url + path, { method: 'POST', headers, body })
      const { id = '', result } = (await answer.json()) as Answered
      made = id
      if (answer.status === 400 || answer.status === 404)
        throw new Error(`${key}: ${JSON.stringify(result)}`)
      return answer.status === 200
    })
    return made
  }

  async #run(...args: readonly string[]): Promise<void> {
    const { code, output } = await this.#command(...args)
    if (code !== 0) throw new Error(`tillgate ${args.slice(0, 2).join(' ')}: ${output}`)
  }

  /** Runs a command beside the gateway; `input` is sent to it. */
  async #command(...words: readonly (string | { readonly input: string })[]) {
    const args = words.filter((word) => typeof word === 'string')
    const input = words.find((word) => typeof word !== 'string')?.input ?? ''
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, TILLGATE_DATA_DIR: this.#dataDir },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#commands.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [code] = (await once(child, 'close')) as [number | null]
    this.#commands.delete(child)
    return { code, output }
  }
}

interface Answered {
  readonly id?: string
  readonly result: { readonly code: string }
}

const HEADERS = { authorization: `Bearer ${processDemo.accessToken}` }

const CARD: Form = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

/** Euros and pounds are paid out as they are; dollars are converted into euros. */
const PAYMENTS = [
  ['tea', '92.00', 'EUR'],
  ['pot', '318.45', 'EUR'],
  ['cups', '64.20', 'GBP'],
  ['scale', '210.99', 'GBP'],
  ['kettle', '130.00', 'USD'],
  ['filed', '80.00', 'EUR'],
  ['inquiry', '21.00', 'EUR'],
  ['alert', '22.00', 'EUR'],
  ['firstChargeback', '23.00', 'EUR'],
  ['preArbitration', '24.00', 'EUR'],
  ['arbitration', '25.00', 'GBP'],
  ['won', '26.00', 'EUR'],
] as const

/** Adds a chargeback of 80.00 with its cost and a reserve of 40.00, and makes the payout less by them. */
function withFurtherLines(text: string, paymentId: string): string {
  const [header = '', ...rows] = text.trimEnd().split('\n')
  const names = header.split(';')
  const place = (name: string) => names.indexOf(name)
  const cellsOf = (row: string) => row.split(';')
  const first = cellsOf(rows[0] ?? '')
  const line = (cells: Form) =>
    names.map((name, at) => cells[name] ?? (COPIED.has(name) ? (first[at] ?? '') : '')).join(';')
  const added = [
    line({
      ...{ record_id: 'ACQ-chargeback', record_type: 'CHARGEBACK', payment_id: paymentId },
      ...{ operation_reference: 'ACQ-case-1', reason_code: '13.1', dispute_fee: '15.00' },
      ...{ gross_amount: '-80.00', gross_currency: 'EUR', net_amount: '-95.00' },
    }),
    line({
      ...{ record_id: 'ACQ-reserve', record_type: 'RESERVE' },
      ...{ gross_amount: '-40.00', gross_currency: 'EUR', net_amount: '-40.00' },
    }),
  ]
  // A file that has them already comes from a step that is done again.
  if (text.includes('ACQ-chargeback')) return text
  const changed = rows.map((row) => {
    const cells = cellsOf(row)
    const type = cells[place('record_type')]
    if (type === 'PAYOUT') {
      for (const name of ['gross_amount', 'net_amount']) {
        cells[place(name)] = (Number(cells[place(name)]) + 135).toFixed(2)
      }
    }
    if (type === 'END') cells[0] = String(Number(cells[0]) + added.length)
    return cells.join(';')
  })
  return `${[header, ...added, ...changed].join('\n')}\n`
}

/** Columns that added lines share with the first one. */
const COPIED = new Set(['merchant_id', 'settled_on', 'net_currency', 'payout_reference'])

/** Net amounts by currency, in minor units, as a reconciliation file says them. */
function netOfFile(text: string): ReadonlyMap<string, number> {
  const [header = '', ...rows] = text.trimEnd().split('\n')
  const names = header.split(';')
  const sums = new Map<string, number>()
  for (const row of rows) {
    const cells = row.split(';')
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    const minor = Math.round(Number(cell('SettlementAmount')) * 100)
    const signed = cell('Cashflow') === 'NEG' ? -minor : minor
    const currency = cell('SettlementCurrency')
    sums.set(currency, (sums.get(currency) ?? 0) + signed)
  }
  return sums
}

const SETTLED = "('settled', 'refunded', 'refundReversed')"

/** Captured of payments, settled of the ledger, open of payments without a line; and so on, each by itself. */
const SUMS = `
  SELECT c.currency,
    (SELECT coalesce(sum(CASE WHEN payment_type IN ('RF', 'CD') THEN -amount_minor ELSE amount_minor END), 0)
      FROM payment p WHERE p.currency = c.currency AND p.state = 'succeeded'
        AND p.reversed_minor = 0 AND payment_type IN ('DB', 'CP', 'RB', 'RF', 'CD')) AS captured,
    (SELECT coalesce(-sum(amount_minor), 0) FROM journal_posting j
      WHERE j.currency = c.currency AND account = 'receivable') AS settled,
    (SELECT coalesce(sum(CASE WHEN payment_type IN ('RF', 'CD') THEN -amount_minor ELSE amount_minor END), 0)
      FROM payment p WHERE p.currency = c.currency AND p.state = 'succeeded'
        AND p.reversed_minor = 0 AND payment_type IN ('DB', 'CP', 'RB', 'RF', 'CD')
        AND NOT EXISTS (SELECT 1 FROM settlement_match m WHERE m.payment_id = p.id
          AND NOT m.is_candidate AND m.type IN ${SETTLED})) AS open,
    (SELECT coalesce(sum(net_minor), 0) FROM settlement_line l
      WHERE l.currency = c.currency AND type NOT IN ('payout', 'reserve')) AS net,
    (SELECT coalesce(sum(paid_minor), 0) FROM settlement_batch b
      WHERE b.currency = c.currency) AS paid,
    (SELECT coalesce(sum(amount_minor), 0) FROM journal_posting j
      WHERE j.currency = c.currency AND account = 'reserve') AS reserve,
    (SELECT coalesce(sum(amount_minor), 0) FROM journal_posting j
      WHERE j.currency = c.currency AND account = 'balance') AS "left"
  FROM (SELECT DISTINCT currency FROM payment UNION SELECT currency FROM settlement_line) c
  ORDER BY c.currency`

/** What does not hold of the sums, in words; nothing where all is as it should be. */
export function faultsOfSums(sums: readonly FinanceSums[]): readonly string[] {
  return sums.flatMap((of) => {
    const { currency, captured, settled, open, net, paid, reserve, left, reported } = of
    return [
      ...(captured === settled + open ? [] : [`${currency}: captured is not settled and open`]),
      ...(net === paid + reserve + left ? [] : [`${currency}: settled is not paid out and kept`]),
      ...(net === reported ? [] : [`${currency}: the reconciliation file has another net amount`]),
    ]
  })
}

/** The last day (UTC) of a month whose noon is still to come: clocks only go forward. */
function lastDayOfMonth(now: Date): string {
  const of = (month: number) => Date.UTC(now.getUTCFullYear(), month + 1, 0)
  const last = of(now.getUTCMonth())
  return dayOf(last + DAY_MS / 2 > now.getTime() ? last : of(now.getUTCMonth() + 1))
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** Waits until something is so; a server that is gone for a moment is asked again. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + STEP_LIMIT_MS
  for (;;) {
    if (await isSo()) return
    if (performance.now() > endMs) throw new Error(`It is not so: ${what}`)
    await pauseFor(100)
  }
}
