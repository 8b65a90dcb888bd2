import { describe, expect, it } from 'vitest'
import { PAYMENT, TRANSACTION_ID, useBrowserPages } from '../page/browser-pages.fixture.ts'

const pages = useBrowserPages()

async function send(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  pages().clock.nowMs += 60_000
  const answer = await fetch(pages().url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

const NEXT = '/v1/threeDSecure/next'
const CANCEL = '/v1/threeDSecure/cancel'

describe('the next step of a browser', () => {
  it('comes from the service, which gets the values of the browser and its request', async () => {
    const browser = {
      language: 'de-AT',
      screenWidth: '1280',
      timezone: '-60',
      javaEnabled: 'false',
    }
    const { status, body } = await send(
      NEXT,
      { ...PAYMENT, browser, challengeEnded: true },
      { 'user-agent': 'Test/1.0' },
    )
    expect([status, body]).toEqual([200, { step: 'wait', reason: 'result', askAgainMs: 500 }])
    expect(pages().seen.at(-1)).toEqual({
      methodTimedOut: false,
      challengeEnded: true,
      browser: {
        'customer.browser.language': 'de-AT',
        'customer.browser.screenWidth': '1280',
        'customer.browser.timezone': '-60',
        'customer.browser.javaEnabled': 'false',
        'customer.browser.userAgent': 'Test/1.0',
        'customer.ip': '127.0.0.1',
      },
    })
  })

  it.each([
    ['language', 'de-AT-long'],
    ['language', 'd"'],
    ['screenWidth', '12345678'],
    ['screenHeight', '-1'],
    ['timezone', '99999'],
    ['screenColorDepth', '024'],
    ['javaEnabled', 'yes'],
    ['acceptHeader', `text/${'x'.repeat(2048)}`],
    ['acceptHeader', 'text/ḧtml'],
    ['userAgent', 'a script says so'],
    ['challengeWindow', '05'],
  ])('leaves out %s %s of a browser', async (name, value) => {
    await send(NEXT, { ...PAYMENT, browser: { [name]: value } }, { 'user-agent': 'Test/1.0' })
    expect(pages().seen.at(-1)?.browser).toEqual({
      'customer.browser.userAgent': 'Test/1.0',
      'customer.ip': '127.0.0.1',
    })
  })
})

describe('the cancellation of a browser', () => {
  it('is passed to the service', async () => {
    pages().step = { step: 'done', returnUrl: 'https://shop.example/', outcome: 'declined' }
    expect((await send(CANCEL, PAYMENT)).body).toEqual(pages().step)
    expect(pages().calls.at(-1)).toBe('cancel')
  })
})

describe.each([NEXT, CANCEL])('%s', (path) => {
  const hostile: readonly [words: string, body: unknown, status: number][] = [
    ['another token', { ...PAYMENT, token: 'another' }, 404],
    ['an unknown id', { ...PAYMENT, id: '8ac7a4a09b1f3c2a019b1f3c2a0bffff' }, 404],
    ['an id with markup', { ...PAYMENT, id: '<b>' }, 404],
    ['a token of 100,000 characters', { ...PAYMENT, token: 'a'.repeat(100_000) }, 404],
    ['a list as a token', { id: PAYMENT.id, token: [PAYMENT.token] }, 404],
    ['nothing', {}, 404],
    ['no JSON', '{', 400],
    ['a member twice', '{"id":"1","id":"2"}', 400],
    ['a nest of 1,000 lists', '['.repeat(1_000), 400],
  ]

  it.each(hostile)('refuses %s', async (_words, body, status) => {
    const refused = await send(path, body)
    expect([refused.status, refused.body.result.code]).toEqual([status, '200.300.404'])
    expect(JSON.stringify(refused.body)).not.toMatch(/<b>|aaaa|aToken/)
  })

  it('answers 120 requests for a payment in a minute, and then 429', async () => {
    await send(path, PAYMENT)
    const again = () =>
      fetch(pages().url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(PAYMENT),
      })
    for (let count = 1; count < 120; count++) expect((await again()).status).toBe(200)
    const refused = await again()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('a result of the directory', () => {
  const path = `/v1/threeDSecure/results/${TRANSACTION_ID}.aToken`

  it('reaches the service as it was sent, and is answered with the message of the service', async () => {
    const message = {
      messageType: 'RReq',
      interactionCounter: '02',
      messageExtension: [{ data: {} }],
    }
    expect(await send(path, message)).toEqual({
      status: 200,
      body: { messageType: 'Erro', errorCode: '101' },
    })
    expect(pages().calls.at(-1)).toBe(`result ${TRANSACTION_ID} aToken`)
    expect(pages().results.at(-1)).toEqual(message)
  })

  it.each([
    ['no JSON', '{"messageType":'],
    ['a nest of 1,000 lists', '['.repeat(1_000)],
    ['nothing', ''],
  ])('that is %s reaches the service as nothing', async (_words, body) => {
    expect((await send(path, body)).status).toBe(200)
    expect(pages().results.at(-1)).toBeUndefined()
  })

  it('without a token in its address is refused by the service like a wrong one', async () => {
    expect((await send('/v1/threeDSecure/results/x', {})).status).toBe(200)
    expect(pages().calls.at(-1)).toBe('result x ')
  })

  it('is accepted as JSON only', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send(path, 'a=1', form)).status).toBe(200)
    expect(pages().results.at(-1)).toBeUndefined()
    expect((await send(path, 'a', { 'content-type': 'text/plain' })).status).toBe(415)
  })
})
