import { expect, it } from 'vitest'
import { addQuery } from './add-query.ts'

it.each([
  ['https://shop.example/done', 'https://shop.example/done?a=1&b=2'],
  ['https://shop.example/done?order=7', 'https://shop.example/done?order=7&a=1&b=2'],
  ['https://shop.example/done?', 'https://shop.example/done?a=1&b=2'],
  ['https://shop.example/a?b=%20c+d&', 'https://shop.example/a?b=%20c+d&a=1&b=2'],
  ['https://shop.example/app#/paid?x', 'https://shop.example/app?a=1&b=2#/paid?x'],
])('%s becomes %s', (address, longer) => {
  expect(addQuery(address, 'a=1&b=2')).toBe(longer)
})

it('does not change an address when there is nothing to add', () => {
  expect(addQuery('https://shop.example/done', '')).toBe('https://shop.example/done')
})
