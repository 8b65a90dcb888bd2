import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { comesFromThisMachine } from './this-machine.ts'

function request(headers: Record<string, string>, remoteAddress = '127.0.0.1'): IncomingMessage {
  return { headers: { host: 'localhost:8080', ...headers }, socket: { remoteAddress } } as never
}

describe('a request is one of this machine', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:1',
    '127.0.0.1:8080',
    '127.1.2.3',
    '[::1]:8080',
  ])('when it comes from here and names %s', (host) => {
    expect(comesFromThisMachine(request({ host }))).toBe(true)
    expect(comesFromThisMachine(request({ host }, '192.0.2.1'))).toBe(false)
  })

  it.each([
    '',
    'pay.example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '192.0.2.1',
    '[::2]',
  ])('not when it names "%s"', (host) =>
    expect(comesFromThisMachine(request({ host }))).toBe(false),
  )

  it.each([
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
    ...['x-forwarded-server', 'x-forwarded-port', 'x-forwarded-prefix', 'x-real-ip'],
    ...['cf-connecting-ip', 'cf-ray', 'true-client-ip', 'x-client-ip', 'x-cluster-client-ip'],
    ...['fastly-client-ip', 'x-original-forwarded-for', 'x-envoy-external-address', 'cdn-loop'],
    ...['x-amzn-trace-id', 'x-azure-clientip', 'fly-client-ip', 'wl-proxy-client-ip'],
  ])('not with the header %s of a proxy', (name) => {
    expect(comesFromThisMachine(request({ [name]: '' }))).toBe(false)
  })
})
