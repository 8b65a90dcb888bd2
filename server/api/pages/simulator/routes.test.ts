import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pendingPayment, usePages } from './simulator-pages.fixture.ts'

const pages = usePages()

let count = 0

/** A pending payment of its own, and how to reach it. */
function arrange(more: { returnUrl?: string; brand?: string } = {}) {
  const id = `8ac7a4${String(++count).padStart(26, '0')}`
  const { returnUrl, brand } = more
  pages().payments.set(id, {
    payment: pendingPayment(id, brand === undefined ? {} : { paymentBrand: brand }),
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
  it('shows what is paid to whom, by GET and by POST', async () => {
    const { id, token, query } = arrange()
    const answers = [
      await get(`/simulator/redirect${query}`),
      await post('/simulator/redirect', { paymentId: id, token }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const text = await answer.text()
      for (const shown of ['Lark &amp; Line', '92.00', 'EUR', 'PayPal', 'order-4711', id]) {
        expect(text).toContain(shown)
      }
    }
  })

  it('runs no script, loads nothing, and lets its form lead to the shop only', async () => {
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

  it('allows the way back to an app, and none where there is none', async () => {
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
  ])('tells %o and sends the shopper back to the shop', async (choice, expected) => {
    const { id, token } = arrange({ returnUrl: SHOP })
    const answer = await post('/simulator/redirect/decide', { paymentId: id, token, ...choice })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(SHOP)
    expect(toldOf(id)).toEqual([expected])
  })

  it('sends the shopper back to an address that no header may have, encoded', async () => {
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

  it('tells nothing when the payment is to stay pending', async () => {
    const { id, token, query } = arrange()
    const choice = { paymentId: id, token, choice: 'wait' }
    const answer = await post('/simulator/redirect/decide', choice)
    expect(answer.headers.get('location')).toBe(`/simulator/redirect${query}&waits=true`)
    expect(toldOf(id)).toEqual([])
    const text = await (await get(answer.headers.get('location') ?? '')).text()
    expect(text).toContain('the payment stays pending')
  })

  it('shows the outcome where there is no shop to go back to', async () => {
    const { id, token, query } = arrange()
    const cancelled = { paymentId: id, token, choice: 'cancel' }
    const answer = await post('/simulator/redirect/decide', cancelled)
    expect(answer.headers.get('location')).toBe(`/simulator/redirect${query}`)
    const text = await (await get(`/simulator/redirect${query}`)).text()
    expect(text).toContain('The payment has failed')
    expect(text).toContain('100.396.101')
    expect(text).not.toContain('<form')
  })

  it('decides once: a second choice changes nothing', async () => {
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

describe('a payment whose token is not known', () => {
  it('is neither shown nor decided', async () => {
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

  it('is the same as one that there is not', async () => {
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
  ])('takes %s, and keeps the tester there', async (choice, expected, shown) => {
    const { id, token } = arrange({ brand: 'PREPAYMENT', returnUrl: SHOP })
    const answer = await post(`/simulator/slips/${id}`, { token, choice })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/simulator/slips/${id}?token=${token}`)
    expect(toldOf(id)).toEqual([expected])
    const text = await (await get(answer.headers.get('location') ?? '')).text()
    expect(text).toContain(shown)
  })
})
