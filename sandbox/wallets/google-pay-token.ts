import {
  createCipheriv,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { DAY_MS } from '../../common/durations.ts'
import {
  bytesOfSignedKey,
  bytesOfSignedMessage,
  COUNTER_START,
  CURVE,
  messageKeys,
  PROTOCOL_VERSION,
  pointOf,
  sharedSecret,
  spkiOf,
} from '../../server/features/wallets/index.ts'
import type { KeyPair } from './derived-keys.ts'
import { networkCryptogram, type TokenOrder } from './token-order.ts'

/** The provider's side of googlePay. */
export interface GooglePayMaker {
  readonly root: KeyPair
  readonly intermediate: KeyPair
  readonly recipientId: string
  readonly recipientKey: KeyObject
}

const WEEK_MS = 7 * DAY_MS

/** A token of the scheme ECv2, good for a week as those of the provider are. */
export function makeGooglePayToken(order: TokenOrder, maker: GooglePayMaker): string {
  const { flaw, nowMs } = order
  const recipientId = flaw === 'recipient' ? 'gateway:another' : maker.recipientId
  const signedKey = JSON.stringify({
    keyValue: spkiOf(maker.intermediate.publicKey).toString('base64'),
    keyExpiration: String(nowMs + WEEK_MS),
  })
  const signedMessage = sealed(messageOf(order), maker.recipientKey)
  const signer = flaw === 'signature' ? maker.root : maker.intermediate
  return JSON.stringify({
    signature: signed(bytesOfSignedMessage(recipientId, signedMessage), signer),
    intermediateSigningKey: {
      signedKey,
      signatures: [signed(bytesOfSignedKey(signedKey), maker.root)],
    },
    protocolVersion: flaw === 'version' ? 'ECv1' : PROTOCOL_VERSION,
    signedMessage,
  })
}

function messageOf({ card, numberType, nowMs, flaw, inside }: TokenOrder): string {
  const { cryptogram, eci } = networkCryptogram(card.number)
  const proof =
    numberType === 'PAN'
      ? { authMethod: 'PAN_ONLY' }
      : { authMethod: 'CRYPTOGRAM_3DS', cryptogram, eciIndicator: eci }
  return JSON.stringify({
    messageId: randomUUID(),
    messageExpiration: String(flaw === 'expired' ? nowMs : nowMs + WEEK_MS),
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: card.number,
      expirationMonth: Number(card.expiryMonth),
      expirationYear: Number(card.expiryYear),
      ...proof,
    },
    ...inside,
  })
}

function signed(bytes: Buffer, { privateKey }: KeyPair): string {
  return sign('sha256', bytes, privateKey).toString('base64')
}

function sealed(message: string, recipientKey: KeyObject): string {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: CURVE })
  const point = pointOf(ephemeral.publicKey)
  const keys = messageKeys(point, sharedSecret(ephemeral.privateKey, recipientKey))
  const cipher = createCipheriv('aes-256-ctr', keys.encryption, COUNTER_START)
  const encrypted = Buffer.concat([cipher.update(message, 'utf8'), cipher.final()])
  return JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', keys.authentication).update(encrypted).digest('base64'),
  })
}
