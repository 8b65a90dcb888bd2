import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tillgate } from '../../clients/tillgate.mjs'
import { runCommand } from '../../server/testing/command.fixture.ts'
import { freePort } from '../../server/testing/free-port.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { CARD, doneOnce, startLoad } from '../rolling/rolling-load.ts'
import { postgres } from '../rolling/started-postgres.ts'

/** What is done between two restarts. */
const OPERATIONS_BETWEEN = 20
/** Each so manieth restart is one after a kill. */
const KILLED_EVERY = 5

const ORDER = { amount: '1.00', currency: 'EUR', paymentType: 'DB' } as const

const newKey = () => randomBytes(32).toString('hex')

interface Keys {
  readonly TILLGATE_VAULT_KEY: string
  readonly TILLGATE_VAULT_KEY_OTHER?: string
}

/**
 * Replaces the master key of two gateways on one PostgreSQL while a merchant pays through both, by the steps of
 * docs/operations.md; so many times. After each the card that was stored before the first one is charged.
 *
 * @returns how many operations failed, were lost or were done twice, and problems of `tillgate check` and `audit verify`
 */
export async function rotate(times: number, print: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-rotation-'))
  const house = await openHouse(folder)
  try {
    let key = newKey()
    await house.restartAll({ TILLGATE_VAULT_KEY: key })
    const stored = await house.storeCard()
    let [faults, operations] = [0, 0]
    for (let turn = 1; turn <= times; turn++) {
      const next = newKey()
      const load = startLoad(house.urls, `ROTATION-${turn}`)
      const between = () => load.more(OPERATIONS_BETWEEN)
      await house.restartAll({ TILLGATE_VAULT_KEY: key, TILLGATE_VAULT_KEY_OTHER: next }, between)
      await house.restartAll({ TILLGATE_VAULT_KEY: next, TILLGATE_VAULT_KEY_OTHER: key }, between)
      await house.wrapAnew(next, key)
      await house.restartAll({ TILLGATE_VAULT_KEY: next }, between)
      await load.stop()
      key = next
      const found = [
        ...load.failures,
        ...(await doneOnce(house.urls[turn % 2] ?? '', load)),
        ...(await house.problems({ TILLGATE_VAULT_KEY: key })),
        ...(await house.chargeStored(stored)),
      ]
      for (const fault of found) print(`  ${fault}`)
      faults += found.length
      operations += load.done.size
      print(
        `${turn}: ${load.done.size} operations, ${load.failures.length} failed, ${load.repeated} sent again, slowest ${Math.round(load.slowestMs)} ms`,
      )
    }
    print(`${operations} operations in ${times} rotations, ${faults} failed, lost or done twice`)
    return faults
  } finally {
    await house.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Two gateways, on ports that stay, and what is done to them. */
async function openHouse(folder: string) {
  const database = { TILLGATE_DATABASE_URL: postgres.url }
  const ports = [await freePort('localhost'), await freePort('localhost')]
  const urls = ports.map((port) => `http://localhost:${port}`)
  const processes: (ServerProcess | undefined)[] = [undefined, undefined]
  const dataDir = (at: number) => join(folder, `data-${at}`)
  const client = new Tillgate({ baseUrl: urls[0] ?? '', ...processDemo })
  let restarts = 0

  async function restart(at: number, keys: Keys): Promise<void> {
    restarts++
    const before = processes[at]
    if (restarts % KILLED_EVERY === 0) await before?.kill()
    else await before?.interrupt()
    const env = { ...database, ...keys }
    processes[at] = await startServerProcess({ dataDir: dataDir(at), env, port: ports[at] ?? 0 })
  }

  const command = (words: readonly string[], keys: Keys) =>
    runCommand(words, { dataDir: dataDir(0), env: { ...database, ...keys } })

  return {
    urls,
    /** One after the other, with what is awaited after each. */
    async restartAll(keys: Keys, between: () => Promise<void> = async () => undefined) {
      for (const at of processes.keys()) {
        await restart(at, keys)
        await between()
      }
    },
    /** Until nothing is left under the old key. */
    async wrapAnew(key: string, old: string) {
      const keys = { TILLGATE_VAULT_KEY: key, TILLGATE_VAULT_KEY_OTHER: old }
      const { code, output } = await command(['vault', 'rotate'], keys)
      if (code !== 0) throw new Error(output)
    },
    async problems(keys: Keys): Promise<string[]> {
      const found: string[] = []
      for (const words of [['check'], ['audit', 'verify']]) {
        const { code, output } = await command(words, keys)
        if (code !== 0) found.push(output)
      }
      return found
    },
    async storeCard(): Promise<string> {
      const order = { ...ORDER, card: CARD, createRegistration: 'true' } as const
      const { registrationId } = await client.pay(order)
      return String(registrationId)
    },
    async chargeStored(registrationId: string): Promise<string[]> {
      const { result } = await client.payWithRegistration(registrationId, ORDER)
      return result.code.startsWith('000.100.1') ? [] : [`the stored card: ${result.code}`]
    },
    async close() {
      for (const process of processes) await process?.kill()
      await postgres.stop()
    },
  }
}
