import { describe, expect, it } from 'vitest'
import { formatRequest, type RequestToFormat } from './format-request.ts'
import { openRequest, type ReceivedRequest } from './open-request.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const BODY = '{"type":"PAYMENT"}'
const NOW_MS = Date.UTC(2026, 10, 22, 12)

describe('openRequest', () => {
  it.each<Partial<RequestToFormat>>([
    { format: 'signed' },
    { format: 'encrypted', wrapper: 'none' },
    { format: 'encrypted', wrapper: 'json' },
  ])('reads what %o sends, and nothing that was changed', (format) => {
    const sent = received(format)
    const { body } = sent
    expect(open(sent)).toEqual({ text: BODY })
    expect(open(sent, OTHER)).toHaveProperty('fault')
    const at = body.length - 5
    const changed = `${body.slice(0, at)}${body[at] === '0' ? '1' : '0'}${body.slice(at + 1)}`
    expect(open({ ...sent, body: changed })).toHaveProperty('fault')
  })

  it('refuses a signature of more than five minutes ago or ahead', () => {
    const sent = received({ format: 'signed' })
    const at = (nowMs: number) => openRequest(sent, { secret: SECRET, nowMs })
    expect(at(NOW_MS + 300_000)).toEqual({ text: BODY })
    expect(at(NOW_MS + 300_001)).toHaveProperty('fault')
    expect(at(NOW_MS - 300_001)).toHaveProperty('fault')
  })

  it('refuses a request of neither format, and what is no text of its format', () => {
    const asked: ReceivedRequest = { headers: {}, body: BODY }
    expect(open(asked)).toHaveProperty('fault')
    const encrypted = { 'x-initialization-vector': '00', 'x-authentication-tag': '' }
    for (const body of ['', '{', '{}', '{"encryptedBody":1}', 'zz']) {
      expect([body, open({ headers: encrypted, body })]).toEqual([
        body,
        { fault: 'is not encrypted with this secret, or was changed' },
      ])
    }
  })
})

function open(request: ReceivedRequest, secret = SECRET) {
  return openRequest(request, { secret, nowMs: NOW_MS })
}

/** A request as an HTTP server gets it. */
function received(changed: Partial<RequestToFormat>): ReceivedRequest {
  const { headers, body } = formatRequest({
    format: 'signed',
    wrapper: 'none',
    secrets: { current: SECRET },
    id: '8ac7a4000000000000000000000000a1',
    atMs: NOW_MS,
    body: BODY,
    ...changed,
  })
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { headers: Object.fromEntries(lower), body }
}
