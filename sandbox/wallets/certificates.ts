import { type KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs'
import { INTERMEDIATE_MARKER, LEAF_MARKER } from '../../server/features/wallets/index.ts'
import type { KeyPair } from './derived-keys.ts'

/** Who signs tokens of applePay, up to the root. */
export interface AppleChain {
  readonly root: X509Certificate
  readonly intermediate: Certificate
  readonly leaf: Certificate
}

/** Wide enough for every clock that a test sets. */
const NOT_BEFORE_MS = Date.UTC(2000, 0, 1)
const NOT_AFTER_MS = Date.UTC(2099, 11, 31, 23, 59, 59)

const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const SIGNS_CERTIFICATES = Buffer.from([0x04])
const SIGNS_CONTENT = Buffer.from([0x80])

interface ToCertify {
  readonly serial: number
  readonly name: string
  readonly key: KeyPair
  readonly issuer: { readonly name: string; readonly key: KeyPair }
  readonly isAuthority: boolean
  readonly marker?: string
  /** In place of the end of this century. */
  readonly notAfterMs?: number
}

/** Makes the three certificates. Another process makes others for the same keys, which are as good. */
export async function makeAppleChain(keys: {
  readonly root: KeyPair
  readonly intermediate: KeyPair
  readonly leaf: KeyPair
}): Promise<AppleChain> {
  const rootName = { name: 'Simulated wallet root', key: keys.root }
  const intermediateName = { name: 'Simulated wallet intermediate', key: keys.intermediate }
  const root = { ...rootName, serial: 1, issuer: rootName, isAuthority: true }
  const marker = INTERMEDIATE_MARKER
  const intermediate = {
    ...intermediateName,
    serial: 2,
    issuer: rootName,
    isAuthority: true,
    marker,
  }
  const leaf = {
    serial: 3,
    name: 'Simulated wallet signer',
    key: keys.leaf,
    issuer: intermediateName,
    isAuthority: false,
    marker: LEAF_MARKER,
  }
  const rootCertificate = await certify(root)
  return {
    root: new X509Certificate(Buffer.from(rootCertificate.toSchema().toBER())),
    intermediate: await certify(intermediate),
    leaf: await certify(leaf),
  }
}

/** One certificate, signed with the issuer's key. */
export async function certify(asked: ToCertify): Promise<Certificate> {
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: asked.serial })
  certificate.issuer = nameOf(asked.issuer.name)
  certificate.subject = nameOf(asked.name)
  certificate.notBefore = new Time({ type: TimeType.UTCTime, value: new Date(NOT_BEFORE_MS) })
  const { notAfterMs = NOT_AFTER_MS } = asked
  certificate.notAfter = new Time({ type: TimeType.GeneralizedTime, value: new Date(notAfterMs) })
  certificate.extensions = extensionsOf(asked)
  await certificate.subjectPublicKeyInfo.importKey(await webKeyOf(asked.key.publicKey, 'verify'))
  await certificate.sign(await webKeyOf(asked.issuer.key.privateKey, 'sign'), 'SHA-256')
  return certificate
}

function nameOf(commonName: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: commonName })
  return new RelativeDistinguishedNames({
    typesAndValues: [new AttributeTypeAndValue({ type: COMMON_NAME, value })],
  })
}

function extensionsOf({ isAuthority, marker }: ToCertify): Extension[] {
  const constraints = new BasicConstraints({ cA: isAuthority })
  const usage = new BitString({
    valueHex: isAuthority ? SIGNS_CERTIFICATES : SIGNS_CONTENT,
    unusedBits: isAuthority ? 2 : 7,
  })
  const extensions = [
    { extnID: BASIC_CONSTRAINTS, critical: true, extnValue: constraints.toSchema().toBER() },
    { extnID: KEY_USAGE, critical: true, extnValue: usage.toBER() },
    ...(marker === undefined
      ? []
      : [{ extnID: marker, critical: false, extnValue: new OctetString().toBER() }]),
  ]
  return extensions.map((extension) => new Extension(extension))
}

/** A key for pkijs, which signs with the Web Cryptography API. */
export function webKeyOf(key: KeyObject, usage: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return webcrypto.subtle.importKey('jwk', key.export({ format: 'jwk' }), algorithm, true, [usage])
}
