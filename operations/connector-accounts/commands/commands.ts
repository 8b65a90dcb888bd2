import { PROVIDERS } from '../../../acquirers/index.ts'
import {
  type Command,
  type CommandContext,
  CommandFault,
  type ExitCode,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { configOf, DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { entityOf, readName, requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { openCommandVault } from '../../../server/cli/open-vault.ts'
import { doneOrFault } from '../../../server/cli/parameters-of-words.ts'
import { sharedClock, wireTimestamp } from '../../../server/kernel/timers/clock.ts'
import type { Vault } from '../../../server/kernel/vault/vault.ts'
import {
  type AccountManagement,
  checkAccount,
  createAccountManagement,
  type FindAccount,
  openCredentials,
  providerNamed,
  type Rotation,
  readCredential,
} from '../../../server/payments/accounts/index.ts'
import { eventsAddress } from '../../../server/payments/inbox/index.ts'
import type { ConnectorAccountRow, Store } from '../../../server/store/port.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const addCommand: Command = {
  name: 'account add',
  summary: 'adds an account at a provider, through which payments can be sent; prints its id',
  usage:
    '--entity ID --provider NAME --merchant-id ID [--name TEXT] [--settings JSON] [--database ADDRESS]',
  help: [
    'Channels at or below the entity may be routed to it. It takes payments once it has the credentials of',
    'its provider (account rotate) and is enabled.',
    '',
    '  --entity ID         an entity of any level',
    `  --provider NAME     ${PROVIDERS.map(({ name }) => name).join(' or ')}`,
    '  --merchant-id ID    what the provider calls the merchant; of gateway the entity there',
    '  --name TEXT         for people; the name of the provider when absent',
    '  --settings JSON     such as {"url": "https://gateway.example"}: see docs/accounts.md',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    entity: text,
    provider: text,
    'merchant-id': text,
    name: text,
    settings: text,
  },
  operands: [],

  run(words, context) {
    const provider = requiredOption(words, 'provider')
    const wanted = {
      provider,
      name: readName(textOption(words, 'name') ?? provider, 'name'),
      environment: configOf(words, context).environment,
      merchantId: requiredOption(words, 'merchant-id'),
      settings: jsonOf(textOption(words, 'settings') ?? '{}'),
    }
    return withAccounts(words, context, async (accounts, store) => {
      const { id: entityId } = await entityOf(store, requiredOption(words, 'entity'))
      const names = { provider: 'provider', 'merchant-id': 'merchantId' }
      const row = doneOrFault(await accounts.add({ ...wanted, entityId }), names)
      context.print(row.id)
    })
  },
}

const listCommand: Command = {
  name: 'account list',
  summary: 'lists the connector accounts of an entity',
  usage: '--entity ID [--database ADDRESS]',
  help: [
    'A line for each account of exactly this entity: id, state, merchant there, name.',
    '',
    '  --entity ID         an entity of any level',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, entity: text },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { id } = await entityOf(store, requiredOption(words, 'entity'))
      for (const row of await store.read.connectorAccountsOf([id])) {
        context.print(`${row.id} ${row.state} ${row.merchantId} ${row.name}`)
      }
      return 0
    })
  },
}

const showCommand: Command = {
  name: 'account show',
  summary: 'shows a connector account, without its credentials',
  usage: 'ID [--database ADDRESS]',
  help: [
    'Its settings, its state, which of its credentials are there, and the address to enter at the provider.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: ['the id of a connector account'],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const row = await accountOf(words, store)
      const vault = await openCommandVault(store, words, context)
      const { baseUrl } = configOf(words, context)
      for (const line of linesOf(row, openCredentials(vault, row), baseUrl)) context.print(line)
      return 0
    })
  },
}

const changeCommand: Command = {
  name: 'account change',
  summary: 'changes the name, the merchant id or the settings of a connector account',
  usage: 'ID [--name TEXT] [--merchant-id ID] [--settings JSON] [--database ADDRESS]',
  help: [
    'What is not named stays. Gateways that run follow within a second.',
    '',
    '  --name TEXT         for people',
    '  --merchant-id ID    what the provider calls the merchant; of gateway the entity there',
    '  --settings JSON     all of them: what is left out counts as absent; see docs/accounts.md',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, name: text, 'merchant-id': text, settings: text },
  operands: ['the id of a connector account'],

  run(words, context) {
    const name = textOption(words, 'name')
    const merchantId = textOption(words, 'merchant-id')
    const settings = textOption(words, 'settings')
    const changed = {
      ...(name === undefined ? {} : { name: readName(name, 'name') }),
      ...(merchantId === undefined ? {} : { merchantId }),
      ...(settings === undefined ? {} : { settings: jsonOf(settings) }),
    }
    if (Object.keys(changed).length === 0) {
      throw new CommandFault(2, 'name what to change: --name, --merchant-id or --settings')
    }
    return withAccounts(words, context, async (accounts) => {
      const names = { 'merchant-id': 'merchantId' }
      const row = doneOrFault(await accounts.change(idOf(words), changed), names)
      context.print(`${row.id} was changed`)
    })
  },
}

