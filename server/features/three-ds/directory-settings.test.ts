import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isJsonObject } from '../../../common/json-object.ts'
import { localhostIdentity } from '../../testing/certificate.fixture.ts'
import { threeDsServerOf } from './directory-settings.ts'
import { samples } from './messages/samples.fixture.ts'
import { sampleInput } from './server/inputs.fixture.ts'

const identity = await localhostIdentity()

/** A directory server that knows one authority of its clients. */
const directory = createServer(
  { ...identity, ca: identity.cert, requestCert: true, rejectUnauthorized: true },
  (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message: unknown = JSON.parse(Buffer.concat(chunks).toString())
      const { messageType, threeDSServerTransID } = isJsonObject(message) ? message : {}
      const answer = messageType === 'PReq' ? samples.PRes : samples.ARes
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...answer, threeDSServerTransID }))
    })
  },
)

beforeAll(() => new Promise<void>((done) => void directory.listen(0, 'localhost', done)))
afterAll(() => {
  directory.closeAllConnections()
  directory.close()
})

function serverWith(tls: { readonly ca?: string; readonly cert?: string; readonly key?: string }) {
  const { port } = directory.address() as AddressInfo
  const warnings: unknown[] = []
  const server = threeDsServerOf({
    environment: 'live',
    directory: { url: `https://localhost:${port}/2.2.0`, referenceNumber: 'REF', tls },
    clock: { now: () => Date.now() },
    log: { warn: (about: unknown) => void warnings.push(about) },
  })
  if (server === undefined) throw new Error('3-D Secure is off')
  return { server, warnings }
}

describe('a directory server over HTTP', () => {
  test('is asked with the certificate of this gateway', async () => {
    const { server, warnings } = serverWith({ ...identity, ca: identity.cert })
    await server.refreshRanges()
    expect(server.rangeOf('4200000000000091', {})).toMatchObject({ version: '2.2.0' })
    expect(await server.authenticate(sampleInput())).toMatchObject({
      kind: 'result',
      result: { transStatus: 'Y', eci: '05' },
    })
    expect(server.serves('any connector')).toBe(true)
    expect(warnings).toEqual([])
  })

  test.each([
    ['without a certificate of this gateway', { ca: identity.cert }],
    ['whose own certificate is not trusted', { cert: identity.cert, key: identity.key }],
  ])('is unreachable %s, which costs no error', async (_, tls) => {
    const { server } = serverWith(tls)
    await server.refreshRanges()
    expect(server.rangeOf('4200000000000091', {})).toBe('unknown')
    expect(await server.authenticate(sampleInput())).toEqual({
      kind: 'failed',
      reason: 'unreachable',
    })
  })

  test('is absent in live without its setting: 3-D Secure is off', () => {
    const parts = { clock: { now: () => 0 }, log: { warn: () => {} } }
    expect(threeDsServerOf({ environment: 'live', ...parts })).toBeUndefined()
  })
})
