import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { detectBrands } from '../../../../common/brands.ts'
import { passesLuhn } from '../../../../common/luhn.ts'
import { simulatedBehaviour } from '../../../methods/connectors/simulator/outcomes.ts'
import { documentParts } from '../../../process/routes.ts'
import { structures } from '../../../wire/openapi/structures.ts'
import { takenParameters } from '../../../wire/openapi/taken-parameters.ts'
import { allResultCodes } from '../../../wire/results/catalogue.ts'
import { html, prose } from './markup.ts'
import { referencePage } from './page.ts'
import { codeGroups } from './result-groups.ts'
import { authenticatedCards, simulatedOutcomes, testCards } from './test-data.ts'

const parts = documentParts('https://pay.example.com', 'test')
const page = referencePage(parts)

/** What stands between the tags of one name. */
function inline(tag: string): readonly string[] {
  const found = page.html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))
  return [...found].map(([, text = '']) => text)
}

test('allows its own scripts and styles by hash, and nothing else', () => {
  for (const text of [...inline('script'), ...inline('style')]) {
    const hash = createHash('sha256').update(text).digest('base64')
    expect(page.csp).toContain(`'sha256-${hash}'`)
  }
  expect(inline('script')).toHaveLength(2)
  expect(page.csp).toContain("default-src 'none'")
  expect(page.csp).not.toContain('unsafe')
  expect(page.html).not.toMatch(/ style="| on[a-z]+="/)
})

test('loads nothing from another address', () => {
  expect(page.html).not.toMatch(/<(?:script|img|iframe)[^>]*\ssrc=|@import|url\(/)
  const linked = [...page.html.matchAll(/<link[^>]*href="([^"]*)/g)].map(([, href]) => href)
  expect(linked.filter((href) => !href?.startsWith('data:'))).toEqual([])
})

test('shows every parameter that an operation takes, and every result code, once', () => {
  const ids = [...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const names = (['payments.create', 'checkouts.create', 'checkouts.submit', 'status'] as const)
    .flatMap(takenParameters)
    .map(({ name }) => name)
  expect(ids).toEqual(expect.arrayContaining(names))
  expect(ids).toEqual(expect.arrayContaining(allResultCodes().map(({ code }) => `code-${code}`)))
})

test('has no dead link', () => {
  const ids = new Set([...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...page.html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
})

test('shows which operation requires which parameter', () => {
  const parameters = structures(parts.routes).flatMap((structure) => structure.parameters)
  const of = (name: string) => parameters.find((parameter) => parameter.name === name)
  expect(of('card.number')).toMatchObject({
    takenBy: [
      'Payment',
      'Submit',
      'Submit, storing',
      'Registration',
      'Authentication',
      'Risk check',
      'Wallet token',
    ],
    requiredBy: ['Authentication', 'Wallet token'],
  })
  expect(of('entityId')?.requiredBy).toContain('Payment')
  expect(of('paymentType')?.formats).toEqual([
    {
      words: 'one of PA, DB, CD',
      labels: ['Payment', 'Checkout', 'Checkout update', 'Stored payment'],
    },
    { words: 'one of CP, RV, RF, RB', labels: ['Reference'] },
    { words: 'only PA', labels: ['Hold change'] },
    { words: 'only TE', labels: ['Extension'] },
    { words: 'one of 3D, PA, DB, CD', labels: ['Authentication'] },
    { words: 'one of RI, PA, DB, CD', labels: ['Risk check'] },
  ])
})

test('has a title for every group of the catalogue', () => {
  const groups = codeGroups()
  expect(groups.flatMap(({ codes }) => codes)).toHaveLength(allResultCodes().length)
  expect(groups.filter(({ name, title }) => name === title)).toEqual([])
})

test('shows test cards of the right brand, and outcomes that the simulator knows', () => {
  for (const { brand, number, code } of testCards) {
    const digits = number.replaceAll(' ', '')
    expect(passesLuhn(digits)).toBe(true)
    expect(detectBrands(digits)).toContain(brand)
    expect(code).toBe(brand === 'AMEX' ? '4 digits' : '3 digits')
  }
  const refused = { kind: 'atOnce', outcome: { kind: 'declined', code: '600.200.810' } }
  for (const { send } of simulatedOutcomes) {
    expect(simulatedBehaviour({ SIMULATOR_outcome: send }, undefined)).not.toEqual(refused)
  }
})

test('shows every card of the simulated issuer, and no plain test card among them', () => {
  const numbers = authenticatedCards.flatMap((cards) => cards.numbers)
  for (const number of numbers) expect(page.html).toContain(`<code>${number}</code>`)
  const plain = testCards.map(({ number }) => number.replaceAll(' ', ''))
  expect(plain.filter((number) => numbers.includes(number))).toEqual([])
})

test('shows no test data in live', () => {
  const live = referencePage(documentParts('https://pay.example.com', 'live'))
  expect(live.html).not.toContain('id="testing"')
  expect(live.html).not.toContain('href="#testing"')
  const ofTests = /\/test\/|SIMULATOR_|id="testClock"|id="walletToken"/
  expect(ofTests.test(live.html.replaceAll('<wbr>', ''))).toBe(false)
  expect(ofTests.test(page.html.replaceAll('<wbr>', ''))).toBe(true)
  const links = [...live.html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !live.html.includes(`id="${id}"`))).toEqual([])
})

test('escapes the texts that it shows', () => {
  expect(html`<p title="${'"'}">${'<b>'}${[1, html`<i></i>`]}${undefined}</p>`.text).toBe(
    '<p title="&quot;">&lt;b&gt;1<i></i></p>',
  )
  expect(prose('see `a<b` there').text).toBe('see <code>a&lt;b</code> there')
})
