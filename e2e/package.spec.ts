import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { packClient } from '../scripts/package/pack.mjs'
import { CardForm } from './support/card-form.ts'
import { expect, test } from './support/test.ts'

/** The package of its types is not installed here. */
const REACT_DOM = `declare module 'react-dom/client' {
  export function createRoot(place: Element): { render(made: unknown): void; unmount(): void }
}`

/** What a shop that takes the package from its tarball writes, in TypeScript. */
const PROGRAM = `
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { PaymentWidget } from 'tillgate-client/react'
import { defineTillgateWidget } from 'tillgate-client/element'
import type { WpwlOptions } from 'tillgate-client/widget'
import type { PaymentAnswer } from 'tillgate-client/types'

declare global {
  interface Window {
    shop: { gateway: string; first: string; second: string }
    ready: number
    last?: PaymentAnswer
  }
}

window.ready = 0
const { gateway, first, second } = window.shop

function Shop() {
  const [label, setLabel] = useState('Order now')
  const options: WpwlOptions = { labels: { submit: label }, onReady: () => { window.ready++ } }
  return createElement('section', null,
    createElement('button', { onClick: () => setLabel('Order for sure') }, 'Change'),
    createElement(PaymentWidget, { gateway, checkoutId: first, brands: 'VISA', shopperResultUrl: location.origin + '/result', options }))
}

export function showReact() {
  const root = createRoot(document.querySelector('#react') as Element)
  root.render(createElement(StrictMode, null, createElement(Shop)))
  return () => root.unmount()
}

export function showWithoutGateway() {
  const root = createRoot(document.querySelector('#react') as Element)
  root.render(createElement(PaymentWidget, {
    gateway: location.origin + '/nothing',
    entityId: 'a channel',
    options: { onError: ({ name, event }) => { document.title = name + ' ' + event } },
  }))
  return () => root.unmount()
}

export function showElement() {
  defineTillgateWidget()
  defineTillgateWidget()
  const element = document.createElement('tillgate-widget')
  element.options = { style: 'plain' }
  element.setAttribute('gateway', gateway)
  element.setAttribute('checkout-id', second)
  element.setAttribute('shopper-result-url', location.origin + '/result')
  document.querySelector('#element')?.append(element)
  return () => element.remove()
}
Object.assign(window, { showReact, showElement, showWithoutGateway })
`

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM'],
    types: [],
    strict: true,
    noEmit: true,
  },
  include: ['*.ts'],
}

const TYPESCRIPT = resolve('node_modules/typescript/bin/tsc')

let folder = ''
let program = ''

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-package-'))
  const packages = join(folder, 'node_modules')
  const place = join(packages, 'tillgate-client')
  mkdirSync(place, { recursive: true })
  const { file } = packClient(folder)
  execFileSync('tar', ['xzf', file, '-C', place, '--strip-components=1'])
  for (const name of ['react', 'react-dom', 'scheduler', '@types', 'csstype']) {
    symlinkSync(resolve('node_modules', name), join(packages, name))
  }
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  writeFileSync(join(folder, 'react-dom.d.ts'), REACT_DOM)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { lib: { entry: 'program.ts', formats: ['iife'], name: 'shop', fileName: 'program' } },
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  program = readFileSync(join(folder, 'dist/program.iife.js'), 'utf8')
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the types of the package fit a program that has only its tarball', () => {
  const { stdout } = spawnSync(process.execPath, [TYPESCRIPT, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

test('a program without a document can import the wrappers', () => {
  const code =
    "import { defineTillgateWidget } from 'tillgate-client/element'; import 'tillgate-client/react'; defineTillgateWidget()"
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder })
})

test('the component of React and the custom element show, change and remove the widget', async ({
  merchantPage,
  gateway,
  server,
}) => {
  const { page } = merchantPage
  const second = await gateway.createCheckout()
  await page.route('**/program.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: program }),
  )
  const first = await merchantPage.visit({
    body: ({ checkout }) => {
      const shop = { gateway: server.url, first: checkout.id, second: second.id }
      return `<div id="react"></div><div id="element"></div>
        <script>window.shop = ${JSON.stringify(shop)}</script><script src="/program.js"></script>`
    },
  })
  await page.evaluate('window.removeReact = showReact(); undefined')
  const form = new CardForm(page.locator('#react'))
  await form.ready()
  await expect(page.locator('.wpwl-container')).toHaveCount(1)
  await expect.poll(() => page.evaluate('ready')).toBe(1)
  await expect(form.payButton).toHaveAccessibleName(/Order now/)
  await form.fill()
  await page.getByText('Change').click()
  await expect(form.payButton).toHaveAccessibleName(/Order for sure/)
  await expect(form.holder).not.toHaveValue('')
  await page.evaluate('removeReact()')
  await expect(page.locator('iframe, .wpwl-container, script[src*=paymentWidgets]')).toHaveCount(0)

  const asked = page.waitForRequest(/paymentWidgets\.js\?entityId=a%20channel$/)
  await page.route('**/nothing/**', (route) => route.abort())
  await page.evaluate('window.removeReact = showWithoutGateway(); undefined')
  await asked
  await expect(page).toHaveTitle('WidgetError load_failed')
  await page.evaluate('removeReact()')

  await page.evaluate('window.removeElement = showElement(); undefined')
  const other = new CardForm(page.locator('tillgate-widget'))
  await other.ready()
  await other.fill()
  await other.pay()
  await merchantPage.result()
  await merchantPage.expectStatus(second, '000.100.110')
  await merchantPage.expectStatus(first, '000.200.000')
})
