import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { memberLines, routeCommand, routeNamed } from '../../../server/cli/route-command.ts'
import { readCredential } from '../../../server/payments/accounts/index.ts'
import {
  type AdminConnectorAccount,
  type AdminConnectorAccountCheck,
  type AdminConnectorAccountList,
  accountRoutes,
} from '../routes.ts'

const ofOne = { operands: ['ID'] } as const
const named = { name: 'accountName', 'merchant-id': 'merchantId', settings: 'settings' } as const
const changeRoute = routeNamed(accountRoutes, 'changeConnectorAccount')

const addCommand = routeCommand<AdminConnectorAccount>({
  name: 'account add',
  summary: 'adds an account at a provider, through which payments can be sent; prints its id',
  help: [
    'Channels at or below the entity may be routed to it. It takes payments once it has the credentials of',
    'its provider (account rotate) and is enabled. Settings: see docs/accounts.md.',
  ],
  route: routeNamed(accountRoutes, 'createConnectorAccount'),
  entity: true,
  options: { provider: 'provider', ...named },
  // What the provider is called, where people do not call the account otherwise; no settings are {}.
  sent: (words) => ({
    accountName: textOption(words, 'name') ?? textOption(words, 'provider') ?? '',
    settings: textOption(words, 'settings') ?? '{}',
  }),
  optional: ['name', 'settings'],
  lines: ({ account }) => [account.id],
})

const listCommand = routeCommand<AdminConnectorAccountList>({
  name: 'account list',
  summary: 'lists the connector accounts of an entity and of all below it',
  help: ['A line for each account: id, state, merchant there, name.'],
  route: routeNamed(accountRoutes, 'listConnectorAccounts'),
  entity: true,
  sent: () => ({ limit: '1000' }),
  lines: ({ accounts, cursor }) => [
    ...accounts.map(({ id, state, merchantId, name }) => `${id} ${state} ${merchantId} ${name}`),
    ...(cursor === undefined ? [] : ['there are more: name an entity below']),
  ],
})

const showCommand = routeCommand<AdminConnectorAccount>({
  ...ofOne,
  name: 'account show',
  summary: 'shows a connector account, without its credentials',
  help: [
    'Its settings, its state, which of its credentials are there, and the address to enter at the provider.',
  ],
  route: routeNamed(accountRoutes, 'readConnectorAccount'),
  lines: ({ account: { credentials, settings, ...members } }) => {
    const shown = {
      ...members,
      settings: JSON.stringify(settings),
      credentials: credentialsText(credentials),
    }
    return memberLines(shown, 11)
  },
})

const changeCommand = routeCommand<AdminConnectorAccount>({
  ...ofOne,
  name: 'account change',
  summary: 'changes the name, the merchant id or the settings of a connector account',
  help: [
    'What is not named stays; of the settings, what is left out counts as absent. Gateways that run follow',
    'within a second.',
  ],
  route: changeRoute,
  options: named,
  sent(words) {
    if (Object.keys(named).some((option) => textOption(words, option) !== undefined)) return {}
    throw new CommandFault(2, 'name what to change: --name, --merchant-id or --settings')
  },
  lines: ({ account }) => [`${account.id} was changed`],
})

const checkCommand = routeCommand<AdminConnectorAccountCheck>({
  ...ofOne,
  name: 'account check',
  summary: 'asks the provider whether a connector account works',
  help: [
    'Makes calls that change nothing there, and prints a line for each thing that was looked at: right, wrong or',
    'unknown, and why. Exit code 1 where something is wrong.',
  ],
  route: routeNamed(accountRoutes, 'checkConnectorAccount'),
  lines: ({ findings }) =>
    findings.map(
      ({ what, result, why }) =>
        `${result.padEnd(7)} ${what}${why === undefined ? '' : `: ${why}`}`,
    ),
  exitCode: ({ findings }) => (findings.some(({ result }) => result === 'wrong') ? 1 : 0),
})

const rotateCommand = routeCommand<AdminConnectorAccount>({
  name: 'account rotate',
  summary: 'writes a credential of a connector account, and replaces it without a stop',
  help: [
    'Reads the new value from its input. A slot that has one keeps it beside the new one, so that both count,',
    'until --finish. SLOT is the name of a credential, such as accessToken. No value is ever shown again.',
  ],
  route: routeNamed(accountRoutes, 'rotateConnectorCredential'),
  operands: ['ID', 'SLOT'],
  flags: {
    finish: 'The next value becomes the only one; nothing is read.',
    replace: 'The new value becomes the only one at once.',
  },
  async sent(words, context) {
    const [, slot = ''] = words.operands
    return { slot, ...(await rotationOf(words, context)) }
  },
  lines: ({ account }, { operands }) => [`${operands[1]} of ${account.id} was written`],
})

/** `tillgate account …`, in the order in which help shows them. */
export const accountCommands: readonly Command[] = [
  addCommand,
  listCommand,
  showCommand,
  changeCommand,
  checkCommand,
  rotateCommand,
  stateCommand('enable', 'takes new payments'),
  stateCommand('disable', 'takes no new payments; what refers to earlier ones still goes there'),
]

function stateCommand(verb: 'enable' | 'disable', effect: string): Command {
  return routeCommand<AdminConnectorAccount>({
    ...ofOne,
    name: `account ${verb}`,
    summary: `${verb}s a connector account: it ${effect}`,
    help: ['Gateways that run follow within a second.'],
    route: changeRoute,
    sent: () => ({ state: verb === 'enable' ? 'active' : 'disabled' }),
    lines: ({ account: { id, state } }) => [`${id} is ${state}`],
  })
}

async function rotationOf(
  { options }: Words,
  context: CommandContext,
): Promise<Readonly<Record<string, string>>> {
  if (options.finish === true && options.replace === true) {
    throw new CommandFault(2, 'either --finish or --replace')
  }
  if (options.finish === true) return { step: 'finish' }
  const credential = readCredential(await context.readInput())
  if (credential === undefined) {
    throw new CommandFault(2, 'the input must be the value: 1 to 4096 characters')
  }
  return { step: options.replace === true ? 'replace' : 'begin', credential }
}

function credentialsText(credentials: AdminConnectorAccount['account']['credentials']): string {
  const there = credentials.filter(({ state }) => state !== 'missing')
  if (there.some(({ state }) => state === 'unreadable')) return 'do not open'
  const shown = there.map(({ slot, state }) =>
    state === 'replaced' ? `${slot} (and the next one)` : slot,
  )
  return shown.join(', ') || 'none'
}
