import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import { chromiumPath } from '../../scripts/prepare/chromium.mjs'

/** The settings of a command that needs a browser. */
export const browserEnv = { CHROMIUM_PATH: chromiumPath() ?? chromium.executablePath() }

export interface Shown {
  readonly text: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface WatchedShop {
  /** `http://127.0.0.1:…` */
  readonly origin: string
  /** The same server as another site. */
  readonly otherOrigin: string
  /** What is shown at each path. */
  readonly pages: Map<string, Shown>
  close(): Promise<void>
}

/** A shop's server whose pages a test changes. */
export async function startWatchedShop(): Promise<WatchedShop> {
  const pages = new Map<string, Shown>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const { text, type, headers } = pages.get(path) ?? { text: 'not here', type: 'text/plain' }
    response.statusCode = pages.has(path) ? 200 : 404
    const guessed = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('content-type', `${type ?? guessed}; charset=utf-8`)
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    pages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
