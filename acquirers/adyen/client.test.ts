import { describe, expect, it } from 'vitest'
import type { Exchange, OutgoingRequest } from '../../server/http/outgoing/client.ts'
import { createAdyenClient } from './client.ts'

async function answerTo(exchanged: Exchange) {
  const sent: OutgoingRequest[] = []
  const client = createAdyenClient({
    url: 'https://adyen.example/v71',
    keys: ['AQEkey'],
    exchange: async (request) => {
      sent.push(request)
      return exchanged
    },
  })
  return { answer: await client.post('/payments', '{}', 'a-key'), sent }
}

const answered = (status: number, body: object | string): Exchange => ({
  kind: 'answered',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('a request to Adyen', () => {
  it('has its key, and that of its step', async () => {
    const { sent } = await answerTo(answered(200, {}))
    expect(sent).toMatchObject([
      {
        method: 'POST',
        url: 'https://adyen.example/v71/payments',
        headers: { 'x-api-key': 'AQEkey', 'idempotency-key': 'a-key' },
      },
    ])
  })

  it.each([
    ['200 with a result', answered(200, { resultCode: 'Authorised' }), 'object'],
    ['422 with an error of its own', answered(422, { errorCode: '101' }), 'error'],
    ['401', answered(401, { errorCode: '000' }), 'notSent'],
    ['403', answered(403, { errorCode: '901' }), 'notSent'],
    ['429', answered(429, {}), 'notSent'],
    // What of the following has happened there nobody can say.
    ['500 with an error', answered(500, { errorCode: '905' }), 'lost'],
    ['409, a key in use', answered(409, { errorCode: '704' }), 'lost'],
    ['409 with another error', answered(409, { errorCode: '000' }), 'lost'],
    ['422, a key that was used', answered(422, { errorCode: '704' }), 'lost'],
    ['422 without an error', answered(422, {}), 'lost'],
    ['200 with half an answer', answered(200, '{"resultCode":"Auth'), 'lost'],
  ])('that is answered %s is of this kind: %3$s', async (_, exchanged, kind) => {
    expect((await answerTo(exchanged)).answer).toMatchObject({ kind })
  })
})
