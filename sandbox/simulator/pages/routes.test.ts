import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pendingPayment, usePages } from './simulator-pages.fixture.ts'

const pages = usePages()

let count = 0

/** A pending payment of its own, and how to reach it. */
function arrange(more: { returnUrl?: string; brand?: string; bankName?: string } = {}) {
  const id = `8ac7a4${String(++count).padStart(26, '0')}`
  const { returnUrl, brand, bankName } = more
  pages().payments.set(id, {
    payment: pendingPayment(id, {
      ...(brand === undefined ? {} : { paymentBrand: brand }),
      ...(bankName === undefined ? {} : { request: { 'bankAccount.bankName': bankName } }),
    }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  })
  const token = pages().tokenOf(id)
  return { id, token, query: `?paymentId=${id}&token=${token}` }
}

const get = (path: string) => fetch(pages().url + path)

const post = (path: string, form: Readonly<Record<string, string>>) =>
  fetch(pages().url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

const toldOf = (id: string) =>
  pages()
    .told.filter(({ paymentId }) => paymentId === id)
    .map(({ outcome }) => (outcome.kind === 'declined' ? outcome.code : outcome.kind))

const SHOP = 'https://shop.example/result?order=1&id=8ac7a4&resourcePath=%2Fv1%2Fpayments%2F8ac7a4'

describe('the page of a redirect method', () => {
  it('shows the amount and the merchant, by GET and by POST', async () => {
    const { id, token, query } = arrange()
    const answers = [
      await get(`/simulator/redirect${query}`),
      await post('/simulator/redirect', { paymentId: id, token }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const text = await answer.text()
      for (const shown of ['Lark &amp; Line', '€92.00', 'PayPal', 'order-4711', id]) {
        expect(text).toContain(shown)
      }
    }
  })

  it('runs no script, loads nothing, and allows its form to lead only to the shop', async () => {
    const { query } = arrange({ returnUrl: SHOP })
    const answer = await get(`/simulator/redirect${query}`)
    const [text, csp] = [await answer.text(), answer.headers.get('content-security-policy')]
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(csp).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self' https:; base-uri 'none'`,
    )
    expect(text).not.toMatch(/<script| style="| on[a-z]+="/)
  })

  it('allows the form to lead back to an app, and nowhere without a return URL', async () => {
    const csp = async (returnUrl?: string) => {
      const { query } = arrange(returnUrl === undefined ? {} : { returnUrl })
      const answer = await get(`/simulator/redirect${query}`)
      return /form-action ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await csp('com.shop.app://result?id=1')).toBe("'self' com.shop.app:")
    expect(await csp('http://localhost:3000/?id=1')).toBe("'self' http: https:")
    expect(await csp()).toBe("'self'")
  })

  it.each([
    [{ choice: 'approve' }, 'approved'],
    [{ choice: 'decline', code: '800.100.203' }, '800.100.203'],
    [{ choice: 'cancel' }, '100.396.101'],
    [{ choice: 'expire' }, '100.396.103'],
  ])('reports %o and sends the shopper back to the shop', async (choice, expected) => {
    const { id, token } = arrange({ returnUrl: SHOP })
    const answer = await post('/simulator/redirect/decide', { paymentId: id, token, ...choice })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(SHOP)
    expect(toldOf(id)).toEqual([expected])
  })

  it('encodes a return URL with characters that no header may contain', async () => {
    const { id, token } = arrange({ returnUrl: 'https://shop.example/платеж?id=1' })
    for (const choice of ['wait', 'approve', 'approve']) {
      const answer = await post('/simulator/redirect/decide', { paymentId: id, token, choice })
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        'https://shop.example/%D0%BF%D0%BB%D0%B0%D1%82%D0%B5%D0%B6?id=1',
      ])
    }
    expect(toldOf(id)).toEqual(['approved'])
  })

  it('reports no outcome when the payment is to stay pending', async () => {
    const { id, token, query } = arrange()
    const choice = { paymentId: id, token, choice: 'wait' }
    const answer = await post('/simulator/redirect/decide', choice)
    expect(answer.headers.get('location')).toBe(`/simulator/redirect${query}&waits=true`)
    expect(toldOf(id)).toEqual([])
    const text = await (await get(answer.headers.get('location') ?? '')).text()
    expect(text).toContain('the payment stays pending')
  })

  it('shows the outcome when there is no return URL', async () => {
    const { id, token, query } = arrange()
    const cancelled = { paymentId: id, token, choice: 'cancel' }
    const answer = await post('/simulator/redirect/decide', cancelled)
    expect(answer.headers.get('location')).toBe(`/simulator/redirect${query}`)
    const text = await (await get(`/simulator/redirect${query}`)).text()
    expect(text).toContain('The payment has failed')
    expect(text).toContain('100.396.101')
    expect(text).not.toContain('value="approve"')
  })

  it('sends an approval of a failed payment once, and says so', async () => {
    const { id, token, query } = arrange({ returnUrl: SHOP })
    const choose = (choice: string) =>
      post('/simulator/redirect/decide', { paymentId: id, token, choice })
    await choose('late')
    expect(toldOf(id)).toEqual([])
    await choose('cancel')
    expect(await (await get(`/simulator/redirect${query}`)).text()).toContain('value="late"')
    const late = await choose('late')
    expect(late.headers.get('location')).toBe(`/simulator/redirect${query}`)
    await choose('late')
    expect(toldOf(id)).toEqual(['100.396.101', 'approved'])
    const text = await (await get(`/simulator/redirect${query}`)).text()
    expect(text).toContain('ApprovedByAcquirerAt')
    expect(text).not.toContain('<form')
  })

  it('offers the banks of the method, SIMULATOR among them, and chooses the one of the request', async () => {
    const banks = async (brand: string, bankName?: string) => {
      const { query } = arrange({ brand, ...(bankName === undefined ? {} : { bankName }) })
      const text = await (await get(`/simulator/redirect${query}`)).text()
      return [...text.matchAll(/<option( selected)?>([^<]+)/g)].map(([, chosen, name]) =>
        chosen === undefined ? name : `* ${name}`,
      )
    }
    expect(await banks('IDEAL', 'Rabobank')).toEqual(
      expect.arrayContaining(['SIMULATOR', 'ING', '* Rabobank']),
    )
    expect(await banks('SOFORTUEBERWEISUNG')).toEqual([
      'SIMULATOR',
      'First Test Bank',
      'Second Test Bank',
    ])
    expect(await banks('PAYPAL')).toEqual([])
  })

  it('asks for the name to log in with where the brand is an account at a provider', async () => {
    const field = async (brand: string) => {
      const { query } = arrange({ brand })
      const text = await (await get(`/simulator/redirect${query}`)).text()
      return /name="accountId" value="([^"]*)"/.exec(text)?.[1]
    }
    expect(await field('PAYPAL')).toBe('shopper@example.com')
    expect(await field('IDEAL')).toBeUndefined()
    expect(await field('BCMC')).toBeUndefined()
  })

  it('decides once and ignores a second choice', async () => {
    const { id, token } = arrange({ returnUrl: SHOP })
    await post('/simulator/redirect/decide', { paymentId: id, token, choice: 'approve' })
    const again = await post('/simulator/redirect/decide', {
      paymentId: id,
      token,
      choice: 'cancel',
    })
    expect(again.headers.get('location')).toBe(SHOP)
    expect(toldOf(id)).toEqual(['approved'])
  })

  it('asks again when a choice cannot be read', async () => {
    const { id, token } = arrange({ returnUrl: SHOP })
    for (const choice of [
      { choice: 'decline', code: '000.100.110' },
      { choice: 'decline', code: '<b>' },
      { choice: 'decline' },
      { choice: 'steal' },
      {},
    ]) {
      const answer = await post('/simulator/redirect/decide', { paymentId: id, token, ...choice })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('class="notice"')
    }
    expect(toldOf(id)).toEqual([])
  })
})

