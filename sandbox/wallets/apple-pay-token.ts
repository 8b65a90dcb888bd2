import {
  createCipheriv,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { GeneralizedTime, ObjectIdentifier, OctetString, UTCTime } from 'asn1js'
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_ContentType_Data,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { HOUR_MS } from '../../common/durations.ts'
import {
  bytesOfSignedParts,
  CIPHER,
  CURVE,
  hashOfKey,
  IV,
  type SignedParts,
  sharedSecret,
  spkiOf,
  TAG_BYTES,
  TRANSACTION_ID_BYTES,
  tokenKey,
  VERSION,
} from '../../server/features/wallets/index.ts'
import { currencyNumber } from '../../server/parameters/iso-codes.ts'
import { type AppleChain, webKeyOf } from './certificates.ts'
import type { KeyPair } from './derived-keys.ts'
import { networkCryptogram, type TokenOrder } from './token-order.ts'

/** The provider's side of applePay. */
export interface ApplePayMaker {
  readonly chain: AppleChain
  readonly leaf: KeyPair
  readonly merchantId: string
  readonly merchantKey: KeyObject
  /** A recipient that is not the gateway, for tokens that went astray. */
  readonly strangerKey: KeyObject
}

/** A token of the version EC_v1, as the wallet gives it in `paymentData`. */
export async function makeApplePayToken(order: TokenOrder, maker: ApplePayMaker): Promise<string> {
  const { flaw, nowMs } = order
  const recipientKey = flaw === 'recipient' ? maker.strangerKey : maker.merchantKey
  const parts = sealed(contentOf(order), recipientKey, maker.merchantId)
  const bytes = bytesOfSignedParts(parts)
  const signature = await signatureOf(
    flaw === 'signature' ? bytes.subarray(1) : bytes,
    flaw === 'expired' ? nowMs - HOUR_MS : nowMs,
    maker,
  )
  return JSON.stringify({
    version: flaw === 'version' ? 'RSA_v1' : VERSION,
    data: parts.data.toString('base64'),
    signature: signature.toString('base64'),
    header: {
      ephemeralPublicKey: parts.ephemeralPublicKey.toString('base64'),
      publicKeyHash: hashOfKey(spkiOf(recipientKey)).toString('base64'),
      transactionId: parts.transactionId.toString('hex'),
    },
  })
}

function contentOf({ card, amount, inside }: TokenOrder): string {
  const { cryptogram, eci } = networkCryptogram(card.number)
  return JSON.stringify({
    applicationPrimaryAccountNumber: card.number,
    applicationExpirationDate: `${card.expiryYear.slice(2)}${card.expiryMonth}${lastDayOf(card)}`,
    currencyCode: currencyNumber(amount.currency),
    transactionAmount: amount.minor,
    ...(card.holder === undefined ? {} : { cardholderName: card.holder }),
    deviceManufacturerIdentifier: '000000000000',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: cryptogram, eciIndicator: eci },
    ...inside,
  })
}

function lastDayOf({ expiryYear, expiryMonth }: TokenOrder['card']): string {
  return String(new Date(Date.UTC(Number(expiryYear), Number(expiryMonth), 0)).getUTCDate())
}

function sealed(content: string, recipientKey: KeyObject, merchantId: string): SignedParts {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: CURVE })
  const key = tokenKey(sharedSecret(ephemeral.privateKey, recipientKey), merchantId)
  const cipher = createCipheriv(CIPHER, key, IV, { authTagLength: TAG_BYTES })
  const encrypted = [cipher.update(content, 'utf8'), cipher.final()]
  return {
    ephemeralPublicKey: spkiOf(ephemeral.publicKey),
    data: Buffer.concat([...encrypted, cipher.getAuthTag()]),
    transactionId: randomBytes(TRANSACTION_ID_BYTES),
  }
}

/** CMS SignedData (RFC 5652), detached, with the certificates of leaf and intermediate. */
async function signatureOf(
  bytes: Buffer,
  signedAtMs: number,
  { chain, leaf }: ApplePayMaker,
): Promise<Buffer> {
  const { issuer, serialNumber } = chain.leaf
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_ContentType_Data }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: attributesOf(bytes, signedAtMs),
      }),
    ],
    certificates: [chain.leaf, chain.intermediate],
  })
  await signedData.sign(await webKeyOf(leaf.privateKey, 'sign'), 0, 'SHA-256')
  const content = new ContentInfo({
    contentType: ContentInfo.SIGNED_DATA,
    content: signedData.toSchema(true),
  })
  return Buffer.from(content.toSchema().toBER())
}

/** RFC 5652, 11.3: with two digits of the year as long as they tell it. */
function timeOf(atMs: number): UTCTime | GeneralizedTime {
  const valueDate = new Date(atMs)
  const fits = valueDate.getUTCFullYear() < 2050
  return fits ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate })
}

function attributesOf(bytes: Buffer, signedAtMs: number): SignedAndUnsignedAttributes {
  const digest = Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer
  const attributes = [
    {
      type: '1.2.840.113549.1.9.3',
      values: [new ObjectIdentifier({ value: id_ContentType_Data })],
    },
    { type: '1.2.840.113549.1.9.5', values: [timeOf(signedAtMs)] },
    { type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: digest })] },
  ]
  return new SignedAndUnsignedAttributes({
    type: 0,
    attributes: attributes.map((attribute) => new Attribute(attribute)),
  })
}
