import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PAYMENT, TRANSACTION_ID, useBrowserPages } from './browser-pages.fixture.ts'

const pages = useBrowserPages()

const EXECUTE = '/v1/threeDSecure/execute'
const METHOD = '/v1/threeDSecure/method-notification'
const CHALLENGE = '/v1/threeDSecure/challenge-notification'

async function post(
  path: string,
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
) {
  // Otherwise the requests of earlier tests count.
  pages().clock.nowMs += 60_000
  const body = typeof form === 'string' ? form : `${new URLSearchParams(form)}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(pages().url + path, {
    method: 'POST',
    body,
    headers: { ...type, ...headers },
  })
  return { answer, status: answer.status, text: await answer.text() }
}

const cspOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

const encoded = (message: unknown) => Buffer.from(JSON.stringify(message)).toString('base64url')
const cres = {
  threeDSServerTransID: TRANSACTION_ID,
  acsTransID: '0f7e1f0a-1111-4a39-8c2e-1b0f6f5d4e21',
  challengeCompletionInd: 'Y',
  messageType: 'CRes',
  messageVersion: '2.2.0',
  transStatus: 'Y',
}

describe('the authentication page', () => {
  it('shows merchant and amount in the language of the form, and holds id and token for its script', async () => {
    const { answer, text } = await post(
      EXECUTE,
      { ...PAYMENT, lang: 'ar' },
      { accept: 'text/html;q=1' },
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toContain('<bdi>Lark &amp; Line</bdi>')
    const [, json = ''] = /id="page">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(json)).toMatchObject({ ...PAYMENT, accept: 'text/html;q=1', embedded: false })
  })

  it('runs only its own script, whatever is in it, and shows frames of issuers', async () => {
    const { answer, text } = await post(EXECUTE, PAYMENT)
    const [, script = ''] = /<script>([\s\S]*?)<\/script>\n<\/body>/.exec(text) ?? []
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? []
    const hash = (part: string) => createHash('sha256').update(part).digest('base64')
    expect(script).toBe('void "\\x3c/script>\\x3c!--"')
    expect(cspOf(answer).split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(script)}'`,
      "connect-src 'self'",
      'frame-src https: http:',
      'form-action https: http:',
      `style-src 'sha256-${hash(style)}'`,
      'img-src data:',
      "object-src 'none'",
      "base-uri 'none'",
    ])
  })

  it('may be embedded only where the merchant allows it', async () => {
    const { payment } = pages()
    pages().payment = { ...payment, pageOrigins: ['https://shop.example'] }
    expect(cspOf((await post(EXECUTE, PAYMENT)).answer)).toMatch(
      /; frame-ancestors https:\/\/shop\.example$/,
    )
    pages().payment = { ...payment, pageOrigins: [] }
    expect(cspOf((await post(EXECUTE, PAYMENT)).answer)).toMatch(/; frame-ancestors 'none'$/)
    pages().payment = payment
  })

  it('is bare where the widget shows it', async () => {
    const { text } = await post(EXECUTE, { ...PAYMENT, embedded: 'widget' })
    expect(text).toContain('dir="ltr" class="embedded">')
    expect(text).toContain('"embedded":true')
  })

  it('leads back to the shop, but never to code', async () => {
    const { payment } = pages()
    pages().payment = { ...payment, returnUrl: 'https://shop.example/r?a=1&b="' }
    expect((await post(EXECUTE, PAYMENT)).text).toContain(
      'href="https://shop.example/r?a=1&amp;b=&quot;"',
    )
    pages().payment = { ...payment, returnUrl: 'javascript:alert(1)' }
    expect((await post(EXECUTE, PAYMENT)).text).not.toContain('javascript:')
    pages().payment = payment
  })

  it('writes amounts as the language does, with every digit that was sent', async () => {
    const { payment } = pages()
    const amounts = [
      ['de', { minor: 9200, currency: 'EUR' }, '92,00\u00a0€'],
      ['en', { minor: 123456789, currency: 'USD' }, '$1,234,567.89'],
    ] as const
    for (const [lang, amount, shown] of amounts) {
      pages().payment = { ...payment, amount }
      expect((await post(EXECUTE, { ...PAYMENT, lang })).text).toContain(`<bdi>${shown}</bdi>`)
    }
    pages().payment = payment
  })

  it.each([
    ['another token', { ...PAYMENT, token: 'another' }, 404],
    ['an unknown id', { ...PAYMENT, id: '8ac7a4a09b1f3c2a019b1f3c2a0bffff' }, 404],
    ['no token', { id: PAYMENT.id }, 400],
    ['a token with markup', { ...PAYMENT, token: '<script>alert(1)</script>' }, 400],
    ['an id of 100,000 characters', { ...PAYMENT, id: 'a'.repeat(100_000) }, 400],
    ['nothing', {}, 400],
    ['a broken escape', 'id=%zz', 400],
    ['JSON that is called a form', '{"id":1}', 400],
  ])('answers %s with a sentence in the shopper’s language', async (_words, form, status) => {
    const refused = await post(EXECUTE, form, { 'accept-language': 'fr-CH, en;q=0.5' })
    expect(refused.status).toBe(status)
    expect(refused.text).toContain('<html lang="fr" dir="ltr">')
    expect(refused.text).toContain('Aucun paiement ne correspond à cette page.')
    expect(refused.text).not.toMatch(/<script|alert|aaaa|%zz/)
    expect(cspOf(refused.answer)).toMatch(/^default-src 'none'; form-action 'none'; style-src/)
  })

  it('opened by its address posts what its tab has kept, and nothing of the address', async () => {
    const answer = await fetch(`${pages().url}${EXECUTE}?id=${PAYMENT.id}&token=${PAYMENT.token}`)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(text).toContain('There is no payment for this page.')
    expect(text).not.toContain(PAYMENT.id)
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(cspOf(answer)).toContain(`script-src 'sha256-${hash}'; form-action 'self'`)
  })

  it('says to a browser without scripts that it needs them', async () => {
    const { text } = await post(EXECUTE, { ...PAYMENT, lang: 'de' })
    expect(text).toMatch(
      /<noscript><p class="status">In Ihrem Browser ist JavaScript ausgeschaltet\./,
    )
    expect(text).toContain('role="status"></p>')
  })

  it.each([
    ['another content type', 'text/plain', 'id=1', 415],
    ['a body above 1 MiB', 'application/x-www-form-urlencoded', 'a'.repeat(1_100_000), 413],
  ])('refuses %s', async (_words, type, body, status) => {
    const answer = await fetch(pages().url + EXECUTE, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(answer.status).toBe(status)
  })

  it('is shown 600 times a minute to one client, and then asks for patience', async () => {
    await post(EXECUTE, PAYMENT)
    const again = () =>
      fetch(pages().url + EXECUTE, { method: 'POST', body: new URLSearchParams({ id: 'x' }) })
    for (let count = 1; count < 600; count++) expect((await again()).status).toBe(400)
    const refused = await again()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Too many requests. Please wait a minute')
    await post(EXECUTE, PAYMENT)
  })
})

