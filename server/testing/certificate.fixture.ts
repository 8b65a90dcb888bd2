import { generateKeyPairSync } from 'node:crypto'
import { certify } from '../../sandbox/wallets/certificates.ts'
import type { TlsIdentity } from '../http/transport-certificate.ts'

/**
 * A certificate for `localhost` that signs itself, so that clients may trust it as their `ca`.
 * `notAfterMs`: its last moment, in place of the end of this century.
 */
export async function localhostIdentity(notAfterMs?: number): Promise<TlsIdentity> {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = 'localhost'
  const asked = { serial: 1, name, key, issuer: { name, key }, isAuthority: false }
  const end = notAfterMs === undefined ? {} : { notAfterMs }
  const der = (await certify({ ...asked, ...end })).toSchema().toBER()
  const base64 = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
