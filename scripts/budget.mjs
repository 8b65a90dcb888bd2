/**
 * Weighs what a shopper's browser loads, compressed with brotli as it is served, and fails above a
 * gate: `node scripts/budget.mjs`. The stretch is what we aim for.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { importTypeScript } from './import-typescript.mjs'
import { ROOT } from './prepare/root.mjs'

/** In bytes; a kB has 1000 of them. */
const BUDGETS = {
  script: { gate: 32_000, stretch: 26_000 },
  frame: { gate: 6_000, stretch: 4_000 },
  page: { gate: 4_000, stretch: 3_000 },
  form: { gate: 6_000, stretch: 3_000 },
  authentication: { gate: 4_000, stretch: 3_000 },
  language: { gate: 3_500, stretch: 2_500 },
}

/** As long as addresses are in production. */
const BASE = 'https://pay.example.com'
const CHECKOUT_ID = `${'0123456789ABCDEF'.repeat(2)}.prod01-vm-tx01`

const widgetScript = /** @type {typeof import('../server/api/pages/widget-script.ts')} */ (
  await importTypeScript('server/api/pages/widget-script.ts')
)
const localeFiles = /** @type {typeof import('../server/api/pages/locale-files.ts')} */ (
  await importTypeScript('server/api/pages/locale-files.ts')
)
const codeFiles = /** @type {typeof import('../server/api/pages/code-files.ts')} */ (
  await importTypeScript('server/api/pages/code-files.ts')
)
const { cardBrands } = /** @type {typeof import('../common/brands.ts')} */ (
  await importTypeScript('common/brands.ts')
)
const frameDocument = /** @type {typeof import('../widget/frames/document.ts')} */ (
  await importTypeScript('widget/frames/document.ts')
)

const code = codeFiles.codeFiles(builtCode())
const weights = [
  await weighScript(),
  weighAuthenticationPage(),
  ...weighCode(),
  ...weighFrames(),
  ...weighLanguages(),
]
for (const { name, bytes, gate, stretch } of weights) {
  const verdict = bytes > gate ? 'TOO HEAVY' : bytes > stretch ? 'ok' : 'ok, stretch met'
  const limits = `gate ${gate}, stretch ${stretch}`
  process.stdout.write(
    `${name.padEnd(18)}${String(bytes).padStart(6)} bytes (${limits}) ${verdict}\n`,
  )
}
process.exitCode = weights.some(({ bytes, gate }) => bytes > gate) ? 1 : 0

/** With its table of languages, as `GET /v1/paymentWidgets.js` answers it. */
async function weighScript() {
  const bundle = readFileSync(join(ROOT, 'dist/widget/paymentWidgets.js'), 'utf8')
  const locales = localeFiles.localeTable(BASE, localeFiles.localeFiles())
  const script = widgetScript.createWidgetScript(bundle, {
    base: BASE,
    locales,
    code: codeFiles.codeTable(code),
  })
  const body = await script.brotli({ checkoutId: CHECKOUT_ID, registration: false })
  return { name: 'paymentWidgets.js', bytes: body.length, ...BUDGETS.script }
}

/** @returns {Record<string, string>} */
function builtCode() {
  const folder = join(ROOT, 'dist/code')
  const files = readdirSync(folder)
  return Object.fromEntries(
    files.map((file) => [parse(file).name, readFileSync(join(folder, file), 'utf8')]),
  )
}

function weighCode() {
  const budgets = /** @type {Record<string, { gate: number, stretch: number }>} */ (BUDGETS)
  return [...code].map(([name, { body }]) => {
    return { name: `code ${name}`, bytes: brotliBytes(body), ...(budgets[name] ?? BUDGETS.form) }
  })
}

function weighFrames() {
  const folders = /** @type {const} */ ({ 'card.number': 'number-frame', 'card.cvv': 'code-frame' })
  return /** @type {const} */ (['card.number', 'card.cvv']).map((field) => {
    const script = readFileSync(join(ROOT, 'dist', folders[field], 'frame.js'), 'utf8')
    const instance = '0123456789abcdef'.repeat(2)
    const query = { field, instance, parent: BASE, checkoutId: CHECKOUT_ID }
    const nonce = 'bm9uY2Ugb2YgMTYgYnl0ZXM'
    const brands = cardBrands.map(({ name }) => name)
    const bytes = brotliBytes(frameDocument.renderFrameDocument({ query, brands, script, nonce }))
    return { name: `frame ${field}`, bytes, ...BUDGETS.frame }
  })
}

/** The script that is inline in the page on which a cardholder is authenticated. */
function weighAuthenticationPage() {
  const script = readFileSync(join(ROOT, 'dist/authentication-page/page.js'))
  return { name: 'authentication', bytes: brotliBytes(script), ...BUDGETS.page }
}

/** The heaviest language, and any other that is too heavy. */
function weighLanguages() {
  const weighed = [...localeFiles.localeFiles()].map(([code, { body }]) => {
    return { name: `language ${code}`, bytes: brotliBytes(body), ...BUDGETS.language }
  })
  const heaviest = Math.max(...weighed.map(({ bytes }) => bytes))
  return weighed.filter(({ bytes, gate }) => bytes === heaviest || bytes > gate)
}

/** @param {string | Buffer} body */
function brotliBytes(body) {
  return brotliCompressSync(body).length
}
