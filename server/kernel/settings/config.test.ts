import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LIVE_VAULT_KEY } from '../../testing/live-key.ts'
import { type Config, SETTINGS } from './config.ts'
import { readConfig } from './read-config.ts'
import { isPlaceholderKey, MIN_DIFFERENT_BYTES } from './setting-readers.ts'
import { defaultThrottling } from './throttling-limits.ts'

const KEY_HEX = LIVE_VAULT_KEY
const LIVE = {
  TILLGATE_ENV: 'live',
  TILLGATE_BASE_URL: 'https://pay.example.com',
  TILLGATE_VAULT_KEY: KEY_HEX,
}

function configOf(env: Record<string, string>): Config {
  const config = readConfig(env)
  if ('faults' in config) throw new Error(config.faults.join())
  return config
}

function faultOf(env: Record<string, string>): string {
  const config = readConfig(env)
  return 'faults' in config ? config.faults.join('\n') : 'no fault'
}

describe('with an empty environment', () => {
  test('everything has its default', () => {
    expect(readConfig({})).toEqual({
      environment: 'test',
      host: 'localhost',
      port: 8080,
      tlsCert: null,
      tlsKey: null,
      httpPort: 0,
      trustProxy: [],
      allowNoTls: false,
      baseUrl: 'http://localhost:8080',
      officeUrl: null,
      servesOperations: true,
      issuerUrl: 'http://127.0.0.1:8080',
      outgoingSubnets: ['loopback'],
      shopPort: 8081,
      dataDir: resolve('data'),
      database: { engine: 'sqlite', path: resolve('data/tillgate.db') },
      allowUnsafeCommit: false,
      allowTestDatabase: false,
      rehearsal: false,
      ntpServer: null,
      demoEntityId: null,
      demoLegacyEntityId: null,
      demoToken: null,
      applePayKey: null,
      applePayMerchant: null,
      applePayRoot: null,
      applePayCert: null,
      applePayCertKey: null,
      googlePayMerchant: null,
      googlePayKey: null,
      googlePayRoots: null,
      directoryCa: null,
      directoryCert: null,
      directoryKey: null,
      directoryOperator: null,
      directoryReference: '3DS_TILLGATE_TEST',
      directoryUrl: null,
      vaultKey: null,
      vaultKeyPart: null,
      vaultKeyOther: null,
      vaultKeyOtherPart: null,
      nodeName: 'test-1',
      externalUrl: null,
      externalToken: null,
      externalEntity: null,
      formerReceivers: [],
      binList: null,
      settlementFolder: null,
      smtpServer: null,
      smtpUser: null,
      smtpPassword: null,
      mailFrom: null,
      secondFactor: 'optional',
      sessionIdleMinutes: 15,
      sessionHours: 12,
      connectionsPerAddress: 1000,
      throttling: defaultThrottling,
      metricsToken: null,
      logLevel: 'warn',
    })
  })

  test('empty and blank variables count as absent', () => {
    expect(readConfig({ TILLGATE_PORT: '', TILLGATE_ENV: '  ' })).toEqual(readConfig({}))
  })
})

