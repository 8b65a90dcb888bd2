import { expect, it } from 'vitest'
import english from '../../locales/en.json'
import { TEXT_PLACES } from './say-blocked.ts'

it('finds its texts in the files of other languages, which are listed in the order of English', () => {
  const keys = Object.keys(english)
  expect(Object.entries(TEXT_PLACES).map(([key, at]) => [key, keys[at]])).toEqual([
    ['loadFailed', 'loadFailed'],
    ['retry', 'retry'],
  ])
})
