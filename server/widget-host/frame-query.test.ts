import { describe, expect, it } from 'vitest'
import { isRefusal } from '../results/refusal.ts'
import { readFrameQuery } from './frame-query.ts'

const good = {
  field: 'card.number',
  instance: 'a'.repeat(32),
  parent: 'https://shop.example http://127.0.0.1:8081',
  checkoutId: `${'A'.repeat(32)}.uat01-vm-tx01`,
}

describe('the query of a secured frame', () => {
  it('names field, form, embedding origins and checkout', () => {
    expect(readFrameQuery(new URLSearchParams(good))).toEqual(good)
    const { checkoutId: _none, ...without } = good
    expect(readFrameQuery(new URLSearchParams(without))).toEqual(without)
  })

  it.each([
    ['field', 'card.expiryMonth'],
    ['instance', 'A'.repeat(32)],
    ['instance', ''],
    ['parent', ''],
    ['parent', '*'],
    ['parent', "https://shop.example; script-src 'unsafe-inline'"],
    ['parent', 'https://shop.example/path'],
    ['parent', 'javascript:alert(1)'],
    ['parent', Array(9).fill('https://shop.example').join(' ')],
    ['checkoutId', '"><script>'],
  ])('refuses %s = %s', (name, value) => {
    const refusal = readFrameQuery(new URLSearchParams({ ...good, [name]: value }))
    expect(isRefusal(refusal) && refusal.parameterErrors?.[0]?.name).toBe(name)
  })

  it('does not repeat a card number that it contains', () => {
    const refusal = readFrameQuery(new URLSearchParams({ ...good, field: '4200000000000000' }))
    expect(JSON.stringify(refusal)).not.toContain('4200000000000000')
  })
})
