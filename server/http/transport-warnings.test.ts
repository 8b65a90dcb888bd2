import { describe, expect, it } from 'vitest'
import type { Config } from '../kernel/settings/config.ts'
import { readConfig } from '../kernel/settings/read-config.ts'
import { LIVE_VAULT_KEY } from '../testing/live-key.ts'
import { transportWarnings } from './transport-warnings.ts'

const TLS = { TILLGATE_TLS_CERT: 'cert.pem', TILLGATE_TLS_KEY: 'key.pem' }
const LIVE = {
  TILLGATE_ENV: 'live',
  TILLGATE_BASE_URL: 'https://pay.example.com',
  TILLGATE_VAULT_KEY: LIVE_VAULT_KEY,
}

function warningsFor(env: Record<string, string>): readonly string[] {
  return transportWarnings(readConfig(env) as Config)
}

describe('the test environment', () => {
  it.each(['', 'localhost', '127.0.0.1', '127.0.0.2', '::1'])(
    'serves plain HTTP on loopback without a warning: %s',
    (host) => {
      expect(warningsFor({ TILLGATE_HOST: host })).toEqual([])
    },
  )

  it.each(['0.0.0.0', '::', '192.168.1.20', 'till.example'])(
    'serves it elsewhere only when TILLGATE_HOST says so, with a warning: %s',
    (host) => {
      expect(warningsFor({ TILLGATE_HOST: host })).toEqual([
        `TILLGATE_HOST is ${host}: the test environment serves plain HTTP to the network; TILLGATE_TLS_CERT makes it https`,
      ])
      expect(warningsFor({ TILLGATE_HOST: host, ...TLS })).toEqual([])
    },
  )
})

describe('the live environment', () => {
  it('warns that it serves no requests without TLS and without a proxy', () => {
    expect(warningsFor(LIVE)).toEqual([expect.stringContaining('no request is served')])
  })

  it.each([TLS, { TILLGATE_TRUST_PROXY: 'loopback' }])('has no warning with %o', (env) => {
    expect(warningsFor({ ...LIVE, ...env })).toEqual([])
  })
})