describe('the document that a method page ends in', () => {
  it('names its transaction to the page around it, and to the service', async () => {
    const data = encoded({ threeDSServerTransID: TRANSACTION_ID })
    const { answer, text } = await post(METHOD, { threeDSMethodData: data })
    expect(answer.status).toBe(200)
    expect(text).toContain(`data-event="methodEnded" data-transaction="${TRANSACTION_ID}"`)
    expect(pages().calls.at(-1)).toBe(`method ${TRANSACTION_ID}`)
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(cspOf(answer)).toContain(`script-src 'sha256-${hash}'`)
  })
})

describe('the document that a challenge ends in', () => {
  it('names its transaction to the page around it', async () => {
    const { answer, text } = await post(CHALLENGE, { cres: encoded(cres), threeDSSessionData: 'x' })
    expect(answer.status).toBe(200)
    expect(text).toContain(`data-event="challengeEnded" data-transaction="${TRANSACTION_ID}"`)
  })

  it('tells the person who sees it alone to go back to the shop', async () => {
    const { text } = await post(CHALLENGE, { cres: encoded(cres) }, { 'accept-language': 'de' })
    expect(text).toContain('<p hidden>Ihre Bank hat die Prüfung abgeschlossen.')
  })
})

describe.each([
  [METHOD, 'threeDSMethodData', { threeDSServerTransID: TRANSACTION_ID }],
  [CHALLENGE, 'cres', cres],
] as const)('%s', (path, field, message) => {
  const text = encoded(message)
  const hostile: readonly [words: string, form: Readonly<Record<string, string>> | string][] = [
    ['padded base64', { [field]: `${text}==` }],
    ['the alphabet of base64', { [field]: 'ab+/' }],
    ['no base64', { [field]: '<script>alert(1)</script>' }],
    ['no JSON', { [field]: Buffer.from('{').toString('base64url') }],
    ['JSON that is no object', { [field]: encoded(null) }],
    [
      'a foreign id of another form',
      { [field]: encoded({ ...message, threeDSServerTransID: '"><b>' }) },
    ],
    [
      'an id in a list',
      { [field]: encoded({ ...message, threeDSServerTransID: [TRANSACTION_ID] }) },
    ],
    ['no id', { [field]: encoded({ ...message, threeDSServerTransID: undefined }) }],
    ['64 KiB', { [field]: 'A'.repeat(65_537) }],
    ['nothing', {}],
    ['a broken escape', `${field}=%zz`],
  ]

  it.each(hostile)('answers %s with 400 and reflects nothing', async (_words, form) => {
    const calls = pages().calls.length
    const refused = await post(path, form)
    expect(refused.status).toBe(400)
    expect(refused.text).not.toMatch(/data-transaction|alert|<b>|AAAA|%zz/)
    expect(pages().calls.length).toBe(calls)
  })
})
