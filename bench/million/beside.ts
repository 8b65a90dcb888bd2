import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { DatabaseSetup } from '../database-setups.ts'
import type { LoadDone } from '../load/order.ts'
import { type Engine, rateRatio, type ServerFigures, serverFigures } from '../measure/figures.ts'
import { median, significant } from '../measure/statistics.ts'
import { loadAlternately } from '../measure/turns.ts'
import { built, type Home, type ServerUnderTest, settingsOf, startGateway } from '../servers.ts'
import { type MillionOptions, seed } from './million-bench.ts'

/** Payments while merchants query all the time, beside payments alone. */
export interface FiguresWithQueries {
  readonly engine: Engine
  readonly payments: number
  readonly merchants: number
  readonly alone: ServerFigures
  readonly beside: ServerFigures
  /** Answered, of all merchants together. */
  readonly queriesPerSecond: number
  /** The rate beside queries by that without, the median of the ratios of each round. */
  readonly ratio: number | null
  readonly aim: number
}

const MERCHANTS = 10
const AIM = 0.8

/**
 * On a full database. The throttle lets every query through: what is measured is that queries which
 * are allowed leave the machine to payments (R-ISO-1).
 */
export async function measureWithQueries(
  ground: DatabaseSetup,
  { payments, generator, plan }: MillionOptions,
): Promise<FiguresWithQueries> {
  const home = await ground.newHome('queried')
  await seed(home, payments)
  const queryTokens: string[] = []
  let server: ServerUnderTest | undefined
  try {
    server = await startGateway(home, { env: { TILLGATE_THROTTLE: 'query=off' } })
    for (let merchant = 1; merchant <= MERCHANTS; merchant++) {
      queryTokens.push(await newToken(home, server.target.entityId, `merchant ${merchant}`))
    }
    const scenario = 'pay'
    const sides = [
      { server, scenario },
      { server, scenario, queryTokens },
    ] as const
    const [alone = [], beside = []] = await loadAlternately(generator, sides, plan)
    return {
      engine: ground.engine,
      payments,
      merchants: MERCHANTS,
      alone: serverFigures(alone),
      beside: serverFigures(beside),
      queriesPerSecond: significant(median(beside.map(queryRate))),
      ratio: rateRatio(beside, alone),
      aim: AIM,
    }
  } finally {
    await server?.stop()
  }
}

function queryRate({ queries, elapsedMs }: LoadDone): number {
  return (queries * 1000) / elapsedMs
}

/** Makes an access token by the command. */
export async function newToken(
  home: Home,
  entityId: string,
  label: string,
  role = 'merchant',
): Promise<string> {
  const words = ['token', 'create', '--entity', entityId, '--label', label, '--role', role]
  const env = { ...process.env, ...settingsOf(home) }
  const command = [built('../server/cli.js'), ...words]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return stdout.trim()
}
