import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OUTGOING_LIMITS } from './client.fixture.ts'
import { createOutgoingClient, type OutgoingParts } from './client.ts'
import { createTargetReader, type ResolveName } from './targets.ts'

/** Names of the tests, each with the addresses that it has. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'both.example': ['10.0.0.7', 'fd00::7'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'zone.example': ['fe80::1%lo'],
  'isatap.example': ['2a00:1450:0000:0000:0000:5EFE:7f00:0001', '2a00:1450::200:5efe:10.0.0.1%lo'],
  'xn--bcher-kva.example': ['127.0.0.1'],
  'trailing.example.': ['127.0.0.1'],
  'no-address.example': [],
  'garbage.example': ['no address at all'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'public.example': ['93.184.215.14'],
}

const resolve: ResolveName = (name, _options, callback) => {
  const addresses = NAMES[name]
  if (addresses === undefined) {
    return callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), [])
  }
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}

/** Every address that a socket of this process tried to connect to. */
const attempts: string[] = []
const watch = (message: unknown) => {
  const { socket } = message as { readonly socket: Socket }
  socket.on('connectionAttempt', (address: string) => attempts.push(address))
}

let connections = 0
const server = createServer((request, response) => answer(request, response))
let port = 0
let answer: RequestListener = (_request, response) => void response.end('reached')

beforeAll(async () => {
  subscribe('net.client.socket', watch)
  // All addresses of this machine, so that each of 127.0.0.0/8 is listened on.
  server.on('connection', () => {
    connections++
  })
  await new Promise<void>((started) => {
    server.listen(0, started)
  })
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  unsubscribe('net.client.socket', watch)
  server.close()
})

const client = (parts: Partial<OutgoingParts> = {}) =>
  createOutgoingClient({ environment: 'test', limits: OUTGOING_LIMITS, resolve, ...parts })

