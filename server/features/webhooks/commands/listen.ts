import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../cli/command.ts'
import { openRequest, type ReceivedRequest } from '../../../kernel/webhook-formats/open-request.ts'
import { newWebhookSecret, secretOf } from '../../../kernel/webhook-formats/secrets.ts'

const DEFAULT_PORT = 8099
/** Notifications are smaller than the requests that they report. */
const MAX_BYTES = 4 * 1024 * 1024

export const listenCommand: Command = {
  name: 'webhook listen',
  summary: 'receives, verifies and prints notifications, to try a webhook out',
  usage: '[--port NUMBER] [--secret SECRET]',
  help: [
    'Prints a line for each notification that is genuine: type, action, id, result, amount; and a line',
    'for each that is not, with the reason. Reads both formats. Runs until it is interrupted.',
    'On 127.0.0.1 only, which a gateway in test may call.',
    '',
    `  --port NUMBER       ${DEFAULT_PORT} when absent`,
    '  --secret SECRET     of the webhook; absent: TILLGATE_WEBHOOK_SECRET, else a new one, which is',
    '                      printed for webhook create --secret',
  ],
  options: { port: { type: 'string' }, secret: { type: 'string' } },
  operands: [],

  async run(words, context) {
    const given = textOption(words, 'secret') ?? context.env.TILLGATE_WEBHOOK_SECRET
    const secret = given === undefined ? newWebhookSecret() : readSecret(given)
    const server = createServer((request, response) => {
      receive(request, secret, context)
        .catch(() => false)
        .then((isGenuine) => response.writeHead(isGenuine ? 200 : 401).end())
    })
    const url = await listen(server, portOf(words))
    context.print(`listening at ${url}`)
    if (given === undefined) {
      context.print(`tillgate webhook create --entity ID --url ${url} --secret ${secret}`)
    }
    await context.interrupted()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    return 0
  },
}

function readSecret(given: string): string {
  if (/^(?:whsec_[A-Za-z0-9+/]{43}=|[0-9A-Fa-f]{64})$/.test(given)) return secretOf(given)
  throw new CommandFault(2, '--secret must be whsec_ and base64 of 32 bytes, or 64 hex digits')
}

function portOf(words: Words): number {
  const port = Number(textOption(words, 'port') ?? DEFAULT_PORT)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new CommandFault(2, '--port must be a port number, or 0 for a free one')
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    })
  })
}

/** Whether a request is genuine; its line is printed. */
async function receive(
  request: IncomingMessage,
  secret: string,
  { clock, print }: CommandContext,
): Promise<boolean> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return false
  const received: ReceivedRequest = {
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: await textOf(request),
  }
  const opened = openRequest(received, { secret, nowMs: clock.now() })
  print('fault' in opened ? `refused: it ${opened.fault}` : lineOf(opened.text))
  return !('fault' in opened)
}

/** What a person wants to know of a notification. */
function lineOf(json: string): string {
  const { type, action, payload = {} } = JSON.parse(json) as Notification
  const { id, paymentType, result, amount, currency } = payload
  const said = [type, action, paymentType, id, result?.code, amount, currency]
  return said.filter((one) => one !== undefined).join(' ')
}

interface Notification {
  readonly type: string
  readonly action?: string
  readonly payload?: {
    readonly id?: string
    readonly paymentType?: string
    readonly result?: { readonly code: string }
    readonly amount?: string
    readonly currency?: string
  }
}