describe('a default follows the settings it depends on', () => {
  test('the base URL follows the port', () => {
    expect(configOf({ TILLGATE_PORT: '9000' }).baseUrl).toBe('http://localhost:9000')
  })

  test('the base URL is https where the port is', () => {
    const tls = { TILLGATE_TLS_CERT: 'c.pem', TILLGATE_TLS_KEY: 'k.pem' }
    const { baseUrl, tlsCert, tlsKey } = configOf(tls)
    expect(baseUrl).toBe('https://localhost:8080')
    expect([tlsCert, tlsKey]).toEqual([resolve('c.pem'), resolve('k.pem')])
  })

  test.each([
    ['http://localhost:9000', 'http://127.0.0.1:9000'],
    ['https://127.0.0.1:8443', 'https://localhost:8443'],
    ['https://pay.example.com', 'https://pay.example.com'],
  ])('of the base URL %s the simulated issuer has %s', (baseUrl, issuerUrl) => {
    expect(configOf({ TILLGATE_BASE_URL: baseUrl }).issuerUrl).toBe(issuerUrl)
  })

  test('live has no simulated issuer and refuses its address', () => {
    expect(configOf(LIVE).issuerUrl).toBeNull()
    const fault = faultOf({ ...LIVE, TILLGATE_ISSUER_URL: 'https://issuer.example' })
    expect(fault).toMatch(/^TILLGATE_ISSUER_URL belongs to the simulated issuer/)
    const open = faultOf({ ...LIVE, TILLGATE_OUTGOING_SUBNETS: 'loopback' })
    expect(open).toMatch(/^TILLGATE_OUTGOING_SUBNETS belongs to the simulated issuer/)
  })

  test('the database lies in the data directory', () => {
    const { database } = configOf({ TILLGATE_DATA_DIR: '/srv/till' })
    expect(database).toEqual({ engine: 'sqlite', path: '/srv/till/tillgate.db' })
  })

  test('live has its own node name and no shop', () => {
    expect(configOf(LIVE)).toMatchObject({ nodeName: 'live-1', shopPort: 0 })
  })
})

describe('values are read', () => {
  test.each([
    ['hex', KEY_HEX],
    ['upper case hex', KEY_HEX.toUpperCase()],
    ['base64', Buffer.from(KEY_HEX, 'hex').toString('base64')],
    ['base64url', Buffer.from(KEY_HEX, 'hex').toString('base64url')],
  ])('a vault key written in %s', (_, text) => {
    expect(configOf({ TILLGATE_VAULT_KEY: text }).vaultKey?.toString('hex')).toBe(KEY_HEX)
  })

  test('a base URL becomes an origin', () => {
    const env = { TILLGATE_BASE_URL: 'https://Pay.Example.com:443/' }
    expect(configOf(env).baseUrl).toBe('https://pay.example.com')
  })

  test('a database in memory, or at a path', () => {
    expect(configOf({ TILLGATE_DATABASE_URL: 'memory:' }).database).toEqual({ engine: 'memory' })
    expect(configOf({ TILLGATE_DATABASE_URL: 'sqlite:/tmp/a.db' }).database).toEqual({
      engine: 'sqlite',
      path: '/tmp/a.db',
    })
  })

  test.each([
    'postgres://till:secret@db.example.com/tillgate',
    'postgresql://till@db.example.com:5433/tillgate?sslmode=verify-full',
    'postgres:///tillgate?host=/var/run/postgresql',
    'postgres://till:secret@db-1.example,db-2.example:5433/tillgate?target_session_attrs=read-write',
  ])('the PostgreSQL database %s', (url) => {
    const { database } = configOf({ TILLGATE_DATABASE_URL: url })
    expect(database).toEqual({ engine: 'postgres', url })
  })

  test('connections of one address: a number, or no limit', () => {
    const read = (text: string) =>
      configOf({ TILLGATE_CONNECTIONS_PER_ADDRESS: text }).connectionsPerAddress
    expect([read('20'), read('off')]).toEqual([20, Number.POSITIVE_INFINITY])
  })

  test.each(['true', 'false'])('unsafe commits, allowed or not: %s', (text) => {
    const { allowUnsafeCommit } = configOf({ TILLGATE_ALLOW_UNSAFE_COMMIT: text })
    expect(String(allowUnsafeCommit)).toBe(text)
  })

  test.each(['::1', '0.0.0.0', 'pay.example.com'])('the host %s', (host) => {
    expect(configOf({ TILLGATE_HOST: host }).host).toBe(host)
  })
})

