import { createDecipheriv } from 'node:crypto'
import { areEqual } from '../equal-secrets.ts'
import { signatureOf } from './format-request.ts'
import { keyOfSecret } from './secrets.ts'

/** A request as a receiver gets it. */
export interface ReceivedRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The notification, JSON, or why the request is not genuine: the end of a sentence. */
export type OpenedRequest = { readonly text: string } | { readonly fault: string }

/** Older messages are refused, because an attacker may repeat a recorded message. */
const TOLERANCE_MS = 5 * 60 * 1000

/** What a receiver does with a request of either format: verifies it, and decrypts it where it is encrypted. */
export function openRequest(
  request: ReceivedRequest,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): OpenedRequest {
  const key = keyOfSecret(secret)
  if (request.headers['webhook-signature'] !== undefined) return verify(request, key, nowMs)
  if (request.headers['x-initialization-vector'] !== undefined) return decrypt(request, key)
  return { fault: 'has neither a signature nor an initialization vector' }
}

function verify({ headers, body }: ReceivedRequest, key: Buffer, nowMs: number): OpenedRequest {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  const isNumber = /^[0-9]{1,12}$/.test(timestamp)
  if (!isNumber || Math.abs(nowMs - Number(timestamp) * 1000) > TOLERANCE_MS) {
    return { fault: 'is more than five minutes old, or the clocks differ' }
  }
  const expected = signatureOf(key, [id, timestamp, body])
  const sent = (headers['webhook-signature'] ?? '').split(' ')
  const isGenuine = sent.some((one) => areEqual(one, expected))
  return isGenuine ? { text: body } : { fault: 'is not signed with this secret, or was changed' }
}

const TAG_BYTES = 16

function decrypt({ headers, body }: ReceivedRequest, key: Buffer): OpenedRequest {
  try {
    const bytesOf = (name: string) => Buffer.from(headers[name] ?? '', 'hex')
    const iv = bytesOf('x-initialization-vector')
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytesOf('x-authentication-tag'))
    const bytes = [decipher.update(hexOf(body), 'hex'), decipher.final()]
    return { text: Buffer.concat(bytes).toString('utf8') }
  } catch {
    return { fault: 'is not encrypted with this secret, or was changed' }
  }
}

/** The hex text of a body, with or without its JSON. */
function hexOf(body: string): string {
  if (!body.startsWith('{')) return body
  const { encryptedBody } = JSON.parse(body) as { readonly encryptedBody?: unknown }
  return typeof encryptedBody === 'string' ? encryptedBody : ''
}
