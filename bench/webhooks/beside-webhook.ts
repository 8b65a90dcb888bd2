import type { DatabaseSetup } from '../database-setups.ts'
import type { LoadDone } from '../load/order.ts'
import { type Engine, rateRatio, type ServerFigures, serverFigures } from '../measure/figures.ts'
import type { LoadGenerator } from '../measure/processes.ts'
import { median, significant } from '../measure/statistics.ts'
import type { Plan } from '../measure/turns.ts'
import { built, type ServerUnderTest, startGateway } from '../servers.ts'
import { makeWebhooks } from './make-webhooks.ts'
import { eventsOf, type Receivers, startReceivers } from './received.ts'

/** Payments on gateways with one active webhook, beside payments on a gateway without. */
export interface WebhookFigures {
  readonly engine: Engine
  readonly without: ServerFigures
  /** The receiver answers: what a merchant has. */
  readonly answered: ServerFigures
  /** The receiver never answers: what is written, without the calls. */
  readonly unanswered: ServerFigures
  /** The rate with a webhook by that without, the median of the ratios of each round. */
  readonly ratio: number | null
  readonly unansweredRatio: number | null
  /**
   * The same by processor time, of gateway, load generator and receiver together: they share the machine.
   * Blind to what else is running.
   */
  readonly cpuRatio: number | null
  readonly unansweredCpuRatio: number | null
  /** Events that reached the receiver, per second: beside the payments, and after them. */
  readonly sentBeside: number
  readonly sentAfter: number
  readonly aim: number
}

const AIM = 0.9
const DRAINED_WITHIN_MS = 600_000

interface Side {
  readonly server: ServerUnderTest
  readonly receivers?: Receivers
  /** Whether the receiver answers. */
  readonly isDrained: boolean
  readonly slices: LoadDone[]
  /** Processor time for one payment, of all processes, in each round. */
  readonly cpuSeconds: number[]
}

export async function measureWithWebhook(
  ground: DatabaseSetup,
  generator: LoadGenerator,
  { plan, profileTo }: { readonly plan: Plan; readonly profileTo: string | undefined },
): Promise<WebhookFigures> {
  const stops: (() => Promise<void>)[] = []
  const start = async (name: string, isHanging?: boolean): Promise<Side> => {
    const home = await ground.newHome(name)
    const server = await startGateway(home, profileTo === undefined ? {} : { profileTo })
    stops.push(() => server.stop())
    if (isHanging === undefined) return { server, isDrained: false, slices: [], cpuSeconds: [] }
    const receivers = await startReceivers(built('webhook-receiver.js'))
    stops.push(() => receivers.stop())
    await receivers.begin(isHanging ? ['/0'] : [])
    await makeWebhooks(server.target, [`${receivers.origin}/0`])
    return { server, receivers, isDrained: !isHanging, slices: [], cpuSeconds: [] }
  }
  try {
    const without = await start('webhook-none')
    const answered = await start('webhook-answered', false)
    const unanswered = await start('webhook-unanswered', true)
    const sent: { readonly beside: number; readonly after: number }[] = []
    for (let round = 0; round <= plan.rounds; round++) {
      const durationMs = round === 0 ? plan.warmUpMs : plan.sliceMs
      for (const side of [without, answered, unanswered]) {
        const receiverCpu = await side.receivers?.count()
        const slice = await loadOnce(generator, side.server, { ...plan, durationMs })
        const received = await side.receivers?.count()
        const receiverSeconds = (received?.cpuSeconds ?? 0) - (receiverCpu?.cpuSeconds ?? 0)
        const drained = side.isDrained && (await drain(side.receivers, slice))
        if (round === 0) continue
        side.slices.push(slice)
        side.cpuSeconds.push(cpuOf(slice, receiverSeconds))
        if (drained) sent.push(drained)
      }
    }
    return {
      engine: ground.engine,
      without: serverFigures(without.slices),
      answered: serverFigures(answered.slices),
      unanswered: serverFigures(unanswered.slices),
      ratio: rateRatio(answered.slices, without.slices),
      unansweredRatio: rateRatio(unanswered.slices, without.slices),
      cpuRatio: cpuRatioOf(answered, without),
      unansweredCpuRatio: cpuRatioOf(unanswered, without),
      sentBeside: significant(median(sent.map(({ beside }) => beside))),
      sentAfter: significant(median(sent.map(({ after }) => after))),
      aim: AIM,
    }
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

function cpuOf({ serverCpu, generatorCpuSeconds, units }: LoadDone, receiverSeconds: number) {
  return ((serverCpu?.whole ?? Number.NaN) + generatorCpuSeconds + receiverSeconds) / units
}

function cpuRatioOf(side: Side, without: Side): number | null {
  const ratios = side.cpuSeconds.map((own, round) => (without.cpuSeconds[round] ?? 0) / own)
  const ratio = significant(median(ratios))
  return Number.isNaN(ratio) ? null : ratio
}

async function loadOnce(
  generator: LoadGenerator,
  { target, pid }: ServerUnderTest,
  { connections, durationMs }: { readonly connections: number; readonly durationMs: number },
): Promise<LoadDone> {
  const done = await generator.load({
    scenario: 'pay',
    target,
    connections,
    durationMs,
    serverPid: pid,
  })
  if (done.errors > 0)
    throw new Error(`${done.errors} wrong answers, the first: ${done.firstError}`)
  return done
}

/** Waits until every payment was reported, so that the next slice is not disturbed. Per second. */
async function drain(receivers: Receivers | undefined, { units, elapsedMs }: LoadDone) {
  if (receivers === undefined) return undefined
  const startMs = performance.now()
  const beside = eventsOf(await receivers.count())
  for (let all = beside; all < units; all = eventsOf(await receivers.count())) {
    if (performance.now() - startMs > DRAINED_WITHIN_MS)
      throw new Error(`${units - all} events were not delivered`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const afterMs = performance.now() - startMs
  await receivers.begin()
  return { beside: (beside * 1000) / elapsedMs, after: ((units - beside) * 1000) / afterMs }
}
