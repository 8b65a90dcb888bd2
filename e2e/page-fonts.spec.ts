import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../server/testing/command.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../server/testing/server-process.fixture.ts'
import { madeFont } from './support/made-font.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { SECURED, SecuredCardForm } from './support/secured-card-form.ts'
import { test as base, expect } from './support/test.ts'

interface FontServer {
  readonly origin: string
  /** Paths that were asked for. */
  readonly asked: string[]
  close(): void
}

const FILES: Readonly<Record<string, Buffer>> = {
  '/even.woff2': madeFont(),
  '/uneven.woff2': madeFont({ '1': 900 }),
  '/ligature.woff2': madeFont({}, { of: '12', isRequired: false }),
  '/required-pair.woff2': madeFont({}, { of: '12', isRequired: true }),
  '/required-three.woff2': madeFont({}, { of: '123', isRequired: true }),
}

/** Serves the made fonts to pages of all origins; other paths never get an answer. */
async function startFontServer(): Promise<FontServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const file = FILES[path]
    if (file === undefined) return
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'font/woff2' })
    response.end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const test = base.extend<
  object,
  { readonly fonts: FontServer; readonly foreign: FontServer; readonly server: ServerProcess }
>({
  fonts: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const server = await startFontServer()
      await use(server)
      server.close()
    },
    { scope: 'worker' },
  ],
  foreign: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const server = await startFontServer()
      await use(server)
      server.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ fonts }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-e2e-'))
      const server = await startServerProcess({ dataDir, withShop: true })
      const settings = join(dataDir, 'settings.json')
      await writeFile(settings, JSON.stringify({ checkouts: { fontOrigins: [fonts.origin] } }))
      const words = ['entity', 'set', processDemo.entityId, '--merge', settings]
      expect(await runCommand(words, { dataDir })).toMatchObject({ code: 0 })
      const parent = encodeURIComponent('https://shop.example')
      const query = `field=card.cvv&instance=${'a'.repeat(32)}&parent=${parent}&entityId=${processDemo.entityId}`
      const policy = async () =>
        (await fetch(`${server.url}/v1/pciIframe.html?${query}`)).headers.get(
          'content-security-policy',
        )
      // A running gateway follows its settings within a second.
      await expect.poll(policy).toContain(`font-src ${fonts.origin};`)
      await use(server)
      await server.interrupt()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

const head = (file: string) =>
  `<style>.wpwl-control { --tillgate-font-file: url("${file}"); font-family: Arial, sans-serif }</style>`

/** Lines of the console about a font. */
function warningsOf({ page }: MerchantPage): readonly string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('is not used in the secured field')) lines.push(message.text())
  })
  return lines
}

test.beforeEach(({ fonts, foreign }) => {
  fonts.asked.length = 0
  foreign.asked.length = 0
})

test('the secured fields draw in the font of the page, loaded once before anything is typed', async ({
  merchantPage,
  fonts,
}) => {
  const { form } = merchantPage
  const warnings = warningsOf(merchantPage)
  const checkout = await merchantPage.open({ head: head(`${fonts.origin}/even.woff2`) })
  for (const input of [form.number, form.code])
    await expect(input).toHaveCSS('font-family', /^tillgate-own, ?arial/i)
  const asked = fonts.asked.length
  expect(new Set(fonts.asked)).toEqual(new Set(['/even.woff2']))
  await form.fill()
  // Sixteen digits and three blanks of 1.2 times the size: wider than in any font of a system.
  const width = await form.number.evaluate((input: HTMLInputElement) => {
    const size = Number.parseFloat(getComputedStyle(input).fontSize)
    return input.scrollWidth / size
  })
  expect(width).toBeGreaterThan(19 * 1.15)
  expect(fonts.asked).toHaveLength(asked)
  expect(warnings).toEqual([])
  await merchantPage.expectPaid(checkout)
})

