import { expect, it } from 'vitest'
import type { PageOptions } from '../options/page-options.ts'
import { longTexts } from './long-texts.ts'

const given = (options: unknown) => options as PageOptions

it('finds options with a text that is too long for a secured field', () => {
  const text = (length: number) => 'x'.repeat(length)
  const fits = {
    labels: { cvv: text(1000) },
    errorMessages: { cvvError: text(1000) },
    iframeStyles: { 'cvv-placeholder': { color: text(500) } },
    locale: text(2000),
  }
  expect(longTexts(given(fits))).toEqual([])
  expect(
    longTexts(
      given({
        labels: { cvv: text(1001) },
        errorMessages: { cvvError: text(10_000) },
        iframeStyles: { 'cvv-placeholder': { color: text(501) } },
      }),
    ),
  ).toEqual(['labels', 'errorMessages', 'iframeStyles'])
})

it('takes options of any shape', () => {
  expect(longTexts(given({}))).toEqual([])
  expect(longTexts(given({ labels: null, errorMessages: 7, iframeStyles: [[['x']]] }))).toEqual([])
})
