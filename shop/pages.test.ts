import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { renderPage, withLanguageMenu } from './pages.ts'
import { TEXTS } from './texts.ts'

const pages = ['index.html', 'shop/result.html'].map(
  (path) => [path, readFileSync(path, 'utf8')] as const,
)
const [index = ''] = pages.map(([, html]) => html)

describe.each(pages)('%s', (_path, html) => {
  test('has the English texts of the table', () => {
    const rendered = renderPage(html, { locale: 'en' })
    const withoutLabels = (text: string) => text.replace(/ data-label="[^"]*"/g, '')
    const fromBody = (text: string) => text.slice(text.indexOf('<body'))
    expect(fromBody(rendered).replace(' aria-current="true"', '')).toBe(
      withoutLabels(fromBody(html)),
    )
  })

  test('names only texts that exist', () => {
    const keys = [...html.matchAll(/data-(?:text|label)="([^"]+)"/g)].map(([, key]) => key)
    expect(keys.filter((key) => !Object.hasOwn(TEXTS.en, key ?? ''))).toEqual([])
  })

  test('has no inline script, no inline style and nothing from another host', () => {
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/)
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/(?:https?:)?\/\/\w/)
  })
})

test('the page offers all languages of the widget', () => {
  const offered = [...index.matchAll(/href="\/\?locale=([\w-]+)" lang="([\w-]+)"[^>]*>([^<]+)</g)]
  const languages = Object.entries(LANGUAGES).map(([code, [tag, name]]) => [code, tag, name])
  expect(offered.map(([, ...rest]) => rest)).toEqual(languages)
  expect(languages).toHaveLength(26)
})

test('Arabic translates the page and sets it from right to left', () => {
  const html = renderPage(index, { locale: 'ar', theme: 'dark' })
  expect(html).toContain('<html lang="ar" dir="rtl" data-locale="ar" data-theme="dark">')
  expect(html).toContain(TEXTS.ar['basket.title'])
  expect(html).toContain('href="/?locale=ar" aria-current="true"')
})

test('German translates the page', () => {
  const html = renderPage(index, { locale: 'de' })
  expect(html).toContain('<html lang="de" dir="ltr" data-locale="de">')
  expect(html).toContain(TEXTS.de['basket.title'])
})

test.each(Object.entries(TEXTS))(
  'the texts in %s have the placeholders of the English ones',
  (_, texts) => {
    const slotsOf = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? []
    for (const [key, text] of Object.entries(texts)) {
      expect([key, slotsOf(text)]).toEqual([key, slotsOf(TEXTS.en[key as keyof typeof TEXTS.en])])
    }
  },
)

test('the page of a result has the menu of languages, and keeps what the result is read by', () => {
  const page = withLanguageMenu(
    '<button popovertarget="languages"></button><nav id="languages"></nav>',
    index,
  )
  const url = '/result?id=1&locale=en&resourcePath=%2Fv1%2Fcheckouts%2F1%22%2Fpayment'
  const html = renderPage(page, { locale: 'de' }, url)
  expect(html).toContain('popovertarget="languages"')
  const address = '/result?id=1&amp;resourcePath=%2Fv1%2Fcheckouts%2F1%22%2Fpayment&amp;locale'
  expect(html).toContain(`href="${address}=fr"`)
  expect(html).toContain(`href="${address}=de" aria-current="true"`)
})

test('a language that only the widget has leaves the page in English', () => {
  const html = renderPage(index, { locale: 'dk' })
  expect(html).toContain('<html lang="en" dir="ltr" data-locale="dk">')
  expect(html).toMatch(/<span data-language[^>]*>Dansk</)
})