describe('a wrong value is reported in one line with the variable and its valid values', () => {
  test.each([
    ['TILLGATE_ENV', 'prod', 'TILLGATE_ENV is "prod", it must be test or live'],
    ['TILLGATE_HOST', 'a host', 'a host name or an IP address'],
    ['TILLGATE_HOST', 'localhost:80', 'a host name or an IP address'],
    ['TILLGATE_PORT', '0', 'a port number from 1 to 65535'],
    ['TILLGATE_PORT', '65536', 'a port number from 1 to 65535'],
    ['TILLGATE_PORT', '8e3', 'a port number from 1 to 65535'],
    ['TILLGATE_SHOP_PORT', '-1', 'a port number, or 0'],
    ['TILLGATE_SHOP_PORT', '8080', "the gateway's own port"],
    ['TILLGATE_BASE_URL', 'pay.example.com', 'an http or https address without a path'],
    ['TILLGATE_BASE_URL', 'ftp://pay.example.com', 'an http or https address without a path'],
    [
      'TILLGATE_BASE_URL',
      'https://pay.example.com/till',
      'an http or https address without a path',
    ],
    [
      'TILLGATE_DATABASE_URL',
      'postgres://u:p@h,/till',
      'postgres://<user>:<password>@<host>[,<host>]/',
    ],
    [
      'TILLGATE_DATABASE_URL',
      'postgres://u:p@h/till?target_session_attrs=any',
      'postgres://<user>',
    ],
    [
      'TILLGATE_DATABASE_URL',
      'postgres://u:p@h',
      'postgres://<user>:<password>@<host>[,<host>]/<database>',
    ],
    ['TILLGATE_DATABASE_URL', 'mysql://u:p@h/db', 'sqlite:<path>, postgres://'],
    ['TILLGATE_ALLOW_UNSAFE_COMMIT', 'yes', 'true or false'],
    ['TILLGATE_DATABASE_URL', 'sqlite:', 'sqlite:<path>'],
    ['TILLGATE_DEMO_ENTITY_ID', '8AC7A4', '32 lowercase hex digits'],
    ['TILLGATE_DEMO_TOKEN', 'short', '16 to 255 characters'],
    ['TILLGATE_VAULT_KEY', 'ab12', '32 bytes'],
    ['TILLGATE_NODE_NAME', 'a-name-of-16-chr', '1 to 15 characters'],
    ['TILLGATE_THROTTLE', 'payments=lots', 'limits like payments=6000/min'],
    ['TILLGATE_CONNECTIONS_PER_ADDRESS', '0', 'a number from 1 to 10000, or off'],
    ['TILLGATE_CONNECTIONS_PER_ADDRESS', '10001', 'a number from 1 to 10000, or off'],
    ['TILLGATE_LOG_LEVEL', 'loud', 'one of fatal, error'],
    ['TILLGATE_TLS_CERT', 'cert.pem', 'TILLGATE_TLS_KEY is missing; it must be the path'],
    ['TILLGATE_TLS_KEY', 'key.pem', 'TILLGATE_TLS_CERT is missing; it must be the path'],
    ['TILLGATE_TRUST_PROXY', 'true', 'loopback, addresses or subnets'],
    ['TILLGATE_OUTGOING_SUBNETS', '0.0.0.0/0', 'loopback, addresses or subnets'],
  ])('%s=%s', (variable, value, expected) => {
    const fault = faultOf({ [variable]: value })
    expect(fault).toContain(variable)
    expect(fault).toContain(expected)
    expect(fault).not.toContain('\n')
  })

  test.each([
    ['TILLGATE_DATABASE_URL', 'postgres://user:password@host'],
    ['TILLGATE_DEMO_TOKEN', 'a secret with blanks'],
    ['TILLGATE_VAULT_KEY', 'not32bytes'],
  ])('%s is secret and its value is not shown', (variable, value) => {
    expect(faultOf({ [variable]: value })).not.toContain(value)
  })
})

test('a second port by plain HTTP needs a certificate, and a number of its own', () => {
  const tls = { TILLGATE_TLS_CERT: 'c.pem', TILLGATE_TLS_KEY: 'k.pem' }
  expect(configOf({ ...tls, TILLGATE_HTTP_PORT: '80' }).httpPort).toBe(80)
  expect(faultOf({ TILLGATE_HTTP_PORT: '80' })).toContain('without TILLGATE_TLS_CERT')
  expect(faultOf({ ...tls, TILLGATE_HTTP_PORT: '8080' })).toContain('that of TILLGATE_PORT')
  expect(faultOf({ ...tls, TILLGATE_HTTP_PORT: '8081' })).toContain('that of TILLGATE_SHOP_PORT')
})