test('expiry and holder draw in the font of the page, too, where they are secured', async ({
  merchantPage,
  fonts,
}) => {
  const form = new SecuredCardForm(merchantPage.page)
  await merchantPage.visit({ head: head(`${fonts.origin}/even.woff2`), options: SECURED })
  for (const input of [form.number, form.code, form.expiry, form.holder])
    await expect(input).toHaveCSS('font-family', /^tillgate-own, ?arial/i)
})

test('a font of an origin that the channel does not list is not asked for, with a word', async ({
  merchantPage,
  foreign,
}) => {
  const { form } = merchantPage
  const warnings = warningsOf(merchantPage)
  await merchantPage.open({ head: head(`${foreign.origin}/even.woff2`) })
  await expect
    .poll(() => warnings)
    .toContainEqual(
      `${foreign.origin}/even.woff2 is not used in the secured field: its channel does not list ${foreign.origin} in the setting checkouts.fontOrigins`,
    )
  await expect(form.number).toHaveCSS('font-family', /^arial/i)
  expect(foreign.asked).toEqual([])
})

for (const name of ['uneven', 'required-pair']) {
  test(`a font whose digits are not equally wide is kept out, with a word: ${name}`, async ({
    merchantPage,
    fonts,
  }) => {
    const { form } = merchantPage
    const warnings = warningsOf(merchantPage)
    const file = `${fonts.origin}/${name}.woff2`
    const checkout = await merchantPage.open({ head: head(file) })
    await expect
      .poll(() => warnings)
      .toContainEqual(`${file} is not used in the secured field: its digits are not equally wide`)
    for (const input of [form.number, form.code])
      await expect(input).toHaveCSS('font-family', /^arial/i)
    await form.fill()
    await expect(form.number).toHaveCSS('font-family', /^arial/i)
    await merchantPage.expectPaid(checkout)
  })
}

test('ligatures of a font are off: digits that stand together are as wide as all others', async ({
  merchantPage,
  fonts,
}) => {
  const { form } = merchantPage
  await merchantPage.open({ head: head(`${fonts.origin}/ligature.woff2`) })
  await expect(form.number).toHaveCSS('font-family', /^tillgate-own/)
  const widths: number[] = []
  for (const digits of ['1212121212121212', '3434343434343434']) {
    await form.number.fill(digits)
    widths.push(await form.number.evaluate(({ scrollWidth }) => scrollWidth))
  }
  expect(widths[0]).toBe(widths[1])
  await expect(form.number).toHaveCSS('font-family', /^tillgate-own/)
})

test('a font that narrows three digits in a row is given up when they are typed', async ({
  merchantPage,
  fonts,
}) => {
  const { form } = merchantPage
  const warnings = warningsOf(merchantPage)
  const file = `${fonts.origin}/required-three.woff2`
  await merchantPage.open({ head: head(file) })
  await expect(form.number).toHaveCSS('font-family', /^tillgate-own/)
  await form.number.pressSequentially('412')
  await expect(form.number).toHaveCSS('font-family', /^tillgate-own/)
  await form.number.pressSequentially('3')
  await expect(form.number).toHaveCSS('font-family', /^arial/i)
  expect(warnings).toContainEqual(
    `${file} is not used in the secured field: its digits are not equally wide`,
  )
  await expect(form.number).toHaveValue('4123')
})

test('a font that never comes keeps nobody from typing, and is given up after three seconds', async ({
  merchantPage,
  fonts,
}) => {
  const { form } = merchantPage
  const warnings = warningsOf(merchantPage)
  const file = `${fonts.origin}/never.woff2`
  const checkout = await merchantPage.open({ head: head(file) })
  await form.fill()
  const typed = await form.number.inputValue()
  await expect
    .poll(() => warnings)
    .toContainEqual(`${file} is not used in the secured field: it did not come within 3 seconds`)
  await expect(form.number).toHaveValue(typed)
  await expect(form.number).toHaveCSS('font-family', /^arial/i)
  await merchantPage.expectPaid(checkout)
})
