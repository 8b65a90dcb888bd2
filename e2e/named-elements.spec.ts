import { ofThisRound, RUNS_ALL } from '../scripts/rounds.mjs'
import { visa } from './support/card-form.ts'
import { recordConsole } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

/** There are some 300 of a form and 250 of the document; each takes a page. */
const EACH_DAY = 8

/** Members that elements of a page hide when they are named so, and names under which Preact keeps something. */
const MEMBERS = `(kind) => {
  const names = new Set(kind === 'form' ? ['l', '__k', '__e'] : [])
  const holder = kind === 'form' ? HTMLFormElement.prototype : Document.prototype
  for (let at = holder; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  names.delete('constructor')
  return [...names]
}`

/** Puts an element of this name into the form when it is ready, as pages do with fields of their own. */
const adding = (names: readonly string[], make: string) => `
  onReady() {
    const form = document.querySelector('form.wpwl-form')
    for (const name of ${JSON.stringify(names)}) {
      const box = document.createElement('div')
      box.innerHTML = ${make}
      form.append(box)
    }
  }`

/** Members of the document that the widget's code reads while it draws a form. */
const READ =
  'body head createElement createElementNS importNode querySelector querySelectorAll addEventListener removeEventListener documentElement readyState currentScript activeElement adoptedStyleSheets getElementById getElementsByName title baseURI visibilityState hasFocus defaultView scripts'.split(
    ' ',
  )

const FIELD = '\'<input type="checkbox" name="\' + name + \'">\''
const BUTTON = '\'<button type="button" id="\' + name + \'">More</button>\''

test('a form pays with a field for each of its members in it', async ({ merchantPage }) => {
  const names = (await merchantPage.page.evaluate(`(${MEMBERS})('form')`)) as string[]
  expect(names.length).toBeGreaterThan(250)
  const checkout = await merchantPage.open({ options: adding(names, FIELD) })
  await merchantPage.form.fill(visa)
  await merchantPage.expectPaid(checkout)
})

test('a form pays with a button for each of its members in it', async ({ merchantPage }) => {
  const names = (await merchantPage.page.evaluate(`(${MEMBERS})('form')`)) as string[]
  const checkout = await merchantPage.open({ options: adding(names, BUTTON) })
  await merchantPage.form.fill(visa)
  await merchantPage.expectPaid(checkout)
})

test('a field that hides a member is sent, asked for where it is required, and submits where it is a button', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const make = `'<input name="customParameters[SHOPPER_note]" id="elements" value="one"><button id="parentNode">Order</button><input id="contains" required>'`
  await merchantPage.open({ options: adding(['x'], make) })
  await form.fill(visa)
  // Playwright itself goes up by parentNode.
  await page.waitForFunction(() => document.getElementById('parentNode')?.hasAttribute('form'))
  const sent = page.waitForRequest(
    (request) => request.url().includes('/payment') && request.method() === 'POST',
  )
  await page.getByRole('button', { name: 'Order' }).click()
  await expect(page.locator('[id=contains]')).toBeFocused()
  await page.locator('[id=contains]').fill('yes')
  await page.getByRole('button', { name: 'Order' }).click()
  expect((await sent).postData()).toContain(encodeURIComponent('customParameters[SHOPPER_note]'))
  await merchantPage.result()
})

test('whichever member of the form a field hides, the form pays', async ({ merchantPage }) => {
  test.setTimeout(1_800_000)
  const all = (await merchantPage.page.evaluate(`(${MEMBERS})('form')`)) as string[]
  const names = ofThisRound(all, RUNS_ALL ? undefined : EACH_DAY)
  const failed: string[] = []
  for (const name of names) {
    for (const make of [FIELD, BUTTON]) {
      try {
        const checkout = await merchantPage.open({ options: adding([name], make) })
        await merchantPage.form.fill(visa)
        await merchantPage.expectPaid(checkout)
      } catch (error) {
        failed.push(`${name}: ${String(error).slice(0, 200)}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('whichever member of the document an element hides, there is a whole form, or words say why not', async ({
  merchantPage,
}) => {
  test.setTimeout(1_800_000)
  const { page, form } = merchantPage
  const all = (await page.evaluate(`(${MEMBERS})('document')`)) as string[]
  const read = ofThisRound(READ, RUNS_ALL ? undefined : EACH_DAY)
  const names = new Set([...read, ...ofThisRound(all, RUNS_ALL ? undefined : EACH_DAY)])
  const silent: string[] = []
  for (const name of names) {
    const lines = recordConsole(page)
    await merchantPage.visit({
      body: ({ options, form, script }) => `<img name="${name}" alt="">${options}${form}${script}`,
    })
    const words = expect
      .poll(() => lines.join(), { timeout: 20_000 })
      .toMatch(new RegExp(`document\\.${name}\\b`))
    await Promise.any([form.ready(), words]).catch(() => silent.push(`${name}: ${lines.join()}`))
    page.removeAllListeners('console')
  }
  expect(silent).toEqual([])
})