test('a port that speaks TLS has an https base URL', () => {
  const tls = { TILLGATE_TLS_CERT: 'c.pem', TILLGATE_TLS_KEY: 'k.pem' }
  expect(faultOf({ ...tls, TILLGATE_BASE_URL: 'http://pay.example.com' })).toContain(
    'with TILLGATE_TLS_CERT it must be an https address',
  )
})

test('a directory server is an https address, or one of this machine', () => {
  const read = (url: string) => faultOf({ TILLGATE_DIRECTORY_URL: url })
  for (const url of [
    'http://directory.example/',
    'ftp://a.example',
    'https://u:p@a.example/',
    'no url',
  ])
    expect(read(url)).toMatch(/^TILLGATE_DIRECTORY_URL is .* must be an https address/)
  for (const url of ['https://directory.example/2.2/areq?id=1', 'http://localhost:9000/areq'])
    expect(readConfig({ TILLGATE_DIRECTORY_URL: url })).toMatchObject({ directoryUrl: url })
})

test('keys for Apple Pay come with the merchant and the root certificate', () => {
  const key = { TILLGATE_APPLE_PAY_KEY: 'key.pem' }
  const merchant = { TILLGATE_APPLE_PAY_MERCHANT: 'merchant.com.example' }
  expect(faultOf(key)).toMatch(/^TILLGATE_APPLE_PAY_MERCHANT is missing; it must be an identifier/)
  expect(faultOf({ ...key, ...merchant })).toMatch(/^TILLGATE_APPLE_PAY_ROOT is missing/)
  expect(faultOf({ TILLGATE_APPLE_PAY_MERCHANT: 'a b' })).toContain('must be an identifier')
})

test('the key for Google Pay comes with the merchant and the root keys', () => {
  const key = { TILLGATE_GOOGLE_PAY_KEY: 'key.pem' }
  const merchant = { TILLGATE_GOOGLE_PAY_MERCHANT: 'BCR2DN4TZZZZZZZZ' }
  expect(faultOf(key)).toMatch(/^TILLGATE_GOOGLE_PAY_MERCHANT is missing; it must be an id/)
  expect(faultOf({ ...key, ...merchant })).toMatch(/^TILLGATE_GOOGLE_PAY_ROOTS is missing/)
  expect(faultOf({ TILLGATE_GOOGLE_PAY_MERCHANT: 'merchant:1' })).toContain('must be an id')
})

test('the certificate for merchant sessions comes with its key and the merchant', () => {
  const cert = { TILLGATE_APPLE_PAY_CERT: 'cert.pem' }
  const key = { TILLGATE_APPLE_PAY_CERT_KEY: 'key.pem' }
  expect(faultOf(cert)).toMatch(/^TILLGATE_APPLE_PAY_CERT_KEY is missing/)
  expect(faultOf(key)).toMatch(/^TILLGATE_APPLE_PAY_CERT is missing/)
  expect(faultOf({ ...cert, ...key })).toMatch(/^TILLGATE_APPLE_PAY_MERCHANT is missing/)
})

test('the certificate for a directory server comes with its key, and with the address', () => {
  const url = { TILLGATE_DIRECTORY_URL: 'https://directory.example/' }
  const cert = { TILLGATE_DIRECTORY_CERT: 'c.pem' }
  const key = { TILLGATE_DIRECTORY_KEY: 'k.pem' }
  expect(faultOf({ ...url, ...cert })).toMatch(/^TILLGATE_DIRECTORY_KEY is missing/)
  expect(faultOf({ ...url, ...key })).toMatch(/^TILLGATE_DIRECTORY_CERT is missing/)
  expect(faultOf({ ...cert, ...key })).toMatch(/^TILLGATE_DIRECTORY_URL is missing/)
  expect(faultOf({ TILLGATE_DIRECTORY_CA: 'ca.pem' })).toMatch(/^TILLGATE_DIRECTORY_URL is missing/)
  expect(readConfig({ ...url, ...cert, ...key })).not.toHaveProperty('faults')
})

