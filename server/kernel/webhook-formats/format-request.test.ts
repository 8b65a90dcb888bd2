import { createDecipheriv } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../common/durations.ts'
import {
  encryptBody,
  type FormattedRequest,
  formatRequest,
  type RequestToFormat,
  signatureOf,
} from './format-request.ts'
import { keyOfSecret, newWebhookSecret, rotateSecrets, type WebhookSecrets } from './secrets.ts'

const OLDER = secretOf(1)
const CURRENT = secretOf(2)
const BODY = '{"type":"PAYMENT","payload":{"id":"8ac7a4","amount":"92.00"}}'

describe('the signed format', () => {
  it('signs as in the sample of the Standard Webhooks specification', () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    expect(
      signatureOf(key, ['msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}']),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('sends the body as it is, with id, time in seconds and signature in headers', () => {
    expect(requestAt(Date.UTC(2026, 10, 22, 12), { secrets: { current: OLDER } })).toEqual({
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': 'msg_8ac7a4000000000000000000000000a1',
        'webhook-timestamp': '1795348800',
        'webhook-signature': 'v1,S4p0nm9/kiacYr7evGUcwi4tvcIed5VnL2QgRm9aVIk=',
      },
      body: BODY,
    })
  })

  // The reference library compares the timestamp with the clock of the machine.
  it('is verified by the reference library', () => {
    const sent = requestAt(Date.now(), { secrets: { current: CURRENT } })
    expect(verified(CURRENT, sent)).toEqual(JSON.parse(BODY))
    expect(() => verified(OLDER, sent)).toThrow('No matching signature')
    expect(() => verified(CURRENT, { ...sent, body: `${BODY} ` })).toThrow('No matching signature')
  })

  it('is verified with either secret during a rotation, and then with the current one only', () => {
    const during = requestAt(Date.now(), { secrets: rotatedUntil(Date.now() + HOUR_MS) })
    expect(verified(CURRENT, during)).toEqual(JSON.parse(BODY))
    expect(verified(OLDER, during)).toEqual(JSON.parse(BODY))
    const after = requestAt(Date.now(), { secrets: rotatedUntil(Date.now()) })
    expect(verified(CURRENT, after)).toEqual(JSON.parse(BODY))
    expect(() => verified(OLDER, after)).toThrow('No matching signature')
  })
})

describe('the encrypted format', () => {
  it('encrypts as in the sample of the reference behaviour', () => {
    const key = Buffer.from('000102030405060708090a0b0c0d0e0f'.repeat(2), 'hex')
    expect(encryptBody(key, Buffer.alloc(12), '{"type":"PAYMENT"}')).toEqual({
      hex: '0A3471C72D9BE49A8520F79C66BBD9A12FF9',
      tag: 'CE573FB7A41AB78E743180DC83FF09BD',
    })
  })

  it('is opened by the key of the secret, as hex text and as JSON', () => {
    const text = requestAt(0, { format: 'encrypted' })
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(opened(CURRENT, text.headers, text.body)).toBe(BODY)
    const json = requestAt(0, { format: 'encrypted', wrapper: 'json' })
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(json.body)).toEqual({ encryptedBody: text.body })
  })

  it('sends the same bytes again, and another IV for another id or text', () => {
    const first = requestAt(0, { format: 'encrypted' })
    expect(requestAt(HOUR_MS, { format: 'encrypted' })).toEqual(first)
    const ivs = [
      first,
      requestAt(0, { format: 'encrypted', id: '8ac7a4000000000000000000000000a2' }),
      requestAt(0, { format: 'encrypted', body: BODY.replace('92', '93') }),
    ].map(({ headers }) => headers['X-Initialization-Vector'])
    expect(new Set(ivs).size).toBe(3)
  })

  it('uses the older secret during a rotation, because the receiver may not have the new one', () => {
    const secrets = rotatedUntil(HOUR_MS)
    const during = requestAt(HOUR_MS - 1, { format: 'encrypted', secrets })
    expect(opened(OLDER, during.headers, during.body)).toBe(BODY)
    const after = requestAt(HOUR_MS, { format: 'encrypted', secrets })
    expect(opened(CURRENT, after.headers, after.body)).toBe(BODY)
  })
})

describe('a secret', () => {
  it('is whsec_ and base64 of 32 random bytes', () => {
    const secret = newWebhookSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(keyOfSecret(secret)).toHaveLength(32)
    expect(newWebhookSecret()).not.toBe(secret)
  })

  it.each(['', 'whsec_', 'whsec_AAAA', CURRENT.slice('whsec_'.length)])(
    'is refused in another form: "%s"',
    (text) => {
      expect(() => keyOfSecret(text)).toThrow('whsec_ and base64 of 32 bytes')
    },
  )
})

function secretOf(byte: number): string {
  return `whsec_${Buffer.alloc(32, byte).toString('base64')}`
}

/** The secrets after `CURRENT` has replaced `OLDER`, which counts until then. */
function rotatedUntil(olderEndsAtMs: number): WebhookSecrets {
  return rotateSecrets({ current: OLDER }, { fresh: CURRENT, olderEndsAtMs })
}

function requestAt(atMs: number, changed: Partial<RequestToFormat>): FormattedRequest {
  return formatRequest({
    format: 'signed',
    wrapper: 'none',
    secrets: { current: CURRENT },
    id: '8ac7a4000000000000000000000000a1',
    atMs,
    body: BODY,
    ...changed,
  })
}

function verified(secret: string, { headers, body }: FormattedRequest): unknown {
  return new Webhook(secret).verify(body, { ...headers })
}

/** What a receiver reads that knows the description of the format only. */
function opened(secret: string, headers: FormattedRequest['headers'], hex: string): string {
  const bytesOf = (name: string) => Buffer.from(headers[name] ?? '', 'hex')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytesOf('X-Initialization-Vector'))
  decipher.setAuthTag(bytesOf('X-Authentication-Tag'))
  return Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]).toString('utf8')
}
