import { setTimeout as pauseFor } from 'node:timers/promises'
import { DAY_MS } from '../../../common/durations.ts'
import {
  type Command,
  type CommandContext,
  CommandFault,
  type ExitCode,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { counted } from '../../../server/cli/counted.ts'
import { configOf, DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { inOneLine } from '../../../server/cli/one-line.ts'
import { entityOf, requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import type { Vault } from '../../../server/kernel/vault/vault.ts'
import type { EntityRow, ReconciliationTargetRow, Store } from '../../../server/store/port.ts'
import { dayOf } from '../days.ts'
import { deliverDay, type WantedDelivery, writeReconciliation } from '../deliveries.ts'
import { type FtpTarget, readFtpAddress } from '../ftp-delivery.ts'
import { reconciliationName } from '../reconciliation-file.ts'
import { removeTarget, setTarget } from '../targets.ts'
import { dayOption } from './open-accounts.ts'

const text = { type: 'string' } as const

export const writeReconciliationCommand: Command = {
  name: 'reconciliation write',
  summary: "writes a merchant's reconciliation file of a day",
  usage: '--merchant ID --day DAY [--out FILE] [--database ADDRESS]',
  help: [
    'The lines of all settlement files that were imported on this day (UTC), as CSV with 36 columns and',
    'the separator ";". Each line is in the file of exactly one day.',
    '',
    '  --merchant ID       a merchant or a channel',
    '  --day DAY           such as 2026-11-20',
    '  --out FILE          reconciliation_<merchant>_<day>.csv in this folder when absent',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, merchant: text, day: text, out: text },
  operands: [],

  run(words, context) {
    const day = dayOption(words, 'day')
    return withStore(words, context, async (store) => {
      const merchant = await merchantOf(words, store)
      const out = textOption(words, 'out') ?? reconciliationName(merchant.id, day)
      const lines = await writeReconciliation(merchant, { day, path: out }, store)
      context.print(`${counted(lines, 'line')} in ${out}`)
      return 0
    })
  },
}

export const deliverReconciliationCommand: Command = {
  name: 'reconciliation deliver',
  summary: "delivers a merchant's reconciliation file of a day by FTP or FTPS",
  usage: '--merchant ID --day DAY --to ADDRESS [--database ADDRESS]',
  help: [
    'Writes the file as tillgate reconciliation write does, uploads it under a temporary name, checks its',
    'size on the server and renames it. Tries five times within three minutes; a line for each try.',
    'The password is read from what is sent to the command. The file of the same day again replaces it.',
    '',
    '  --merchant ID       a merchant or a channel',
    '  --day DAY           such as 2026-11-20; yesterday (UTC) when absent',
    '  --to ADDRESS        ftp://user@host/folder; ftpes://… with AUTH TLS, ftps://… with TLS at once',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, merchant: text, day: text, to: text },
  operands: [],

  async run(words, context) {
    const day = dayOption(words, 'day', dayOf(context.clock.now() - DAY_MS))
    requiredOption(words, 'merchant')
    const { address, target } = await ftpAddressIn(words, context)
    return withStore(words, context, async (store) => {
      const entity = await merchantOf(words, store)
      return deliver({ entity, day, target, address, replaces: true }, store, context)
    })
  },
}

/** Waits between the tries of the command, in milliseconds: five tries in all. */
const WAITS_MS = [1_000, 5_000, 30_000, 120_000] as const

async function deliver(
  wanted: WantedDelivery,
  store: Store,
  { clock, print }: CommandContext,
): Promise<ExitCode> {
  const name = reconciliationName(wanted.entity.id, wanted.day)
  const { host } = wanted.target
  for (let tries = 1; ; tries += 1) {
    const ended = await deliverDay(wanted, { store, now: () => clock.now() })
    if (ended === 'underWay') {
      throw new CommandFault(1, `${name} is being delivered just now: try again in half an hour`)
    }
    if (ended.outcome === 'delivered') {
      print(`try ${tries}: ${name} was delivered to ${host}, ${ended.bytes} bytes`)
      return 0
    }
    print(`try ${tries}: ${name} was not delivered to ${host}: ${inOneLine(ended.fault ?? '')}`)
    const waitMs = WAITS_MS[tries - 1]
    if (waitMs === undefined) return 1
    await pauseFor(waitMs)
  }
}

/** `--to`, with the password out of what is sent to the command. */
async function ftpAddressIn(
  words: Words,
  context: CommandContext,
): Promise<{ readonly address: string; readonly password: string; readonly target: FtpTarget }> {
  const address = requiredOption(words, 'to')
  const password = (await context.readInput()).replace(/\r?\n$/, '')
  const target = readFtpAddress(address, password)
  if ('fault' in target) throw new CommandFault(2, `--to ${target.fault}`)
  return { address, password, target }
}

export const reconciliationTargetCommand: Command = {
  name: 'reconciliation target',
  summary: 'sets, lists or removes where reconciliation files are delivered each day',
  usage:
    'set|list|remove [--merchant ID] [--to ADDRESS] [--hour HOUR] [--from DAY] [--database ADDRESS]',
  help: [
    'set: from now on a gateway delivers the file of each day (UTC) to this address, on the following day.',
    'The password is read from what is sent to the command, and kept sealed. A delivery that fails is tried',
    'again for three days; later days wait for it. One target for each merchant: a new one replaces it.',
    'list: a line for each target, with the next day.   remove: ends the deliveries of --merchant.',
    '',
    '  --merchant ID       a merchant or a channel',
    '  --to ADDRESS        ftp://user@host/folder; ftpes://… with AUTH TLS, ftps://… with TLS at once',
    '  --hour HOUR         0 to 23 (UTC); 4 when absent',
    '  --from DAY          the first day whose file is delivered; today (UTC) when absent',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, merchant: text, to: text, hour: text, from: text },
  operands: ['set, list or remove'],

  run(words, context) {
    switch (words.operands[0]) {
      case 'set':
        return set(words, context)
      case 'list':
        return list(words, context)
      case 'remove':
        return remove(words, context)
      default:
        throw new CommandFault(2, 'say set, list or remove')
    }
  },
}

async function set(words: Words, context: CommandContext): Promise<ExitCode> {
  const hour = Number(textOption(words, 'hour') ?? '4')
  if (!Number.isInteger(hour) || hour < 0 || hour > 23) {
    throw new CommandFault(2, '--hour must be a whole number from 0 to 23')
  }
  const firstDay = dayOption(words, 'from', dayOf(context.clock.now()))
  requiredOption(words, 'merchant')
  const { address, password } = await ftpAddressIn(words, context)
  return withStore(words, context, async (store) => {
    const entity = await merchantOf(words, store)
    const opened = await context.openServices(store, configOf(words, context))
    try {
      // Commands know the services of the gateway only by what they are.
      const { vault } = opened.services as { readonly vault: Vault }
      const wanted = { entity, address, password, hour, firstDay }
      if (!(await setTarget(wanted, { store, vault, clock: context.clock }))) {
        throw new CommandFault(1, 'the target was changed meanwhile: try again')
      }
    } finally {
      await opened.close()
    }
    context.print(`${entity.id}  ${address}  from ${firstDay} on, at ${clockText(hour)} UTC`)
    return 0
  })
}

function list(words: Words, context: CommandContext): Promise<ExitCode> {
  return withStore(words, context, async ({ read }) => {
    let after: string | undefined = ''
    while (after !== undefined) {
      const targets: readonly ReconciliationTargetRow[] = await read.reconciliationTargets(
        after,
        1000,
      )
      for (const { entityId, address, nextDay, hour } of targets) {
        context.print(`${entityId}  ${address}  next ${nextDay}, at ${clockText(hour)} UTC`)
      }
      after = targets.at(-1)?.entityId
    }
    return 0
  })
}

function remove(words: Words, context: CommandContext): Promise<ExitCode> {
  return withStore(words, context, async (store) => {
    const id = requiredOption(words, 'merchant')
    if (!(await removeTarget(id, store))) {
      throw new CommandFault(1, `${id} has no target: see tillgate reconciliation target list`)
    }
    context.print(`removed the target of ${id}`)
    return 0
  })
}

function clockText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

const DELIVERIES_SHOWN = 100

export const listDeliveriesCommand: Command = {
  name: 'reconciliation deliveries',
  summary: "lists the deliveries of a merchant's reconciliation files",
  usage: '--merchant ID [--database ADDRESS]',
  help: [
    `A line for each of the latest ${DELIVERIES_SHOWN} tries, the last one first: its day and number, when it began (UTC), where to,`,
    'and what became of it. "under way" is also what a process has left that ended meanwhile.',
    '',
    '  --merchant ID       a merchant or a channel',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, merchant: text },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { id } = await merchantOf(words, store)
      for (const row of await store.read.reconciliationDeliveries(id, DELIVERIES_SHOWN)) {
        const { day, attempt, startedAtMs, address, outcome, bytes, fault } = row
        const size = bytes === null ? '' : `${bytes} bytes`
        const told = [outcome ?? 'under way', size, inOneLine(fault ?? '')].filter(Boolean)
        const began = new Date(startedAtMs).toISOString().slice(0, 19).replace('T', ' ')
        context.print([day, `try ${attempt}`, began, address, ...told].join('  '))
      }
      return 0
    })
  },
}

async function merchantOf(words: Words, store: Store): Promise<EntityRow> {
  const merchant = await entityOf(store, requiredOption(words, 'merchant'))
  if (merchant.kind === 'merchant' || merchant.kind === 'channel') return merchant
  throw new CommandFault(2, `--merchant names a ${merchant.kind}`)
}
