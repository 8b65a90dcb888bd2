import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allResultCodes } from '../results/catalogue.ts'
import { cardPayment, useTestGateway } from '../testing/gateway.fixture.ts'

const guide = readFileSync('docs/getting-started.md', 'utf8')
const gateway = useTestGateway()

/** Rows of the table of codes: what a code matches, and the first word of what that means. */
const rows = [...guide.matchAll(/^\| `(\^\S+)` \| (\w+)/gm)].map(
  ([, pattern = '', meaning = '']) =>
    [new RegExp(pattern.replaceAll('\\|', '|')), meaning] as const,
)

describe('the rule of success in “Getting started”', () => {
  it('sorts every code of the catalogue into its group, in the order of the table', () => {
    expect(rows.map(([, meaning]) => meaning)).toEqual(['pending', 'paid', 'paid'])
    const [pending, review, paid] = rows.map(([pattern]) => pattern)
    const groupOf = (code: string) => {
      if (pending?.test(code)) return 'pending'
      if (review?.test(code)) return 'success_review'
      return paid?.test(code) ? 'success' : 'not paid'
    }
    const groups = ['pending', 'success_review', 'success']
    for (const { code, group } of allResultCodes()) {
      // No status of a checkout has one: an acquirer tells it long after the payment.
      if (group === 'chargeback') continue
      const expected = group === 'pending_long' ? 'pending' : group
      expect([code, groupOf(code)]).toEqual([
        code,
        groups.includes(expected) ? expected : 'not paid',
      ])
    }
  })

  it('explains how to read the outcome after the 30 minutes of a checkout', async () => {
    const { entityId } = gateway().demo
    const money = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' }
    const merchantTransactionId = 'ORDER-2026-1042'
    const created = await gateway().post('/v1/checkouts', { ...money, merchantTransactionId })
    const path = `/v1/checkouts/${created.body.id}/payment`
    const {
      entityId: _,
      amount: _a,
      currency: _c,
      paymentType: _t,
      ...card
    } = cardPayment(entityId)
    await gateway().post(path, { ...card, shopperResultUrl: 'https://shop.example/result' })
    expect((await gateway().get(path)).body.result.code).toBe('000.100.110')
    gateway().clock.advance(31 * 60 * 1000)
    expect((await gateway().get(path)).body.result.code).toBe('200.300.404')
    const query = new URLSearchParams({ entityId, merchantTransactionId })
    const found = (await gateway().get(`/v1/query?${query}`)).body as unknown as {
      payments: readonly { id: string; result: { code: string } }[]
    }
    expect(found.payments.map(({ result }) => result.code)).toEqual(['000.100.110'])
    const read = await gateway().get(`/v1/payments/${found.payments[0]?.id}`)
    expect(read.body.result.code).toBe('000.100.110')
    expect(guide).toContain('GET /v1/payments/{id}')
    expect(guide).toContain('/v1/query ')
  })
})

describe('the first page of the README', () => {
  it('has the options of the demo shop that its picture shows', () => {
    const readme = readFileSync('README.md', 'utf8')
    const [, options = ''] = /var wpwlOptions = \{ (.+) \}/.exec(readme) ?? []
    const shop = readFileSync('shop/page/widget.ts', 'utf8')
    expect(options.split(', ')).toEqual(["style: 'plain'", 'brandDetection: true'])
    for (const option of options.split(', ')) expect(shop).toContain(`    ${option},`)
    const brands = (html: string) => /data-brands="([^"]+)"/.exec(html)?.[1] ?? ''
    const offered = brands(readFileSync('index.html', 'utf8')).split(' ')
    for (const brand of brands(readme).split(' ')) expect(offered).toContain(brand)
  })
})
