import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Refusal } from './refusal.ts'

/** An answer that takes longer than clients wait comes this late. */
export const LATE_AFTER_MS = 26_000

/** What published descriptions say against a request or an answer; nothing where they are satisfied. */
export interface PublishedShapes {
  readonly request: (name: string, params: unknown) => readonly string[]
  readonly answer: (body: unknown, name: string) => readonly string[]
}

/** The whole body of a request. */
export async function readBytes(request: IncomingMessage, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > max) throw new Refusal(413, 'Request body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Sends an answer, where the client is still there. */
export function sendText(
  response: ServerResponse,
  { status, text }: { readonly status: number; readonly text: string },
  headers = {},
): void {
  if (response.destroyed) return
  response.writeHead(status, headers)
  response.end(text)
}

/** Listens on this machine only, and says at which origin. */
export async function listenHere(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Ends a server with the connections that are still open. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