test('all faults are named at once, one per line', () => {
  const env = {
    TILLGATE_ENV: 'live',
    TILLGATE_PORT: 'abc',
    TILLGATE_DATABASE_URL: 'memory:',
    TILLGATE_EXTERNAL_URL: 'https://processor.example',
    TILLGATE_DEMO_TOKEN: 'a'.repeat(32),
    TILLGATE_SHOP_PORT: '8081',
  }
  const lines = faultOf(env).split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'TILLGATE_PORT',
    'TILLGATE_EXTERNAL_TOKEN',
    'TILLGATE_VAULT_KEY',
    'TILLGATE_BASE_URL',
    'TILLGATE_DATABASE_URL',
    'TILLGATE_SHOP_PORT',
    'TILLGATE_DEMO_TOKEN',
  ])
})

test('reports no fault of a default that replaces a wrong value', () => {
  const wrong = { ...LIVE, TILLGATE_BASE_URL: 'pay.example.com', TILLGATE_VAULT_KEY: 'short' }
  expect(faultOf(wrong).split('\n')).toEqual([
    expect.stringContaining('TILLGATE_BASE_URL is "pay.example.com", it must be'),
    expect.stringContaining('TILLGATE_VAULT_KEY must be'),
  ])
})

describe('live', () => {
  test('starts with https and a vault key', () => {
    expect(configOf(LIVE).environment).toBe('live')
  })

  test('needs a vault key', () => {
    expect(faultOf({ ...LIVE, TILLGATE_VAULT_KEY: '' })).toContain('TILLGATE_VAULT_KEY is missing')
  })

  const counting = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
  test.each([
    '0'.repeat(64),
    'f'.repeat(64),
    '0123456789abcdef'.repeat(4),
    'fedcba9876543210'.repeat(4),
    '1234567890'.repeat(7).slice(0, 64),
    counting.toString('hex'),
    counting.toString('base64'),
    `${'A'.repeat(43)}=`,
    'ab'.repeat(32),
    'deadbeef'.repeat(8),
    '0123456789abcdef01'.repeat(4).slice(0, 64),
    '00112233445566778899aabbccddeeff'.repeat(2),
    Buffer.from('changeme'.repeat(4)).toString('base64'),
    Buffer.from('secret key of the vault'.padEnd(32, '!')).toString('base64'),
  ])('refuses the placeholder %s as its vault key', (key) => {
    expect(faultOf({ ...LIVE, TILLGATE_VAULT_KEY: key })).toBe(
      'TILLGATE_VAULT_KEY is a placeholder: a pattern, counting digits or fewer than 17 different bytes; in live it must be random: openssl rand -hex 32',
    )
    expect(configOf({ TILLGATE_VAULT_KEY: key }).vaultKey).toHaveLength(32)
  })

  test('refuses a second part without a first one, or that is the same', () => {
    const { TILLGATE_VAULT_KEY: key, ...rest } = LIVE
    expect(faultOf({ ...rest, TILLGATE_VAULT_KEY_PART: key })).toContain(
      'TILLGATE_VAULT_KEY_PART is set without TILLGATE_VAULT_KEY',
    )
    expect(faultOf({ ...LIVE, TILLGATE_VAULT_KEY_PART: key })).toContain(
      'TILLGATE_VAULT_KEY_PART is the same as TILLGATE_VAULT_KEY',
    )
    const other = { TILLGATE_VAULT_KEY_OTHER_PART: key }
    expect(faultOf({ ...LIVE, ...other })).toContain('without TILLGATE_VAULT_KEY_OTHER')
  })

  test('takes random keys: fewer than one in 10¹⁴ has as few different bytes as a placeholder', () => {
    // Chances of so many different bytes after each byte.
    let chances = [1]
    for (let drawn = 0; drawn < 32; drawn++) {
      chances = Array.from({ length: drawn + 2 }, (_, different) => {
        const again = (chances[different] ?? 0) * (different / 256)
        return again + (chances[different - 1] ?? 0) * ((257 - different) / 256)
      })
    }
    const refused = chances.slice(0, MIN_DIFFERENT_BYTES).reduce((sum, chance) => sum + chance)
    expect(refused).toBeLessThan(1e-14)
    for (let at = 0; at < 1000; at++) {
      const digest = createHash('sha256').update(String(at)).digest()
      expect(isPlaceholderKey(digest)).toBe(false)
    }
  })

  test('needs https', () => {
    const env = { ...LIVE, TILLGATE_BASE_URL: 'http://pay.example.com' }
    expect(faultOf(env)).toContain('in live it must be an https address')
  })

  test('does not keep payments in memory', () => {
    expect(faultOf({ ...LIVE, TILLGATE_DATABASE_URL: 'memory:' })).toContain(
      'TILLGATE_DATABASE_URL',
    )
  })

  test.each([
    ['TILLGATE_SHOP_PORT', '8081'],
    ['TILLGATE_DEMO_ENTITY_ID', 'a'.repeat(32)],
    ['TILLGATE_DEMO_LEGACY_ENTITY_ID', 'a'.repeat(32)],
    ['TILLGATE_DEMO_TOKEN', 'a'.repeat(32)],
  ])('has no demo: %s is refused', (variable, value) => {
    expect(faultOf({ ...LIVE, [variable]: value })).toContain(`${variable} belongs to the demo`)
  })
})

