import { X509Certificate } from 'node:crypto'
import { GeneralizedTime, UTCTime } from 'asn1js'
import { Certificate, ContentInfo, id_ContentType_Data, SignedData, type SignerInfo } from 'pkijs'
import { INTERMEDIATE_MARKER, LEAF_MARKER } from './apple-pay-format.ts'
import { laterStep, must, step, UnusableToken } from './unusable-token.ts'

/** A signature of a token, and what it must be a signature of. */
export interface AppleSignature {
  /** CMS SignedData (RFC 5652), detached, with the certificates of its signer. */
  readonly signature: Buffer
  readonly signed: Buffer
  /** Where the chain of certificates must end. */
  readonly rootCertificate: X509Certificate
  readonly nowMs: number
}

/** "More than a few minutes": the signature of a token may be that old, or ahead by as much. */
export const SIGNING_TIME_TOLERANCE_MS = 5 * 60_000

/** Twice a signature with two certificates. */
const LARGEST_SIGNATURE_BYTES = 8192

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2'
const SIGNING_TIME = '1.2.840.113549.1.9.5'

const UNREADABLE = 'has a signature that cannot be read'
const CHAIN = 'has a signature whose certificates do not lead to the trusted root'

/**
 * Proves that a token was signed a moment ago by a key of the provider. The chain has exactly three
 * links, so it is walked here; CMS is read and its signature verified by pkijs. Throws
 * `UnusableToken`.
 */
export async function verifyAppleSignature(asked: AppleSignature): Promise<void> {
  must(asked.signature.length <= LARGEST_SIGNATURE_BYTES, 'has a signature that is too long')
  const signedData = step(UNREADABLE, () => readSignedData(asked.signature))
  const leaf = markedCertificate(signedData, LEAF_MARKER)
  const intermediate = markedCertificate(signedData, INTERMEDIATE_MARKER)
  step(CHAIN, () => walkChain(x509Of(leaf), x509Of(intermediate), asked))
  const signer = step(UNREADABLE, () => onlySigner(signedData))
  await laterStep('has a signature that does not fit: it was altered', async () => {
    const data = Uint8Array.from(asked.signed).buffer
    const verified = await signedData.verify({ signer: 0, data, extendedMode: true })
    must(verified.signerCertificate === leaf, 'was signed by another key than its leaf certificate')
    must(verified.signatureVerified === true, 'has a signature that does not fit: it was altered')
  })
  const signedAtMs = step(UNREADABLE, () => signingTimeOf(signer))
  const isRecent = Math.abs(asked.nowMs - signedAtMs) <= SIGNING_TIME_TOLERANCE_MS
  must(isRecent, 'has expired: it was signed more than five minutes from now (signing time)')
}

/**
 * The algorithms are held to those of the format, and the content to be elsewhere: content that a
 * signature carries itself would be verified in place of the token's.
 */
function readSignedData(signature: Buffer): SignedData {
  const content = ContentInfo.fromBER(Uint8Array.from(signature).buffer)
  must(content.contentType === ContentInfo.SIGNED_DATA, UNREADABLE)
  const signedData = new SignedData({ schema: content.content })
  const { eContentType, eContent } = signedData.encapContentInfo
  must(eContentType === id_ContentType_Data && eContent === undefined, 'has an attached signature')
  return signedData
}

/** The one signer, with attributes that are signed together with the content's digest. */
function onlySigner({ signerInfos }: SignedData): SignerInfo {
  const [signer, another] = signerInfos
  if (signer?.signedAttrs === undefined || another !== undefined)
    throw new UnusableToken(UNREADABLE)
  const isOfFormat =
    signer.digestAlgorithm.algorithmId === SHA_256 &&
    signer.signatureAlgorithm.algorithmId === ECDSA_WITH_SHA_256
  must(isOfFormat, 'has a signature by other algorithms than ECDSA with SHA-256')
  return signer
}

/** The only certificate with a marker; two of them would leave open which one counts. */
function markedCertificate({ certificates = [] }: SignedData, marker: string): Certificate {
  const [found, another] = certificates.filter(
    (each): each is Certificate =>
      each instanceof Certificate &&
      each.extensions?.some(({ extnID }) => extnID === marker) === true,
  )
  if (found === undefined || another !== undefined) {
    throw new UnusableToken(
      'has a signature without the marked certificates of leaf and intermediate',
    )
  }
  return found
}

function x509Of(certificate: Certificate): X509Certificate {
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER()))
}

function walkChain(
  leaf: X509Certificate,
  intermediate: X509Certificate,
  { rootCertificate, nowMs }: AppleSignature,
): void {
  must(isIssuedBy(leaf, intermediate) && isIssuedBy(intermediate, rootCertificate), CHAIN)
  must(intermediate.ca && !leaf.ca, CHAIN)
  const areInForce = [leaf, intermediate, rootCertificate].every((each) => isInForce(each, nowMs))
  must(areInForce, 'has a signature by a certificate that is not in force')
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isInForce({ validFrom, validTo }: X509Certificate, nowMs: number): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo)
}

function signingTimeOf({ signedAttrs }: SignerInfo): number {
  const attribute = signedAttrs?.attributes.find(({ type }) => type === SIGNING_TIME)
  const time: unknown = attribute?.values[0]
  const isTime = time instanceof UTCTime || time instanceof GeneralizedTime
  must(isTime, 'has a signature without its time')
  return time.toDate().getTime()
}
