import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

/** A file that is served: compressed once, at brotli's best quality. */
export interface ServedFile {
  readonly type: string
  readonly body: Buffer
}

export function servedFile(type: string, text: string): ServedFile {
  return { type, body: brotliCompressSync(text) }
}

/** Serves files with CORS, for a browser to keep; `find` gets path and query. Anything else is 404. */
export async function serveCompressed(
  host: string,
  find: (url: URL) => ServedFile | undefined,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const file = find(new URL(request.url ?? '/', `http://${request.headers.host}`))
    if (file === undefined) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.body.length,
      'content-encoding': 'br',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    return response.end(file.body)
  }).listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return {
    origin: `http://${host}:${address.port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