test('the two demo channels cannot have the same id', () => {
  const id = 'a'.repeat(32)
  const env = { TILLGATE_DEMO_ENTITY_ID: id, TILLGATE_DEMO_LEGACY_ENTITY_ID: id }
  expect(faultOf(env)).toContain('TILLGATE_DEMO_LEGACY_ENTITY_ID')
})

describe('a mail server', () => {
  const SET = {
    TILLGATE_SMTP_SERVER: 'smtp://mail.example.com',
    TILLGATE_MAIL_FROM: 'pay@example.com',
  }

  test.each([
    ['smtp://mail.example.com', 'smtp://mail.example.com:587'],
    ['smtps://mail.example.com/', 'smtps://mail.example.com:465'],
    ['smtp://[::1]:25', 'smtp://[::1]:25'],
  ])('at %s', (address, smtpServer) => {
    expect(readConfig({ ...SET, TILLGATE_SMTP_SERVER: address })).toMatchObject({ smtpServer })
  })

  test.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://user:secret@mail.example.com',
    'smtp://mail.example.com/path',
  ])('is not at %s', (address) => {
    expect(faultOf({ ...SET, TILLGATE_SMTP_SERVER: address })).toContain('must be an address')
  })

  test('needs a sender, and a user its password', () => {
    const { TILLGATE_MAIL_FROM: _from, ...withoutSender } = SET
    expect(faultOf(withoutSender)).toContain('must be set together')
    expect(faultOf({ ...SET, TILLGATE_MAIL_FROM: 'Pay <a@b.example>' })).toContain('e-mail address')
    expect(faultOf({ ...SET, TILLGATE_SMTP_USER: 'gateway' })).toContain('must be set together')
    const user = { TILLGATE_SMTP_USER: 'gateway', TILLGATE_SMTP_PASSWORD: 'a secret' }
    expect(readConfig({ ...SET, ...user })).toMatchObject({ smtpPassword: 'a secret' })
    expect(faultOf(user)).toContain('TILLGATE_SMTP_SERVER')
  })
})

