import type { DatabaseSetup } from '../database-setups.ts'
import { Connection } from '../load/connection.ts'
import { cardPaymentForm, formPost, type Target } from '../load/requests.ts'
import type { Engine } from '../measure/figures.ts'
import { openSeed } from '../million/million-bench.ts'
import { built, type Home, startGateway } from '../servers.ts'
import { makeWebhooks } from './make-webhooks.ts'
import { eventsOf, type Receivers, startReceivers } from './received.ts'

/** Queued events to receivers of which one never answers, beside the same without that one. */
export interface HangingFigures {
  readonly engine: Engine
  readonly events: number
  readonly receivers: number
  /**
   * Until the last event of the others has come, from the start of the gateway. The quickest round: what
   * else the machine does only adds to it.
   */
  readonly withoutMs: number
  readonly besideMs: number
  /** What the one that hangs adds. */
  readonly delayMs: number
  readonly aimMs: number
}

const RECEIVERS = 10
const EVENTS = 10_000
const AIM_MS = 1_000
const DELIVERED_WITHIN_MS = 120_000
const CONNECTIONS = 16

const paths = Array.from({ length: RECEIVERS }, (_, at) => `/${at}`)
const hanging = paths.slice(-1)
const others = paths.slice(0, -1)

export async function measureHanging(
  ground: DatabaseSetup,
  { rounds, profileTo }: { readonly rounds: number; readonly profileTo: string | undefined },
): Promise<HangingFigures> {
  const home = await ground.newHome('hanging')
  const receivers = await startReceivers(built('webhook-receiver.js'))
  try {
    await deliverOnce(home, receivers)
    const [without, beside]: [number[], number[]] = [[], []]
    const measured = async (named: readonly string[]) => {
      await queueAgain(home, named)
      await receivers.begin(hanging)
      return deliveredMs(home, receivers, profileTo)
    }
    for (let round = 0; round < rounds; round++) {
      without.push(await measured(others))
      beside.push(await measured(paths))
    }
    const [withoutMs, besideMs] = [Math.min(...without), Math.min(...beside)]
    return {
      engine: ground.engine,
      events: EVENTS,
      receivers: RECEIVERS,
      withoutMs,
      besideMs,
      delayMs: besideMs - withoutMs,
      aimMs: AIM_MS,
    }
  } finally {
    await receivers.stop()
  }
}

/** Payments whose events all receivers have taken. */
async function deliverOnce(home: Home, receivers: Receivers): Promise<void> {
  const server = await startGateway(home)
  try {
    await receivers.begin()
    await makeWebhooks(
      server.target,
      paths.map((path) => receivers.origin + path),
    )
    await pay(server.target, EVENTS / RECEIVERS)
    await arrived(receivers, paths)
  } finally {
    await server.stop()
  }
}

async function pay(target: Target, count: number): Promise<void> {
  const request = () => formPost(target, '/v1/payments', cardPaymentForm(target), target.token)
  let left = count
  const payOnes = async () => {
    const connection = await Connection.open(target)
    while (left > 0) {
      left -= 1
      const { status } = await connection.request(request())
      if (status !== 200) throw new Error(`A payment was answered with ${status}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, payOnes))
}

/** Makes the events of these receivers wait as if none had been sent; no gateway may be running. */
async function queueAgain(home: Home, named: readonly string[]): Promise<void> {
  const database = await openSeed(home)
  const isNamed = named.map((path) => `url LIKE '%${path}'`).join(' OR ')
  const events = `SELECT id FROM delivery WHERE kind = 'webhook'`
  try {
    await database.run(`
      DELETE FROM delivery_attempt WHERE delivery_id IN (${events});
      UPDATE delivery SET state = 'delivered' WHERE kind = 'webhook' AND state = 'waiting';
      UPDATE delivery
      SET state = 'waiting', attempts = 0, retries = 0, body = NULL, due_at_ms = created_at_ms
      WHERE kind = 'webhook' AND webhook_id IN (SELECT id FROM webhook WHERE ${isNamed});
      UPDATE webhook SET failing_since_ms = NULL`)
    await database.settle()
  } finally {
    await database.close()
  }
}

/** Starts the gateway; the time until the last event of the others has come. */
async function deliveredMs(
  home: Home,
  receivers: Receivers,
  profileTo: string | undefined,
): Promise<number> {
  const server = await startGateway(home, profileTo === undefined ? {} : { profileTo })
  const startMs = Date.now()
  try {
    return (await arrived(receivers, others)) - startMs
  } finally {
    await server.stop()
  }
}

/** When the last event of these receivers has come. */
async function arrived(receivers: Receivers, of: readonly string[]): Promise<number> {
  const expected = (of.length * EVENTS) / RECEIVERS
  const endMs = performance.now() + DELIVERED_WITHIN_MS
  for (;;) {
    const received = await receivers.count()
    const come = received.paths.filter(({ path }) => of.includes(path))
    if (eventsOf({ ...received, paths: come }) >= expected)
      return Math.max(...come.map(({ lastAtMs }) => lastAtMs))
    if (performance.now() > endMs) throw new Error('The events were not delivered in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
