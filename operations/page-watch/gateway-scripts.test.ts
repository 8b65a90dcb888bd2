import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createWidgetScript } from '../../server/widget-host/widget-script.ts'
import { acceptedOf } from './baseline.ts'
import { compare } from './compare.ts'
import { markGatewayScripts, publishedHash } from './gateway-scripts.ts'
import { takeInventory } from './take-inventory.ts'
import type { RawPage, RawScript } from './visit/raw-page.ts'

const GATEWAY = 'https://pay.example.com'
const PART = 'part()'
const MAIN = `main("${sha256(PART)}")`
const widgetOf = (bundle: string) =>
  createWidgetScript(`${bundle};"main:${sha256(MAIN)}"`, {
    base: GATEWAY,
    locales: { folder: '', hashes: '' },
    code: '',
    isLive: true,
  })
const widget = widgetOf('widget()')
const published = widget.integrity({ checkoutId: null, registration: false })
const forCheckout = (checkoutId: string, of = widget) =>
  of.text({ checkoutId, registration: false }).toString()

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 43)
}

const script = (url: string, text: string, place = 'page'): RawScript => ({
  place,
  url,
  text,
  isInDocument: false,
  from: '',
})

function lookAt(scripts: readonly RawScript[]) {
  const raw: RawPage = {
    url: 'https://shop.example/pay',
    headers: {},
    scripts,
    frames: [],
    origins: [],
    elements: [],
    isQuiet: true,
  }
  return markGatewayScripts(
    takeInventory(raw, (text) => text),
    raw,
    GATEWAY,
    published,
  )
}

const WIDGET_URL = `${GATEWAY}/v1/paymentWidgets.js?checkoutId=A1`

describe('scripts of the gateway', () => {
  it('are known by the hash that it publishes, and those that the script covers, for each checkout', () => {
    const found = lookAt([
      script(WIDGET_URL, forCheckout('A1')),
      script(`${GATEWAY}/v1/static/code/main.js`, MAIN),
      script(`${GATEWAY}/v1/static/code/part.js`, PART),
      script(`${GATEWAY}/frame.js`, 'frame()', GATEWAY),
    ])
    expect(found.scripts.map(({ gateway }) => gateway).sort()).toEqual([
      'covered',
      'covered',
      'own frame',
      'published',
    ])
    const given = { acceptedAt: '', gateway: GATEWAY }
    const accepted = acceptedOf(found, undefined, given)
    expect(accepted.scripts.map(({ purpose }) => purpose)).not.toContain('')
    expect(compare(lookAt([script(WIDGET_URL, forCheckout('B2'))]), accepted)).toEqual([])
  })

  it.each([
    ['is not what it publishes', script(WIDGET_URL, forCheckout('A1', widgetOf('steal()')))],
    ['has more behind its end', script(WIDGET_URL, `${forCheckout('A1')}steal()`)],
    ['is not covered by its widget', script(`${GATEWAY}/v1/static/code/main.js`, 'steal()')],
    ['is another one in its frame', script('https://evil.example/a.js', 'steal()', GATEWAY)],
    [
      'is of another gateway',
      script('https://evil.example/v1/paymentWidgets.js', forCheckout('A1')),
    ],
  ])('one that %s is a finding', (_, added) => {
    const accepted = acceptedOf(lookAt([]), undefined, { acceptedAt: '', gateway: GATEWAY })
    expect(compare(lookAt([added]), accepted)).toMatchObject([{ kind: 'new script' }])
  })

  it('are not asked of an answer that names no hash', () => {
    expect(publishedHash(`{"integrity":"${published}"}`)).toBe(published)
    expect(() => publishedHash('<h1>Not found</h1>')).toThrow('names no hash')
  })
})
