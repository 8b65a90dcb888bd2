import { describe, expect, it } from 'vitest'
import { heardUntilEnd, openPort, portKinds } from './ports.fixture.ts'

const HEAD = 'POST / HTTP/1.1\r\nhost: shop.example\r\n'
const JSON_TYPE = 'content-type: application/json\r\n'
const CHUNK = '2\r\nab\r\n0\r\n\r\n'

/** What never reaches a route, also what Node alone would answer with an empty body or not at all. */
const refused: readonly (readonly [
  what: string,
  request: string,
  status: number,
  description: RegExp,
])[] = [
  ['no Host', 'POST / HTTP/1.1\r\n\r\n', 400, /^The header Host is missing/],
  ['two Hosts', `${HEAD}Host: other.example\r\n\r\n`, 400, /^The header host is there more than/],
  ['two equal Hosts', `${HEAD}host: shop.example\r\n\r\n`, 400, /^The header host is there/],
  [
    'two Authorizations',
    `${HEAD}authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    400,
    /^The header authorization is there more than once: send it once$/,
  ],
  [
    'two Content-Types',
    `${HEAD}content-type: text/plain\r\ncontent-type: application/json\r\ncontent-length: 0\r\n\r\n`,
    400,
    /^The header content-type is there/,
  ],
  [
    'two Idempotency-Keys',
    `${HEAD}idempotency-key: a\r\nidempotency-key: b\r\n\r\n`,
    400,
    /^The header idempotency-key is there/,
  ],
  [
    'two Content-Lengths',
    `${HEAD}content-length: 0\r\ncontent-length: 0\r\n\r\n`,
    400,
    /HTTP\/1\.1/,
  ],
  [
    'a Content-Length beside chunks',
    `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n${CHUNK}`,
    400,
    /HTTP\/1\.1/,
  ],
  ...['gzip', 'identity', 'gzip, chunked', 'chunked, chunked', 'chunked, identity', 'xchunked'].map(
    (coding) =>
      [
        `Transfer-Encoding: ${coding}`,
        `${HEAD}transfer-encoding: ${coding}\r\n\r\n${CHUNK}`,
        400,
        /^Of Transfer-Encoding chunked alone is read here|HTTP\/1\.1/,
      ] as const,
  ),
  [
    'Transfer-Encoding twice',
    `${HEAD}transfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n${CHUNK}`,
    400,
    /^The header transfer-encoding is there/,
  ],
  [
    'HTTP/1.0 with chunks that would keep its connection',
    `POST / HTTP/1.0\r\nconnection: keep-alive\r\n${JSON_TYPE}transfer-encoding: chunked\r\n\r\n${CHUNK}`,
    400,
    /^HTTP\/1\.0 has no Transfer-Encoding/,
  ],
  ['Expect: the impossible', `${HEAD}expect: 200-ok\r\n\r\n`, 417, /^Of Expect 100-continue alone/],
  ['CONNECT', 'CONNECT bank.example:443 HTTP/1.1\r\nhost: bank.example\r\n\r\n', 405, /no proxy/],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, /HTTP\/1\.1/],
  ['an unknown method', 'BREW / HTTP/1.1\r\nhost: shop.example\r\n\r\n', 400, /HTTP\/1\.1/],
  [
    'endless chunk extensions',
    `${HEAD}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}`,
    413,
    /^The extensions of a chunk/,
  ],
  ['long headers', `${HEAD}a: ${'b'.repeat(20_000)}\r\n\r\n`, 431, /longer than 16 KiB/],
  [
    'a method of WebDAV',
    'PROPFIND / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    405,
    /POST/,
  ],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404, /nothing at/],
  [
    'an upgrade',
    'GET /no HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade, close\r\n\r\n',
    404,
    /nothing at/,
  ],
]

describe.each(portKinds)('on %s', (kind) => {
  it.each(refused)('%s is refused in the common shape', async (_what, request, status, words) => {
    const socket = await (await openPort(kind)).connect()
    socket.write(request)
    const heard = await heardUntilEnd(socket)
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(heard.toLowerCase()).toContain('connection: close')
    const body = JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))
    expect(body).toEqual({
      result: {
        code: expect.stringMatching(/^200\.300\.40[34]$/),
        description: expect.stringMatching(words),
      },
      buildNumber: expect.any(String),
      timestamp: '1970-01-01 00:00:00+0000',
      ndc: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  it.each([
    [
      'chunks',
      `${HEAD}${JSON_TYPE}Transfer-Encoding: Chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['HTTP/1.0 without Host', 'POST / HTTP/1.0\r\n\r\n'],
    [
      'the same header twice that may be',
      `${HEAD}cookie: a\r\ncookie: b\r\nconnection: close\r\n\r\n`,
    ],
  ])('%s is served', async (_what, request) => {
    const socket = await (await openPort(kind)).connect()
    socket.write(request)
    expect(await heardUntilEnd(socket)).toMatch(/^HTTP\/1\.[01] 200 /)
  })

  it('a request with Expect: 100-continue is answered with 100', async () => {
    const socket = await (await openPort(kind)).connect()
    socket.write(`${HEAD}expect: 100-continue\r\nconnection: close\r\n\r\n`)
    expect(await heardUntilEnd(socket)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })
})
