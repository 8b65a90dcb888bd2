import { request } from 'node:http'

/** Bytes of a body as it goes over the wire to a browser that takes brotli. */
export function brotliBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
