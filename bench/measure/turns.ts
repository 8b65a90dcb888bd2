import type { LoadDone, LoadOrder, ScenarioName } from '../load/order.ts'
import type { ServerUnderTest } from '../servers.ts'
import type { LoadGenerator } from './processes.ts'

/** How long and how hard everything is loaded. */
export interface Plan {
  readonly connections: number
  readonly rounds: number
  readonly sliceMs: number
  /** Of the first round, which lets the compilers finish and is not counted. */
  readonly warmUpMs: number
}

/** One of the servers that are loaded in turns. */
export interface Side {
  readonly server: ServerUnderTest
  readonly scenario: ScenarioName
  /** How many seeded payments `read` chooses from; without it the load makes some to read. */
  readonly seededPayments?: number
  /** Access tokens of merchants who query all the time while it is loaded. */
  readonly queryTokens?: readonly string[]
}

/**
 * Loads servers one after the other, round by round, so that whatever else the machine does meets
 * all of them alike. The slices of each side, in the order of the rounds; a wrong answer rejects.
 */
export async function loadAlternately(
  generator: LoadGenerator,
  sides: readonly Side[],
  plan: Plan,
): Promise<readonly (readonly LoadDone[])[]> {
  const turns = sides.map((side) => ({
    order: orderFor(side, plan),
    slices: [] as LoadDone[],
  }))
  for (let round = 0; round <= plan.rounds; round++) {
    const durationMs = round === 0 ? plan.warmUpMs : plan.sliceMs
    for (const { order, slices } of turns) {
      const slice = await loadOnce(generator, { ...order, durationMs })
      if (round > 0) slices.push(slice)
    }
  }
  return turns.map(({ slices }) => slices)
}

function orderFor(
  { server, scenario, seededPayments, queryTokens }: Side,
  { connections }: Plan,
): Omit<LoadOrder, 'durationMs'> {
  return {
    scenario,
    target: server.target,
    connections,
    serverPid: server.pid,
    ...(seededPayments === undefined ? {} : { seededPayments }),
    ...(queryTokens === undefined ? {} : { queryTokens }),
  }
}

async function loadOnce(generator: LoadGenerator, order: LoadOrder): Promise<LoadDone> {
  const done = await generator.load(order)
  if (done.errors > 0)
    throw new Error(`${done.errors} wrong answers, the first: ${done.firstError}`)
  return done
}
