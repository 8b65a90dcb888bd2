import { createPrivateKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localhostIdentity } from '../testing/certificate.fixture.ts'
import { readTlsIdentity, type TlsIdentity } from './transport-certificate.ts'

let folder: string
let identity: TlsIdentity
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-tls-'))
  identity = await localhostIdentity()
  await writeFile(at('cert.pem'), identity.cert)
  await writeFile(at('key.pem'), identity.key)
  await writeFile(at('other-key.pem'), (await localhostIdentity()).key)
  await writeFile(at('locked-key.pem'), locked(identity.key))
  await writeFile(at('text.pem'), 'neither certificate nor key')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

const identityOf = (cert: string | null, key: string | null) =>
  readTlsIdentity({ tlsCert: cert && at(cert), tlsKey: key && at(key) })

function locked(pem: string): string {
  const how = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
  return createPrivateKey(pem).export(how).toString()
}

describe('certificate and key', () => {
  it('are read from their files', async () => {
    expect(await identityOf('cert.pem', 'key.pem')).toEqual(identity)
  })

  it('may be absent, both of them', async () => {
    expect(await identityOf(null, null)).toBeUndefined()
  })

  it.each([
    ['absent.pem', 'key.pem', 'TILLGATE_TLS_CERT', 'absent.pem', 'cannot be read: ENOENT'],
    ['cert.pem', 'absent.pem', 'TILLGATE_TLS_KEY', 'absent.pem', 'cannot be read: ENOENT'],
    ['text.pem', 'key.pem', 'TILLGATE_TLS_CERT', 'text.pem', 'holds no certificate in PEM'],
    ['cert.pem', 'text.pem', 'TILLGATE_TLS_KEY', 'text.pem', 'holds no private key in PEM'],
    ['cert.pem', 'locked-key.pem', 'TILLGATE_TLS_KEY', 'locked-key.pem', 'without a passphrase'],
    [
      'cert.pem',
      'other-key.pem',
      'TILLGATE_TLS_KEY',
      'other-key.pem',
      'is not the key of the certificate in TILLGATE_TLS_CERT',
    ],
  ])('end the start with one line: %s with %s', async (cert, key, variable, file, wrong) => {
    const fault = await identityOf(cert, key).catch((error: Error) => error.message)
    expect(fault).toContain(`${variable} is ${JSON.stringify(at(file))}, which`)
    expect(fault).toContain(wrong)
    expect(fault).not.toContain('\n')
  })
})
