import { type Command, type CommandContext, CommandFault } from '../../cli/command.ts'
import { assertNewestSchema, openDatabase, openScan } from '../../cli/databases.ts'
import type { DoctorFinding, DoctorGiven } from '../../cli/doctor-check.ts'
import type { Config, KeptDatabase } from '../../kernel/settings/config.ts'
import { readSettled } from '../../kernel/settings/read-config.ts'
import { version } from '../../kernel/version.ts'
import type { Scan } from '../../store/scan.ts'
import { DOCTOR_CHECKS } from '../doctor/checks.ts'
import { exitCodeOf, runChecks } from '../doctor/run-checks.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'looks at settings, keys, files, certificates, clock, database and accounts',
  usage: '[--json]',
  help: [
    'Prints a line for each thing that was looked at, and below what is not well why that matters and',
    'what mends it. It changes nothing in the database, and may run beside the gateway; it asks the',
    'gateway and the providers of connector accounts by calls that change nothing.',
    '',
    '  --json  one JSON object: version, environment, state, and findings with name, state, found, why, fix',
    '',
    'Exit codes: 0 all is well or could not be looked at, 1 warnings, 2 problems.',
  ],
  options: { json: { type: 'boolean' } },
  operands: [],

  async run({ options }, context) {
    const settled = context.settings()
    const read = readSettled(settled)
    const config = 'faults' in read ? read.otherwise : read
    const opened = openLazily(config, context)
    try {
      const given = { config, settled, nowMs: context.clock.now(), ...opened.given }
      const findings = await runChecks(DOCTOR_CHECKS, given)
      const { environment } = config
      const code = exitCodeOf(findings)
      if (options.json === true) {
        const state = ['good', 'warning', 'problem'][code]
        context.print(JSON.stringify({ version, environment, state, findings }, undefined, 2))
      } else {
        context.print(`tillgate ${version}, ${environment}`)
        for (const finding of findings) for (const line of linesOf(finding)) context.print(line)
      }
      return code
    } finally {
      await opened.close()
    }
  },
}

/** Names of settings, states and checks are for machines as well, so both stand first. */
function linesOf({ name, state, found, why, fix }: DoctorFinding): readonly string[] {
  const first = `${state.padEnd(7)} ${name}: ${found}`
  if (state === 'good' || state === 'unknown') return [first]
  return [first, `          ${why}`, `          -> ${fix}`]
}

/** Opens database and services when a check first asks for them; what failed once fails again at once. */
function openLazily(config: Config, context: CommandContext) {
  const closings: (() => Promise<unknown>)[] = []
  let isTold = false
  const opening = once(async () => {
    const opened = await openScan(keptDatabase(config))
    closings.push(() => opened.close())
    await assertNewestSchema(opened, keptDatabase(config))
    return opened
  })
  // The first check that asks tells why.
  const scan = () =>
    opening().catch((error) => {
      const told = isTold ? new Error('not looked at: the database cannot be read') : error
      isTold = true
      throw told
    })
  const services = once(async () => {
    const store = await openDatabase(keptDatabase(config), context)
    closings.push(() => store.close())
    const opened = await context.openServices(store, config)
    closings.push(() => opened.close())
    return opened.services
  })
  return {
    given: { scan, services } satisfies Pick<DoctorGiven, 'scan' | 'services'>,
    async close() {
      for (const close of closings.reverse()) await close()
    },
  }
}

function keptDatabase({ database }: Config): KeptDatabase {
  if (database.engine !== 'memory') return database
  throw new CommandFault(1, 'the database is in the memory of its gateway')
}

function once<Value extends Scan | object>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
