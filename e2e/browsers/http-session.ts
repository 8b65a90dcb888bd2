import { CommandError, commands, type Session } from './commands.ts'

interface Answer {
  readonly value: unknown
}

/** Opens a session at a WebDriver server. */
export async function openHttpSession(
  server: string,
  capabilities: Readonly<Record<string, unknown>>,
): Promise<Session> {
  const opened = (await ask(`${server}/session`, 'POST', {
    capabilities: { alwaysMatch: capabilities },
  })) as {
    readonly sessionId: string
    readonly capabilities: { readonly browserName: string; readonly browserVersion: string }
  }
  const { browserName, browserVersion } = opened.capabilities
  return {
    name: `${browserName} ${browserVersion}`,
    send(command, { id, ...parameters } = {}) {
      const { method, path } = commands[command]
      const isElement = path.includes('{id}')
      const address = `${server}/session/${opened.sessionId}${path.replace('{id}', String(id))}`
      return ask(
        address,
        method,
        isElement || id === undefined ? parameters : { id, ...parameters },
      )
    },
  }
}

async function ask(address: string, method: string, body: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json' },
  })
  const { value } = (await response.json()) as Answer
  if (response.ok) return value
  const { error, message } = value as { readonly error: string; readonly message: string }
  throw new CommandError(error, message)
}
