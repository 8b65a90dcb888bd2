import type { DatabaseSetup } from './database-setups.ts'
import type { LoadDone } from './load/order.ts'
import { ENGINE_NAMES, type Engine, type ServerFigures, serverFigures } from './measure/figures.ts'
import type { LoadGenerator } from './measure/processes.ts'
import { median, significant } from './measure/statistics.ts'
import { textTable } from './measure/table.ts'
import { loadAlternately, type Plan } from './measure/turns.ts'
import { startGateway } from './servers.ts'

/** Payments with a frictionless authentication beside payments without one, on one gateway. */
export interface AuthenticatedFigures {
  readonly engine: Engine
  readonly plain: ServerFigures
  readonly authenticated: ServerFigures
  /** Main-thread time of one with by one without, the median of the ratios of each round. */
  readonly times: number | null
  /** What it should at most be. */
  readonly aim: number
}

const AIM = 1.5

export async function measureAuthenticated(
  ground: DatabaseSetup,
  generator: LoadGenerator,
  { plan, profileTo }: { readonly plan: Plan; readonly profileTo: string | undefined },
): Promise<AuthenticatedFigures> {
  const home = await ground.newHome('authenticated')
  const server = await startGateway(home, profileTo === undefined ? {} : { profileTo })
  try {
    const sides = [
      { server, scenario: 'payFromBrowser' },
      { server, scenario: 'authenticate' },
    ] as const
    const [plain = [], authenticated = []] = await loadAlternately(generator, sides, plan)
    return {
      engine: ground.engine,
      plain: serverFigures(plain),
      authenticated: serverFigures(authenticated),
      times: timesOf(authenticated, plain),
      aim: AIM,
    }
  } finally {
    await server.stop()
  }
}

function timesOf(slices: readonly LoadDone[], besides: readonly LoadDone[]): number | null {
  const ratios = slices.flatMap((slice, round) => {
    const [one, other] = [mainThreadOf(slice), mainThreadOf(besides[round])]
    return one === undefined || other === undefined ? [] : [one / other]
  })
  return ratios.length === 0 ? null : significant(median(ratios))
}

function mainThreadOf(slice: LoadDone | undefined): number | undefined {
  return slice?.serverCpu && slice.serverCpu.mainThread / slice.units
}

/** Prints what an authentication costs. */
export function printAuthenticated(figures: AuthenticatedFigures): void {
  const { engine, plain, authenticated, times, aim } = figures
  const row = (name: string, { perSecond, p50Ms, p99Ms, ...cpu }: ServerFigures) =>
    [name, perSecond, p50Ms, p99Ms, cpu.cpuMsPerUnit, cpu.mainThreadMsPerUnit].map((cell) =>
      String(cell ?? '-'),
    )
  console.log(`\nPOST /v1/payments with a frictionless 3-D Secure, ${ENGINE_NAMES[engine]}\n`)
  console.log(
    textTable([
      ['', 'per second', 'p50 ms', 'p99 ms', 'CPU ms each', 'main thread', 'times', 'aim'],
      row('without', plain),
      [...row('with', authenticated), String(times ?? '-'), `<= ${aim}`],
    ]),
  )
}