describe('a request that may not be sent', () => {
  it.each([
    // Addresses in each range that is not public.
    ['http://0.0.0.0:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://10.1.2.3:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://100.64.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://100.100.100.200:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://127.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://127.255.255.254:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://168.63.129.16/', 'ADDRESS_NOT_PUBLIC'],
    ['http://169.254.169.254/latest/meta-data/', 'ADDRESS_NOT_PUBLIC'],
    ['http://172.16.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://172.31.255.255:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://192.0.0.192:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://192.0.2.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://192.168.1.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://198.18.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://198.51.100.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://203.0.113.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://224.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://240.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://255.255.255.255:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[0:0:0:0:0:0:0:1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::127.0.0.1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::ffff:127.0.0.1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::ffff:7f00:1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::ffff:169.254.169.254]/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::ffff:0:127.0.0.1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[64:ff9b::7f00:1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2001:db8::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2002:7f00:1::]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[fc00::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[fd00:ec2::254]/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[fe80::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[ff02::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    // Of no range that is handed out, and IPv4 addresses within IPv6 ones.
    ['http://[4000::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[1fff::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[fec0::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2a00:1450::5efe:7f00:1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2a00:1450::5efe:127.0.0.1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2a00:1450:1:2:200:5efe:a00:1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2a00:1450:1:2:0:5efe:7f00:0]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2a00:1450:1:2:0:5efe::]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::ffff:1:2:3]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[0:0:ffff:1::]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[2001:0:7f00:1::1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[64:ff9b:1::7f00:1]:PORT/', 'ADDRESS_NOT_PUBLIC'],
    // 127.0.0.1 in other notations.
    ['http://2130706433:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://017700000001:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://0x7f000001:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://0177.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://0x7f.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://0x7F.0X0.0.0x1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://127.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://127.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://0:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://127.0.0.1.:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://127。0。0。1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://１２７.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://①②⑦.⓪.⓪.①:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://%31%32%37.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://127.0.0.1:PORT\\@public.example/', 'ADDRESS_NOT_PUBLIC'],
    ['http:127.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    [' http://127.0.0.1:PORT/ ', 'ADDRESS_NOT_PUBLIC'],
    ['ht\ttp://127.0.0.1:PORT/', 'ADDRESS_NOT_PUBLIC'],
    // Names that lead to such addresses.
    ['http://localhost:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://LOCALHOST:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://localhost.:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://loopback.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://loopback6.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://both.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://metadata.example/', 'ADDRESS_NOT_PUBLIC'],
    ['http://mapped.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://zone.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://isatap.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://bücher.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://trailing.example.:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['https://loopback.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    // Nothing resolves.
    ['http://no-address.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://garbage.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    ['http://unknown.example:PORT/', 'ADDRESS_NOT_PUBLIC'],
    // Credentials, also where they hide the host.
    ['http://merchant@public.example/', 'USER_INFO_IN_URL'],
    ['http://:secret@public.example/', 'USER_INFO_IN_URL'],
    ['http://public.example:80@127.0.0.1:PORT/', 'USER_INFO_IN_URL'],
    // Ports of other services.
    ['http://public.example:22/', 'PORT_NOT_ALLOWED'],
    ['http://public.example:25/', 'PORT_NOT_ALLOWED'],
    ['http://public.example:1023/', 'PORT_NOT_ALLOWED'],
    ['http://public.example:0/', 'PORT_NOT_ALLOWED'],
    ['https://public.example:444/', 'PORT_NOT_ALLOWED'],
    ['http://public.example:65536/', 'NOT_A_URL'],
    // Other schemes, and what is no address.
    ['ftp://public.example/', 'NOT_HTTP'],
    ['file:///etc/passwd', 'NOT_HTTP'],
    ['gopher://127.0.0.1:PORT/', 'NOT_HTTP'],
    ['data:text/plain,hello', 'NOT_HTTP'],
    ['javascript:alert(1)', 'NOT_HTTP'],
    ['unix:/run/docker.sock', 'NOT_HTTP'],
    ['//127.0.0.1:PORT/', 'NOT_A_URL'],
    ['http://[fe80::1%25lo]:PORT/', 'NOT_A_URL'],
    ['http://256.0.0.1:PORT/', 'NOT_A_URL'],
    ['http://1.2.3.4.5:PORT/', 'NOT_A_URL'],
    ['http://127.0.0.1:PORT:80/', 'NOT_A_URL'],
    ['http://public example/', 'NOT_A_URL'],
    ['http://', 'NOT_A_URL'],
    ['', 'NOT_A_URL'],
    [`http://public.example/${'a'.repeat(2_027)}`, 'URL_TOO_LONG'],
  ])('makes no connection: %s (%s)', async (text, reason) => {
    attempts.length = 0
    connections = 0
    const exchange = await client()({ method: 'GET', url: text.replace('PORT', String(port)) })
    expect(exchange).toEqual({ kind: 'notSent', reason, isTimeout: false })
    expect({ attempts, connections }).toEqual({ attempts: [], connections: 0 })
  })
})

/** The ranges of R-SSRF-1, each with its first and its last address. */
const REQUIRED = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::1'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const

const urlOf = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}/`

describe('the addresses that are not public', () => {
  const read = createTargetReader({ environment: 'test' })

  it.each(REQUIRED)('begin with %s and end with %s, also as IPv4-mapped ones', (first, last) => {
    for (const address of [first, last]) {
      expect(read(urlOf(address))).toEqual({ fault: 'ADDRESS_NOT_PUBLIC' })
      if (address.includes(':')) continue
      expect(read(urlOf(`::ffff:${address}`))).toEqual({ fault: 'ADDRESS_NOT_PUBLIC' })
    }
  })

  it.each([
    ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
    ['191.255.255.255', '192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0'],
    ['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255'],
    ['203.0.114.0', '223.255.255.255', '2000::', '2001:db7:ffff::', '2001:db9::', '2003::'],
    ['2606:4700:4700::1111', '::ffff:8.8.8.8', '2a00:1450:5efe::1', '2a00:1450::1:5efe:1:1'],
  ])('do not include their neighbours %s, %s, …', (...addresses) => {
    for (const address of addresses) expect(read(urlOf(address))).toHaveProperty('url')
  })
})

describe('the address of a request', () => {
  it.each([
    'http://public.example/',
    'http://public.example:80/',
    'http://public.example:443/',
    'https://public.example/',
    'https://public.example:1024/path?query=1#fragment',
    'https://public.example:65535/',
    'https://bücher.public.example/',
    'https://93.184.215.14/',
    `http://public.example/${'a'.repeat(2_026)}`,
  ])('may be %s in test', (text) => {
    expect(createTargetReader({ environment: 'test' })(text)).toHaveProperty('lookup')
  })

  it('must be https in live', () => {
    const read = createTargetReader({ environment: 'live' })
    expect(read('http://public.example/')).toEqual({ fault: 'NOT_HTTPS' })
    expect(read('https://public.example/')).toHaveProperty('lookup')
  })

  it('of an origin that the operator has set is not filtered', async () => {
    const origin = `http://127.0.0.1:${port}`
    const send = client({ environment: 'live', trustedOrigins: [origin] })
    attempts.length = 0
    const trusted = await send({ method: 'GET', url: `${origin}/` })
    expect(trusted).toEqual({ kind: 'answered', status: 200, body: 'reached' })
    expect(attempts).toEqual(['127.0.0.1'])
    const others = [`http://127.0.0.2:${port}/`, `https://127.0.0.1:${port}/`, 'http://127.0.0.1/']
    for (const url of others) expect((await send({ method: 'GET', url })).kind).toBe('notSent')
    expect(attempts).toHaveLength(1)
  })

  it('may lead to this machine where the operator allows that', () => {
    const read = createTargetReader({ environment: 'test', allowedSubnets: ['loopback'] })
    for (const host of ['127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]']) {
      expect(read(`http://${host}:8090/`)).toHaveProperty('lookup')
    }
    expect(read('http://10.0.0.7:8090/')).toEqual({ fault: 'ADDRESS_NOT_PUBLIC' })
  })

  it('may lead into a subnet that the operator allows, by address and by name', async () => {
    const send = client({ allowedSubnets: ['127.0.0.1/32'] })
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'loopback.example']) {
      const url = `http://${host}:${port}/`
      expect(await send({ method: 'GET', url })).toMatchObject({ kind: 'answered' })
    }
    const url = `http://127.0.0.2:${port}/`
    expect(await send({ method: 'GET', url })).toMatchObject({ reason: 'ADDRESS_NOT_PUBLIC' })
  })
})

