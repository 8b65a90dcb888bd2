import { createCipheriv, createHmac } from 'node:crypto'
import { keyOfSecret, validSecrets, type WebhookSecrets } from './secrets.ts'

/** How a webhook is sent: plain JSON with a signature, or encrypted. */
export type WebhookFormat = 'signed' | 'encrypted'

/** How an encrypted body is written: as hex text, or as the JSON `{"encryptedBody": "<hex>"}`. */
export type WebhookWrapper = 'none' | 'json'

export interface RequestToFormat {
  readonly format: WebhookFormat
  /** Of the encrypted format only. */
  readonly wrapper: WebhookWrapper
  readonly secrets: WebhookSecrets
  /** Of the delivery: 32 hex digits. Repetitions have the same. */
  readonly id: string
  /**
   * When it is sent, by the clock of the process and not of an entity: receivers compare it with their
   * own clocks.
   */
  readonly atMs: number
  /** The notification, JSON. */
  readonly body: string
}

export interface FormattedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What is sent for a notification. The same input gives the same bytes. */
export function formatRequest(request: RequestToFormat): FormattedRequest {
  const id = webhookIdOf(request.id)
  return request.format === 'signed' ? signed(id, request) : encrypted(id, request)
}

/** `webhook-id`: the same in all repetitions of a delivery, so that receivers can tell a duplicate. */
export function webhookIdOf(deliveryId: string): string {
  return `msg_${deliveryId}`
}

/** Standard Webhooks, version 1 (R-WH-1): one signature for each secret that counts. */
function signed(id: string, { secrets, atMs, body }: RequestToFormat): FormattedRequest {
  const timestamp = String(Math.floor(atMs / 1000))
  const signatures = validSecrets(secrets, atMs).map((secret) =>
    signatureOf(keyOfSecret(secret), [id, timestamp, body]),
  )
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
  return { headers, body }
}

export function signatureOf(
  key: Buffer,
  signed: readonly [id: string, timestamp: string, body: string],
): string {
  return `v1,${hmac(key, signed.join('.')).toString('base64')}`
}

/**
 * AES-256-GCM (reference behaviour §5). During a rotation the older secret is used until it ends: a body
 * can be encrypted for one key only, and the receiver may not have the new one yet.
 */
function encrypted(id: string, request: RequestToFormat): FormattedRequest {
  const key = keyOfSecret(validSecrets(request.secrets, request.atMs).at(-1) ?? '')
  // Derived instead of random, so that repetitions are the same bytes. Id and text are both in it: the
  // same IV for two texts would break the cipher.
  const iv = hmac(key, `${id}.${request.body}`).subarray(0, IV_BYTES)
  const { hex, tag } = encryptBody(key, iv, request.body)
  const isJson = request.wrapper === 'json'
  const headers = {
    'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'webhook-id': id,
    'X-Initialization-Vector': upperHex(iv),
    'X-Authentication-Tag': tag,
  }
  return { headers, body: isJson ? JSON.stringify({ encryptedBody: hex }) : hex }
}

const IV_BYTES = 12

/** The ciphertext and its tag, in upper-case hex. */
export function encryptBody(
  key: Buffer,
  iv: Buffer,
  text: string,
): { readonly hex: string; readonly tag: string } {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { hex: upperHex(bytes), tag: upperHex(cipher.getAuthTag()) }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function upperHex(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase()
}
