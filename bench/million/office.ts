import { setTimeout } from 'node:timers/promises'
import type { DatabaseSetup } from '../database-setups.ts'
import { Connection } from '../load/connection.ts'
import { get, type Target } from '../load/requests.ts'
import { ENGINE_NAMES, type Engine, rateRatio } from '../measure/figures.ts'
import { quantile, significant } from '../measure/statistics.ts'
import { textTable } from '../measure/table.ts'
import { loadAlternately } from '../measure/turns.ts'
import { type ServerUnderTest, startGateway } from '../servers.ts'
import { newToken } from './beside.ts'
import { type MillionOptions, seed } from './million-bench.ts'

/** How long what people of the back office ask for takes, beside payments, on a full database. */
export interface OfficeFigures {
  readonly engine: Engine
  readonly payments: number
  readonly asked: readonly {
    readonly name: string
    readonly p50Ms: number
    readonly p95Ms: number
  }[]
  /** The rate of payments beside them by that without. */
  readonly ratio: number | null
  readonly aimMs: number
}

const AIM_MS = 100
/** Between two pages; longer than the pause that a long read makes behind it. */
const THINKS_MS = 1_100

/** An overview of a year that takes no longer, with nothing beside it, reads sums. */
const SUMMED_MS = 200
const MAX_SUMMING_MS = 300_000

const MONTH = 'firstDay=2024-06-01&lastDay=2024-06-30'
const YEAR = 'date.from=2024-01-01%2000:00:00&date.to=2024-12-31%2023:59:59'

/** The pages of the back office; the seeded payments are all of one year and alike. */
const ASKED: Readonly<Record<string, string>> = {
  'newest payments': '/admin/v1/payments?limit=50',
  'failed ones, of which there are none': '/admin/v1/payments?state=failed',
  'by last four digits and amount': '/admin/v1/payments?lookFor=0000%2092.00&limit=50',
  'by a name, a whole amount and last four digits':
    '/admin/v1/payments?lookFor=holder%2092%200000&limit=50',
  'by a name that nobody has': '/admin/v1/payments?lookFor=nobody',
  'by a reference that nobody has': '/admin/v1/payments?lookFor=order-nobody',
  'overview of a week':
    '/admin/v1/overview?date.from=2024-06-01%2000:00:00&date.to=2024-06-07%2023:59:59',
  'overview of a year': `/admin/v1/overview?${YEAR}`,
  'approval rates of a month by issuer': `/admin/v1/overview/groups?by=issuer&${MONTH}`,
  'approval rates of a year by country': `/admin/v1/overview/groups?by=country&${YEAR}`,
  'payments of two days with a card of a country':
    '/admin/v1/payments?cardCountry=DE&firstDay=2024-06-01&lastDay=2024-06-02',
  bookings: `/admin/v1/bookings?${MONTH}`,
  'a part of a month': `/admin/v1/bookings/report?${MONTH}`,
  payouts: '/admin/v1/settlement/payouts?date.from=2024-01-01%2000:00:00',
  disputes: '/admin/v1/disputes',
  'disputes against sales of a month': '/admin/v1/disputes/ratios?month=2024-06',
  'a customer': '/admin/v1/customer?by=email&value=nobody%40shop.example',
  subscriptions: '/admin/v1/subscriptions',
}

/** Asks for each page in turn, beside payments. The throttle lets every request through. */
export async function measureOffice(
  ground: DatabaseSetup,
  { payments, generator, plan }: MillionOptions,
): Promise<OfficeFigures> {
  const home = await ground.newHome('office')
  await seed(home, payments)
  let server: ServerUnderTest | undefined
  try {
    server = await startGateway(home, { env: { TILLGATE_THROTTLE: 'query=off' } })
    const { target } = server
    const token = await newToken(home, target.entityId, 'office', 'administrator')
    const sides = [{ server, scenario: 'pay' }] as const
    const [alone = []] = await loadAlternately(generator, sides, plan)
    await untilSummed(target, token)
    const asking = askUntil(target, token)
    const [beside = []] = await loadAlternately(generator, sides, plan).finally(asking.stop)
    const latencies = await asking.latencies
    return {
      engine: ground.engine,
      payments,
      asked: Object.keys(ASKED).map((name) => figuresOf(name, latencies.get(name) ?? [])),
      ratio: rateRatio(beside, alone),
      aimMs: AIM_MS,
    }
  } finally {
    await server?.stop()
  }
}

/** Looks at a year until its payments are summed: none of the seeded ones is when the gateway starts. */
async function untilSummed(target: Target, token: string): Promise<void> {
  const connection = await Connection.open(target)
  const untilMs = performance.now() + MAX_SUMMING_MS
  for (let tookMs = Number.POSITIVE_INFINITY; tookMs > SUMMED_MS; ) {
    if (performance.now() > untilMs)
      throw new Error('The payments of a year were not summed in time')
    await setTimeout(THINKS_MS)
    const startMs = performance.now()
    await connection.request(get(target, `/admin/v1/overview/groups?${YEAR}`, token))
    tookMs = performance.now() - startMs
  }
  connection.close()
}

function figuresOf(name: string, latenciesMs: readonly number[]) {
  const sorted = latenciesMs.toSorted((one, other) => one - other)
  return {
    name,
    p50Ms: significant(quantile(sorted, 0.5)),
    p95Ms: significant(quantile(sorted, 0.95)),
  }
}

/** A person who opens one page after the other, until they are stopped. */
function askUntil(target: Target, token: string) {
  let isOver = false
  async function ask(): Promise<ReadonlyMap<string, readonly number[]>> {
    const latencies = new Map<string, number[]>()
    const connection = await Connection.open(target)
    while (!isOver) {
      for (const [name, path] of Object.entries(ASKED)) {
        await setTimeout(THINKS_MS)
        const startMs = performance.now()
        const { status, body } = await connection.request(get(target, path, token))
        if (status !== 200)
          throw new Error(`GET ${path}: ${status} ${body.toString('utf8', 0, 300)}`)
        const own = latencies.get(name) ?? []
        own.push(performance.now() - startMs)
        latencies.set(name, own)
      }
    }
    connection.close()
    return latencies
  }
  return {
    latencies: ask(),
    stop: () => {
      isOver = true
    },
  }
}

/** Prints how long the pages take. */
export function printOffice({ engine, payments, asked, ratio, aimMs }: OfficeFigures): void {
  console.log(
    `\nThe back office beside payments, ${payments.toLocaleString('en')} payments in ${ENGINE_NAMES[engine]}; payments beside it: ${ratio} of alone\n`,
  )
  const rows = asked.map(({ name, p50Ms, p95Ms }) => [
    name,
    String(p50Ms),
    String(p95Ms),
    `<= ${aimMs}`,
  ])
  console.log(textTable([['', 'p50 ms', 'p95 ms', 'aim of p95'], ...rows]))
}