describe('a name', () => {
  const refused = { kind: 'notSent', reason: 'ADDRESS_NOT_PUBLIC', isTimeout: false }

  /** Leads to an allowed address at its first look-up, and to another at each later one. */
  function rebinding() {
    let lookUps = 0
    const resolveName: ResolveName = (_name, _options, callback) => {
      lookUps++
      callback(null, [{ address: lookUps === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }])
    }
    const send = client({ allowedSubnets: ['127.0.0.2/32'], resolve: resolveName })
    attempts.length = 0
    return {
      send: () => send({ method: 'GET', url: `http://rebinding.example:${port}/` }),
      lookUps: () => lookUps,
    }
  }

  it('is filtered again when its address has changed', async () => {
    answer = (_request, response) => void response.setHeader('connection', 'close').end('reached')
    const { send, lookUps } = rebinding()
    expect(await send()).toMatchObject({ kind: 'answered' })
    expect(await send()).toEqual(refused)
    expect({ attempts, lookUps: lookUps() }).toEqual({ attempts: ['127.0.0.2'], lookUps: 2 })
  })

  it('is filtered again when the kept connection to its first address has ended', async () => {
    const closed = new Promise<void>((resolveClosed) => {
      const follow = (message: unknown) => {
        unsubscribe('net.client.socket', follow)
        const { socket } = message as { readonly socket: Socket }
        socket.once('close', () => resolveClosed())
      }
      subscribe('net.client.socket', follow)
    })
    answer = (_request, response) => void response.end('reached')
    const { send, lookUps } = rebinding()
    expect(await send()).toMatchObject({ kind: 'answered' })
    expect(await send()).toMatchObject({ kind: 'answered' })
    expect(lookUps()).toBe(1)
    server.closeIdleConnections()
    await closed
    expect(await send()).toEqual(refused)
    expect({ attempts, lookUps: lookUps() }).toEqual({ attempts: ['127.0.0.2'], lookUps: 2 })
  })

  it('that redirects to itself is not looked up for that, and is filtered at the next request', async () => {
    answer = (request, response) =>
      void response
        .writeHead(307, { location: `http://${request.headers.host}/`, connection: 'close' })
        .end()
    const { send, lookUps } = rebinding()
    expect(await send()).toMatchObject({ kind: 'answered', status: 307 })
    expect(lookUps()).toBe(1)
    expect(await send()).toEqual(refused)
    expect({ attempts, lookUps: lookUps() }).toEqual({ attempts: ['127.0.0.2'], lookUps: 2 })
  })

  it('with public and private addresses is reached by the public ones', async () => {
    const mixed: ResolveName = (_name, _options, callback) =>
      callback(
        null,
        ['10.0.0.7', '127.0.0.2', '169.254.169.254'].map((address) => ({ address, family: 4 })),
      )
    const send = client({ allowedSubnets: ['127.0.0.2/32'], resolve: mixed })
    answer = (_request, response) => void response.end('reached')
    attempts.length = 0
    const url = `http://mixed.example:${port}/`
    expect(await send({ method: 'GET', url })).toMatchObject({ kind: 'answered' })
    expect(attempts).toEqual(['127.0.0.2'])
  })
})

it('a redirect to another address is an answer, and is not followed', async () => {
  const location = 'http://169.254.169.254/latest/meta-data/'
  answer = (_request, response) => void response.writeHead(302, { location }).end('moved')
  const send = client({ allowedSubnets: ['127.0.0.1/32'] })
  attempts.length = 0
  connections = 0
  const exchange = await send({ method: 'GET', url: `http://127.0.0.1:${port}/` })
  expect(exchange).toEqual({ kind: 'answered', status: 302, body: 'moved' })
  expect({ attempts, connections }).toEqual({ attempts: ['127.0.0.1'], connections: 1 })
})