describe('a payment with an unknown page token', () => {
  it('is neither shown nor changed', async () => {
    const { id } = arrange()
    const another = arrange()
    for (const token of ['', 'guessed', another.token]) {
      const answers = [
        await get(`/simulator/redirect?paymentId=${id}&token=${token}`),
        await get(`/simulator/slips/${id}?token=${token}`),
        await post('/simulator/redirect/decide', { paymentId: id, token, choice: 'approve' }),
        await post(`/simulator/slips/${id}`, { token, choice: 'approve' }),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(404)
        expect(await answer.text()).not.toContain(id)
      }
    }
    expect(toldOf(id)).toEqual([])
  })

  it('is answered like a payment that does not exist', async () => {
    const unknown = '8ac7a4ffffffffffffffffffffffffff'
    const answer = await get(
      `/simulator/redirect?paymentId=${unknown}&token=${pages().tokenOf(unknown)}`,
    )
    expect(answer.status).toBe(404)
    expect((await get('/simulator/redirect')).status).toBe(404)
  })
})

describe('the page of a slip', () => {
  it('shows where to pay to', async () => {
    const { id, token } = arrange({ brand: 'PREPAYMENT' })
    const text = await (await get(`/simulator/slips/${id}?token=${token}`)).text()
    for (const shown of ['DE14940593100000012346', 'TESTDETT421', 'The customer has paid']) {
      expect(text).toContain(shown)
    }
  })

  it.each([
    ['approve', 'approved', 'The payment has succeeded'],
    ['expire', '100.396.103', 'The payment has failed'],
    ['cancel', '100.396.101', 'The payment has failed'],
    ['decline', '100.396.102', 'The payment has failed'],
  ])('accepts %s, and stays on the page', async (choice, expected, shown) => {
    const { id, token } = arrange({ brand: 'PREPAYMENT', returnUrl: SHOP })
    const code = '100.396.102'
    const answer = await post(`/simulator/slips/${id}`, { token, choice, code })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/simulator/slips/${id}?token=${token}`)
    expect(toldOf(id)).toEqual([expected])
    const text = await (await get(answer.headers.get('location') ?? '')).text()
    expect(text).toContain(shown)
  })
})
