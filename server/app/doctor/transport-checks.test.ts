import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { certify } from '../../../sandbox/wallets/certificates.ts'
import { localhostIdentity } from '../../testing/certificate.fixture.ts'
import { chainFaults } from './transport-checks.ts'

type Signer = { readonly name: string; readonly key: ReturnType<typeof keyPair> }

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signer = (name: string): Signer => ({ name, key: keyPair() })

async function pem(name: string, issuer: Signer, own = signer(name)): Promise<string> {
  const asked = { serial: 1, name, key: own.key, issuer, isAuthority: own === issuer }
  const der = (await certify(asked)).toSchema().toBER()
  const base64 = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
}

describe('the chain of a certificate', () => {
  const authority = signer('authority')

  it('is whole with the one that has issued the first', async () => {
    const chain =
      (await pem('localhost', authority)) + (await pem('authority', authority, authority))
    expect(chainFaults(chain, 'localhost')).toEqual([])
  })

  it('has faults that are named, one by one', async () => {
    const alone = await pem('localhost', authority)
    const other = signer('other')
    const stranger = await pem('other', other, other)
    expect(chainFaults(alone, 'pay.example.com')).toEqual([
      'the certificate is not for pay.example.com',
      'the file has no intermediate certificate after the first one',
    ])
    expect(chainFaults(alone + stranger, 'localhost')).toEqual([
      'certificate 2 of the file has not issued the one before',
    ])
    expect(chainFaults((await localhostIdentity()).cert, 'localhost')).toEqual([
      'it has issued itself: no browser knows it',
    ])
  })
})
