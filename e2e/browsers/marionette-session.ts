import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { CommandError, commands, ELEMENT, type Session } from './commands.ts'

interface MarionetteError {
  readonly error: string
  readonly message: string
}

type Reply = readonly [
  kind: 1,
  number: number,
  error: MarionetteError | null,
  result: Record<string, unknown> | null,
]

/**
 * Opens a session in a Firefox that listens for Marionette: the commands of WebDriver over a socket, each
 * message as its length in bytes, a colon, and JSON. geckodriver does the same; Debian has none.
 */
export async function openMarionetteSession(port: number): Promise<Session> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const messages = readMessages(socket)
  await messages.next()
  let count = 0

  async function ask(name: string, parameters: object): Promise<Record<string, unknown>> {
    const text = JSON.stringify([0, ++count, name, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const { value } = await messages.next()
    const [, , error, result] = value as Reply
    if (error !== null) throw new CommandError(error.error, error.message)
    return result ?? {}
  }

  const { capabilities } = (await ask('WebDriver:NewSession', {})) as {
    readonly capabilities: Readonly<Record<string, string>>
  }
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async send(command, parameters = {}) {
      const { id } = parameters
      // A frame is named by its element's reference alone.
      const isFrame = command === 'frame' && typeof id === 'object' && id !== null
      const named = isFrame ? { element: (id as Record<string, string>)[ELEMENT] } : parameters
      const result = await ask(commands[command].marionette, named)
      if (command === 'close') socket.destroy()
      return Array.isArray(result) ? result : result.value
    },
  }
}

async function* readMessages(socket: Socket): AsyncGenerator<unknown> {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk])
    for (let end = endOfFirst(rest); end <= rest.length; end = endOfFirst(rest)) {
      yield JSON.parse(rest.subarray(rest.indexOf(':') + 1, end).toString())
      rest = rest.subarray(end)
    }
  }
}

/** Where the first message ends; more than there is while its length is not known. */
function endOfFirst(bytes: Buffer): number {
  const colon = bytes.indexOf(':')
  return colon < 0 ? Number.POSITIVE_INFINITY : colon + 1 + Number(bytes.subarray(0, colon))
}
