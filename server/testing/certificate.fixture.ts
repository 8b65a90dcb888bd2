import { generateKeyPairSync } from 'node:crypto'
import { certify } from '../../sandbox/wallets/certificates.ts'
import type { TlsIdentity } from '../http/transport-certificate.ts'

/** A certificate for `localhost` that signs itself, so that clients may trust it as their `ca`. */
export async function localhostIdentity(): Promise<TlsIdentity> {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = 'localhost'
  const asked = { serial: 1, name, key, issuer: { name, key }, isAuthority: false }
  const der = (await certify(asked)).toSchema().toBER()
  const base64 = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