const checkCommand: Command = {
  name: 'account check',
  summary: 'asks the provider whether a connector account works',
  usage: 'ID [--database ADDRESS]',
  help: [
    'Makes calls that change nothing there, and prints a line for each thing that was looked at: right, wrong or',
    'unknown, and why. Exit code 1 where something is wrong.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: ['the id of a connector account'],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const row = await accountOf(words, store)
      const opened = await context.openServices(store, configOf(words, context))
      try {
        const { findAccount, vault } = opened.services as {
          readonly findAccount: FindAccount
          readonly vault: Vault
        }
        const connected = await findAccount(row.id)
        const parts = { vault, nowMs: context.clock.now(), providers: PROVIDERS }
        const findings = connected === undefined ? [] : await checkAccount(connected, parts)
        for (const { what, result, why } of findings) {
          context.print(`${result.padEnd(7)} ${what}${why === undefined ? '' : `: ${why}`}`)
        }
        return findings.some(({ result }) => result === 'wrong') ? 1 : 0
      } finally {
        await opened.close()
      }
    })
  },
}

const rotateCommand: Command = {
  name: 'account rotate',
  summary: 'writes a credential of a connector account, and replaces it without a stop',
  usage: 'ID SLOT [--finish | --replace] [--database ADDRESS]',
  help: [
    'Reads the new value from its input. A slot that has one keeps it beside the new one, so that both count,',
    'until --finish. No value is ever shown again.',
    '',
    '  --finish            the next value becomes the only one; nothing is read',
    '  --replace           the new value becomes the only one at once',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, finish: flag, replace: flag },
  operands: ['the id of a connector account', 'the name of a credential, such as accessToken'],

  async run(words, context) {
    const rotation = await rotationOf(words, context)
    const slot = words.operands[1] ?? ''
    return withAccounts(words, context, async (accounts) => {
      const row = doneOrFault(await accounts.rotate(idOf(words), slot, rotation))
      context.print(`${slot} of ${row.id} was written`)
    })
  },
}

const enableCommand = stateCommand('enable', 'takes new payments')
const disableCommand = stateCommand(
  'disable',
  'takes no new payments; what refers to earlier ones still goes there',
)

/** `tillgate account …`, in the order in which help shows them. */
export const accountCommands: readonly Command[] = [
  addCommand,
  listCommand,
  showCommand,
  changeCommand,
  checkCommand,
  rotateCommand,
  enableCommand,
  disableCommand,
]

function stateCommand(verb: 'enable' | 'disable', effect: string): Command {
  return {
    name: `account ${verb}`,
    summary: `${verb}s a connector account: it ${effect}`,
    usage: 'ID [--database ADDRESS]',
    help: ['Gateways that run follow within a second.', '', DATABASE_HELP],
    options: databaseOption,
    operands: ['the id of a connector account'],

    run(words, context) {
      return withAccounts(words, context, async (accounts) => {
        const state = verb === 'enable' ? 'active' : 'disabled'
        const row = doneOrFault(await accounts.change(idOf(words), { state }))
        context.print(`${row.id} is ${row.state}`)
      })
    },
  }
}

function idOf({ operands }: Words): string {
  return operands[0] ?? ''
}

async function accountOf(words: Words, store: Store): Promise<ConnectorAccountRow> {
  const row = await store.read.connectorAccount(idOf(words))
  if (row !== undefined) return row
  throw new CommandFault(1, `there is no account ${JSON.stringify(idOf(words))}: see account list`)
}

function withAccounts(
  words: Words,
  context: CommandContext,
  work: (accounts: AccountManagement, store: Store) => Promise<void>,
): Promise<ExitCode> {
  return withStore(words, context, async (store) => {
    const vault = await openCommandVault(store, words, context)
    const { environment } = configOf(words, context)
    const clock = sharedClock(context.clock)
    await work(
      createAccountManagement({ environment, store, vault, clock, providers: PROVIDERS }),
      store,
    )
    return 0
  })
}

async function rotationOf({ options }: Words, context: CommandContext): Promise<Rotation> {
  if (options.finish === true && options.replace === true) {
    throw new CommandFault(2, 'either --finish or --replace')
  }
  if (options.finish === true) return { step: 'finish' }
  const value = readCredential(await context.readInput())
  if (value === undefined) {
    throw new CommandFault(2, 'the input must be the value: 1 to 4096 characters')
  }
  return { step: options.replace === true ? 'replace' : 'begin', value }
}

function jsonOf(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    throw new CommandFault(2, '--settings must be JSON, such as {}')
  }
}

/** Everything about an account but the values of its credentials, a member a line. */
function linesOf(
  row: ConnectorAccountRow,
  credentials: ReturnType<typeof openCredentials>,
  baseUrl: string,
): readonly string[] {
  const shown = Object.entries(credentials ?? {}).map(([slot, { next }]) =>
    next === undefined ? slot : `${slot} (and the next one)`,
  )
  const members = {
    id: row.id,
    entityId: row.entityId,
    name: row.name,
    environment: row.environment,
    merchantId: row.merchantId,
    state: row.state,
    settings: row.settings,
    credentials: credentials === undefined ? 'do not open' : shown.join(', ') || 'none',
    ...(providerNamed(row.provider, PROVIDERS)?.tellsEvents
      ? { eventsUrl: eventsAddress(baseUrl, row.id) }
      : {}),
    createdAt: wireTimestamp(row.createdAtMs),
    updatedAt: wireTimestamp(row.updatedAtMs),
  }
  return Object.entries(members).map(([name, value]) => `${name.padEnd(11)} ${value}`)
}