describe('another server to forward to', () => {
  const RECEIVER = {
    TILLGATE_EXTERNAL_URL: 'https://test.processor.example',
    TILLGATE_EXTERNAL_TOKEN: 'a-token-of-the-processor',
    TILLGATE_EXTERNAL_ENTITY: 'a'.repeat(32),
  }

  test('is an address, a token and an entity', () => {
    expect(configOf(RECEIVER)).toMatchObject({
      externalUrl: 'https://test.processor.example',
      externalToken: 'a-token-of-the-processor',
      externalEntity: 'a'.repeat(32),
    })
  })

  test.each(Object.keys(RECEIVER))('is not configured without %s', (variable) => {
    expect(faultOf({ ...RECEIVER, [variable]: '' })).toContain(`${variable} is missing`)
  })

  test.each(['http://localhost:8090', 'http://127.0.0.1:8090', 'http://[::1]:8090'])(
    'may be on this machine without TLS: %s',
    (url) => {
      expect(configOf({ ...RECEIVER, TILLGATE_EXTERNAL_URL: url }).externalUrl).toBe(url)
    },
  )

  test.each([
    'http://test.processor.example',
    'http://10.0.0.7',
    'http://127.0.0.1.example',
    'https://test.processor.example/v1',
    'test.processor.example',
  ])('is refused as %s', (url) => {
    expect(faultOf({ ...RECEIVER, TILLGATE_EXTERNAL_URL: url })).toContain('https address')
  })

  test('has a token that no message shows', () => {
    const fault = faultOf({ ...RECEIVER, TILLGATE_EXTERNAL_TOKEN: 'too short' })
    expect(fault).toContain('TILLGATE_EXTERNAL_TOKEN must be')
    expect(fault).not.toContain('too short')
  })

  test('may have been others before, each with its entity and token', () => {
    const [first, second] = ['b'.repeat(32), 'c'.repeat(32)]
    const text = `https://${first}:a-token%2Fof-before@old.example  http://${second}:a-token-of-before@localhost:8090`
    expect(configOf({ ...RECEIVER, TILLGATE_EXTERNAL_FORMER: text }).formerReceivers).toEqual([
      { url: 'https://old.example', entityId: first, token: 'a-token/of-before' },
      { url: 'http://localhost:8090', entityId: second, token: 'a-token-of-before' },
    ])
  })

  test.each([
    ['no entity', 'https://old.example'],
    ['no token', `https://${'b'.repeat(32)}@old.example`],
    ['a path', `https://${'b'.repeat(32)}:a-token-of-before@old.example/v1`],
    ['plain http', `http://${'b'.repeat(32)}:a-token-of-before@old.example`],
    ['one entity twice', `https://${'b'.repeat(32)}:a-token-of-before@old.example `.repeat(2)],
    ['an address that cannot be read', 'old.example'],
    ['a wrong percent sign', `https://${'b'.repeat(32)}:a-token-of-before%2@old.example`],
  ])('was not one before with %s, and its token is not shown', (_, text) => {
    const fault = faultOf({ ...RECEIVER, TILLGATE_EXTERNAL_FORMER: text })
    expect(fault).toMatch(/^TILLGATE_EXTERNAL_FORMER must be up to 8 addresses/)
    expect(fault).not.toContain('a-token-of-before')
  })

  test('is none of those before', () => {
    const own = `https://${RECEIVER.TILLGATE_EXTERNAL_ENTITY}:a-token-of-before@old.example`
    const fault = faultOf({ ...RECEIVER, TILLGATE_EXTERNAL_FORMER: own })
    expect(fault).toContain('must be one that payments no longer go to')
  })

  test('is not this gateway itself in live', () => {
    const own = { ...LIVE, ...RECEIVER, TILLGATE_EXTERNAL_URL: LIVE.TILLGATE_BASE_URL }
    expect(faultOf(own)).toContain('must be another one in live')
  })
})

test('every setting has its own variable that begins TILLGATE_', () => {
  const variables = Object.values(SETTINGS).map((setting) => setting.variable)
  expect(new Set(variables).size).toBe(variables.length)
  expect(variables.every((variable) => /^TILLGATE_[A-Z_]+$/.test(variable))).toBe(true)
})
