import type { Page } from '@playwright/test'
import { ofThisRound, RUNS_ALL } from '../scripts/rounds.mjs'
import { visa } from './support/card-form.ts'
import { recordConsole } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

/** What scripts of shops do to the browser's objects, by what they are. */
const PAGES: Readonly<Record<string, string>> = {
  'a method for every object': 'Object.prototype.clone = function () { return this }',
  'a value for every object': 'Object.prototype.settings = { debug: true }',
  'Array.from of an old MooTools':
    'Array.from = (list) => (list == null ? [] : Array.prototype.slice.call(list))',
  // Array.prototype.entries of its Enumerable answers the elements; elements have methods of the same names.
  'a library like Prototype 1.7': `
    Array.from = (list) => (list ? Array.prototype.slice.call(list) : [])
    Array.prototype.entries = Array.prototype.toArray = function () { return this.slice() }
    Array.prototype.find = Array.prototype.detect = function (test, context) {
      for (let at = 0; at < this.length; at++) if (test.call(context, this[at], at)) return this[at]
    }
    Array.prototype.each = Array.prototype.forEach
    Array.prototype.first = function () { return this[0] }
    Object.values = (object) => { const all = []; for (const name in object) all.push(object[name]); return all }
    HTMLElement.prototype.remove = function () { this.parentNode.removeChild(this); return this }
    HTMLElement.prototype.scrollTo = HTMLElement.prototype.scrollIntoView
    HTMLElement.prototype.show = HTMLElement.prototype.update = function () { return this }
    window.Element = function Element(name) { return document.createElement(name) }
    window.Event = Object.assign(() => {}, { observe() {}, stopObserving() {} })
    String.prototype.startsWith = function (text) { return this.lastIndexOf(text, 0) === 0 }`,
}

for (const [name, code] of Object.entries(PAGES)) {
  test(`a page with ${name} pays by card`, async ({ merchantPage }) => {
    const checkout = await merchantPage.open({ head: `<script>${code}</script>` })
    await merchantPage.form.fill(visa)
    await merchantPage.expectPaid(checkout)
  })
}

const HOLDERS =
  'Array Promise Object String Map Set WeakMap RegExp Number Element HTMLElement Node Document EventTarget DOMTokenList'
const FUNCTIONS =
  'JSON.stringify JSON.parse Reflect.apply Math.max queueMicrotask requestAnimationFrame fetch'

/** There are some 450; each takes a page. */
const EACH_DAY = 10

/** The functions of the platform that a page can replace, as expressions. */
function replaceable(page: Page): Promise<string[]> {
  return page.evaluate(
    ([holders = '', functions = '']) => {
      const methodsOf = (path: string, holder: object) =>
        Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([name, { value }]) =>
          typeof value === 'function' && name !== 'constructor' && name !== 'prototype'
            ? [`${path}.${name}`]
            : [],
        )
      const ofHolders = holders.split(' ').flatMap((name) => {
        const holder = (window as unknown as Record<string, { prototype: object }>)[name]
        return holder === undefined
          ? []
          : [...methodsOf(name, holder), ...methodsOf(`${name}.prototype`, holder.prototype)]
      })
      return [...ofHolders, ...functions.split(' ')]
    },
    [HOLDERS, FUNCTIONS],
  )
}

test('whichever built-in function a page breaks, there is a whole form, or words say why not', async ({
  merchantPage,
}) => {
  test.setTimeout(1_800_000)
  const { page, form } = merchantPage
  const names = ofThisRound(await replaceable(page), RUNS_ALL ? undefined : EACH_DAY)
  expect(names.length).toBeGreaterThanOrEqual(EACH_DAY)
  const silent: string[] = []
  for (const name of names) {
    const lines = recordConsole(page)
    const code = `${name} = function () { throw new Error('replaced by the page') }`
    await merchantPage.visit({ head: `<script>${code}</script>` })
    // The words come after 10 s.
    const words = expect.poll(() => lines.join(), { timeout: 20_000 }).toMatch(/built-in functions/)
    await Promise.any([form.ready(), words]).catch(() => silent.push(`${name}: ${lines.join()}`))
    page.removeAllListeners('console')
  }
  expect(silent).toEqual([])
})
