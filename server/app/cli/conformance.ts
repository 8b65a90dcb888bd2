import { type Command, CommandFault, textOption, type Words } from '../../cli/command.ts'
import type { ServerAccess } from './conformance/asked-server.ts'
import type { CheckResult } from './conformance/contract.ts'
import { runConformance, whyNotAsked } from './conformance/run-conformance.ts'

export const conformanceCommand: Command = {
  name: 'conformance',
  summary: 'asks any server of this interface whether it keeps the contract',
  usage: '--base-url URL --token TOKEN --entity ID [--profile strict|legacy] [--json]',
  help: [
    'Sends some 200 requests to a test server over HTTP, as a merchant does, and prints what differs from',
    'the interface, each with the section that says so. It makes payments, refunds, checkouts and',
    'registrations with a card number of simulators and testMode=INTERNAL; no money moves.',
    'A live server is refused, and there is no option for it: it would charge, or show nothing.',
    '',
    '  --base-url URL  of the server, without /v1',
    '  --token TOKEN   an access token of its test environment; - reads it from the input',
    '  --entity ID     a channel that takes VISA and PAYPAL in EUR',
    '  --profile NAME  strict (when absent): the letter of the interface; legacy: with what older servers of it do',
    '  --json          one JSON object with every check and its differences',
    '',
    'Exit codes: 0 nothing differs, 1 something differs, 2 the server is not asked.',
  ],
  options: {
    'base-url': { type: 'string' },
    token: { type: 'string' },
    entity: { type: 'string' },
    profile: { type: 'string' },
    json: { type: 'boolean' },
  },
  operands: [],

  async run(words, context) {
    const access = await accessOf(words, context.readInput)
    const reason = await whyNotAsked(access)
    if (reason !== undefined) throw new CommandFault(2, reason)
    const results = await runConformance(access)
    const differing = results.filter(({ differences }) => differences.length > 0)
    const { baseUrl, profile } = access
    if (words.options.json === true) {
      const counts = { checked: results.length, differing: differing.length }
      context.print(JSON.stringify({ baseUrl, profile, ...counts, checks: results }, undefined, 2))
    } else {
      for (const line of linesOf(access, results)) context.print(line)
    }
    return differing.length === 0 ? 0 : 1
  },
}

async function accessOf(words: Words, readInput: () => Promise<string>): Promise<ServerAccess> {
  const [baseUrl, token, entityId] = ['base-url', 'token', 'entity'].map((name) => {
    const value = textOption(words, name)
    if (value === undefined || value === '') throw new CommandFault(2, `--${name} is missing`)
    return value
  })
  const profile = textOption(words, 'profile') ?? 'strict'
  if (profile !== 'strict' && profile !== 'legacy') {
    throw new CommandFault(2, '--profile must be strict or legacy')
  }
  if (baseUrl === undefined || !URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new CommandFault(2, '--base-url must be an address such as https://test.pay.example.com')
  }
  const accessToken = token === '-' ? (await readInput()).trim() : (token ?? '')
  return { baseUrl, accessToken, entityId: entityId ?? '', profile }
}

function linesOf({ baseUrl, profile }: ServerAccess, results: readonly CheckResult[]): string[] {
  const lines = [`${baseUrl}, ${profile}: test payments of simulators only`]
  for (const { id, section, title, differences } of results) {
    if (differences.length === 0) lines.push(`ok      ${id}`)
    else lines.push(`DIFFERS ${id}: ${title} (${section})`)
    for (const { what, got, wanted } of differences) {
      lines.push(`          ${what}: ${got}; should be ${wanted}`)
    }
  }
  const differing = results.filter(({ differences }) => differences.length > 0).length
  lines.push('', `${results.length} checks, ${differing} differ`)
  return lines
}
