import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { SEEN_BY_NOBODY } from '../entities/known-token.ts'
import { UNLIMITED_TOKEN } from '../entities/token-limits.ts'
import { hashToken, newObjectId } from '../kernel/ids.ts'
import { cardPayment, useTestGateway } from '../testing/gateway.fixture.ts'
import { sendBare } from '../testing/merchants.fixture.ts'

const gateway = useTestGateway()

async function pay(headers: Record<string, string>, body: string) {
  const response = await fetch(`${gateway().url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway().demo.accessToken}`, ...headers },
    body,
  })
  return { status: response.status, body: await response.json() }
}

describe('authentication', () => {
  it.each([undefined, '', 'Basic abc', 'Bearer', 'Bearer two words'])(
    'answers 401 to Authorization: %s',
    async (authorization) => {
      const response = await fetch(`${gateway().url}/v1/payments`, {
        method: 'POST',
        body: new URLSearchParams({ entityId: gateway().demo.entityId }),
        ...(authorization === undefined ? {} : { headers: { authorization } }),
      })
      const body = await response.json()
      expect([response.status, body.result.code]).toEqual([401, '800.900.300'])
      expect(body).toMatchObject({ buildNumber: expect.any(String), ndc: expect.any(String) })
    },
  )

  it.each([
    [undefined, /^Send the header/],
    ['{token}', /the word Bearer and a blank are missing/],
    ['Bearer Bearer {token}', /says Bearer twice/],
    ['Bearer <access token>', /holds a placeholder/],
    ['Bearer', /no access token after Bearer/],
    ['Basic {token}', /a scheme other than Bearer/],
    ['Bearer two words', /must be one word/],
  ])('says what is wrong with Authorization: %s', async (form, words) => {
    const { accessToken } = gateway().demo
    const response = await fetch(`${gateway().url}/v1/payments`, {
      method: 'POST',
      ...(form && { headers: { authorization: form.replace('{token}', accessToken) } }),
    })
    const text = await response.text()
    expect(response.status).toBe(401)
    expect(JSON.parse(text).result.description).toMatch(words)
    expect(text).not.toContain(accessToken)
  })

  it.each(['"', "'"])(
    'says that the access token was sent in quotation marks: %s',
    async (mark) => {
      const { accessToken } = gateway().demo
      const response = await fetch(`${gateway().url}/v1/payments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mark}${accessToken}${mark}` },
      })
      const text = await response.text()
      expect(response.status).toBe(403)
      expect(JSON.parse(text).result.description).toContain('in quotation marks')
      expect(text).not.toContain(accessToken)
    },
  )

  it('names the scheme that it asks for with every 401, and with nothing else', async () => {
    const unsigned = [
      'GET /v1/payments/8ac7a4c79394bdc801939736f17e063d',
      'POST /v1/payments',
      'POST /v1/checkouts',
      'GET /v1/checkouts/0123456789ABCDEF0123456789ABCDEF.uat01-vm-tx01/payment',
      'DELETE /v1/registrations/8ac7a4c79394bdc801939736f17e063d',
      'GET /v1/query',
    ]
    for (const methodAndPath of unsigned) {
      const { status, headers } = await sendBare(gateway(), methodAndPath)
      const challenge = headers.get('www-authenticate')
      expect([methodAndPath, status, challenge]).toEqual([
        methodAndPath,
        401,
        'Bearer realm="tillgate"',
      ])
    }
    const unknown = await sendBare(gateway(), 'POST /v1/payments', { token: 'wrong' })
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([403, null])
  })

  it('recognises the placeholder of a token', async () => {
    const headers = { authorization: 'Bearer <access-token>' }
    const { status, body } = await gateway().post('/v1/payments', {}, headers)
    expect([status, body.result.code]).toEqual([403, '800.900.300'])
    expect(body.result.description).toMatch(/holds a placeholder/)
  })

  it('answers 403 to an unknown token, and to an entity that the token may not use', async () => {
    const unknown = await gateway().post('/v1/payments', {}, { authorization: 'Bearer wrong' })
    expect([unknown.status, unknown.body.result.code]).toEqual([403, '800.900.300'])
    const foreign = await gateway().post('/v1/payments', cardPayment('f'.repeat(32)))
    expect([foreign.status, foreign.body.result.code]).toEqual([403, '800.900.301'])
  })

  it('answers the same for another merchant’s payment or checkout as for an unknown one', async () => {
    const paid = await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId))
    const checkout = await gateway().post('/v1/checkouts', {
      entityId: gateway().demo.entityId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    const authorization = `Bearer ${await stranger()}`
    const answers = [
      await gateway().get(`/v1/payments/${paid.body.id}`, { authorization }),
      await gateway().post(
        `/v1/payments/${paid.body.id}`,
        { paymentType: 'RV' },
        { authorization },
      ),
      await gateway().get(`/v1/checkouts/${checkout.body.id}/payment`, { authorization }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('requires a channel when a merchant is named', async () => {
    const { parentId } = (await gateway().store.read.entity(gateway().demo.entityId)) ?? {}
    const answer = await gateway().post('/v1/payments', cardPayment(parentId ?? ''))
    expect([answer.status, answer.body.result.code]).toEqual([400, '200.300.407'])
  })

  it('names a missing entityId among the parameter errors', async () => {
    const answer = await gateway().post('/v1/payments', { ...cardPayment(''), entityId: undefined })
    expect(answer.status).toBe(400)
    expect(answer.body.result.parameterErrors).toMatchObject([{ name: 'entityId' }])
  })
})

/** A token of another merchant. */
async function stranger(): Promise<string> {
  const id = newObjectId(Date.UTC(2026, 0))
  const token = 'a-token-of-somebody-else'
  await gateway().store.commit([
    {
      kind: 'insertEntity',
      row: {
        id,
        parentId: null,
        kind: 'merchant',
        name: 'Other',
        active: true,
        settings: '{}',
        createdAtMs: 0,
        version: 1,
      },
    },
    {
      kind: 'insertToken',
      row: {
        hash: hashToken(token),
        entityId: id,
        label: '',
        administers: false,
        sealed: '',
        createdAtMs: 0,
        ...SEEN_BY_NOBODY,
        ...UNLIMITED_TOKEN,
      },
    },
  ])
  return token
}

describe('a request that cannot be read', () => {
  it('is answered in the common shape: wrong path, wrong method, wrong type, too large', async () => {
    const nowhere = await gateway().get('/v1/payment')
    expect([nowhere.status, nowhere.body.result.code]).toEqual([404, '200.300.404'])
    const method = await fetch(`${gateway().url}/v1/payments`)
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await method.json()).result.code).toBe('200.300.403')
    const type = await pay({ 'content-type': 'text/plain' }, 'amount=1')
    expect([type.status, type.body.result.code]).toEqual([415, '200.300.404'])
    for (const taken of ['application/x-www-form-urlencoded', 'application/json']) {
      expect(type.body.result.description).toContain(taken)
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const large = await pay(form, `x=${'y'.repeat(1024 * 1024)}`)
    expect([large.status, large.body.result.code]).toEqual([413, '200.300.404'])
  })

  it.each([
    ['a broken escape', 'application/x-www-form-urlencoded', 'amount=%zz'],
    ['broken JSON', 'application/json', '{"amount":'],
    ['a JSON list', 'application/json', '[1]'],
    ['a prototype', 'application/json', '{"__proto__":{"amount":"1"}}'],
    ['a prototype in a form', 'application/x-www-form-urlencoded', '__proto__[amount]=1'],
    ['deep nesting', 'application/json', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`],
    ['a long name', 'application/x-www-form-urlencoded', `${'a.'.repeat(2000)}=1`],
  ])('%s is a clear 400, never a 500', async (_what, contentType, body) => {
    const answer = await pay({ 'content-type': contentType }, body)
    expect(answer.status).toBe(400)
    expect(answer.body.result.code).toBe('200.300.404')
  })

  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n', '400'],
    [
      'an endless header',
      `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431',
    ],
  ])('%s is answered in the common shape as well', async (_what, bytes, status) => {
    const answer = await exchange(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').result.code).toBe('200.300.404')
  })

  it('changes nothing when it is unfinished', async () => {
    const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1')
    socket.write('POST /v1/payments HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\namount')
    socket.destroy()
    expect((await gateway().get('/healthz')).status).toBe(200)
  })
})

/** Sends bytes on a bare socket and waits for its end. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1')
  socket.setEncoding('utf8').write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

describe('each answer', () => {
  it('is never cached nor sniffed', async () => {
    const { headers } = await gateway().get('/readyz')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('a JSON body with the content type of a form', () => {
  it('is refused with the content type that it lacks', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await pay(type, JSON.stringify({ amount: '92.00' }))
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.description).toMatch(/looks like JSON.*Content-Type: application\/json/)
    expect(body.result).not.toHaveProperty('parameterErrors')
  })
})
