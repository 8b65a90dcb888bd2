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
  script: { gate: 5_730, stretch: 3_500 },
  main: { gate: 31_000, stretch: 23_000 },
  frame: { gate: 8_200, stretch: 4_000 },
  code: { gate: 5_000, stretch: 3_000 },
  frameDetails: { gate: 9_640, stretch: 6_000 },
  borrowing: { gate: 800, stretch: 500 },
  /** Not compressed, as it stands in a document (`appended-brotli.ts`). */
  font: { gate: 4_200, stretch: 2_000 },
  cardForm: { gate: 46_100, stretch: 33_000 },
  everyForm: { gate: 108_350, stretch: 48_000 },
  everyFormLive: { gate: 111_350, stretch: 48_000 },
  page: { gate: 4_000, stretch: 3_000 },
  form: { gate: 6_000, stretch: 3_000 },
  marks: { gate: 5_900, stretch: 6_000 },
  submit: { gate: 7_500, stretch: 3_000 },
  authentication: { gate: 4_000, stretch: 3_000 },
  language: { gate: 3_500, stretch: 2_500 },
  backOffice: { gate: 90_000, stretch: 60_000 },
}

/** As long as addresses are in production. */
const BASE = 'https://pay.example.com'
const CHECKOUT_ID = `${'0123456789ABCDEF'.repeat(2)}.prod01-vm-tx01`

const widgetScript = /** @type {typeof import('../server/widget-host/widget-script.ts')} */ (
  await importTypeScript('server/widget-host/widget-script.ts')
)
const localeFiles = /** @type {typeof import('../server/widget-host/locale-files.ts')} */ (
  await importTypeScript('server/widget-host/locale-files.ts')
)
const codeFiles = /** @type {typeof import('../server/widget-host/code-files.ts')} */ (
  await importTypeScript('server/widget-host/code-files.ts')
)
const { cardBrands } = /** @type {typeof import('../common/brands.ts')} */ (
  await importTypeScript('common/brands.ts')
)
const frameDocuments = /** @type {typeof import('../server/widget-host/frame-documents.ts')} */ (
  await importTypeScript('server/widget-host/frame-documents.ts')
)

const code = codeFiles.codeFiles(builtCode(), 'test')
const liveCode = codeFiles.codeFiles(builtCode(), 'live')
const weights = [
  await weighScript(),
  weighAuthenticationPage(),
  ...weighCode(code),
  ...weighCode(onlyIn(liveCode, code)),
  ...(await weighFrames()),
  ...weighLanguages(),
  weighBackOffice(),
]
weights.push(weighCardForm(), weighEveryForm('every form', code))
// A page has the simulated wallets or those of their providers.
weights.push({ ...weighEveryForm('every form, live', liveCode), gate: BUDGETS.everyFormLive.gate })
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

/**
 * @param {typeof code} files
 * @param {typeof code} others
 */
function onlyIn(files, others) {
  return new Map([...files].filter(([name]) => !others.has(name)))
}

/** @param {typeof code} files */
function weighCode(files) {
  const budgets = /** @type {Record<string, { gate: number, stretch: number }>} */ (BUDGETS)
  return [...files].map(([name, { body }]) => {
    return { name: `code ${name}`, bytes: brotliBytes(body), ...(budgets[name] ?? BUDGETS.form) }
  })
}

/** With the parameters of an answer at their end, as the gateway sends them. */
async function weighFrames() {
  const script = (/** @type {string} */ folder) =>
    readFileSync(join(ROOT, 'dist', folder, 'frame.js'), 'utf8')
  const documents = frameDocuments.createFrameDocuments({
    both: script('number-frame'),
    code: script('code-frame'),
    borrowing: script('borrowing-frame'),
    details: script('details-frame'),
    font: script('font-frame'),
  })
  const instance = '0123456789abcdef'.repeat(2)
  const place = { instance, parent: BASE, checkoutId: CHECKOUT_ID }
  const known = { parent: BASE, brands: cardBrands.map(({ name }) => name) }
  /** @type {readonly [string, { gate: number, stretch: number }, import('../common/widget-wire.ts').FrameQuery][]} */
  const frames = [
    ['number', BUDGETS.frame, { field: 'card.number', ...place }],
    ['code', BUDGETS.borrowing, { field: 'card.cvv', withNumber: '1', ...place }],
    ['number, details', BUDGETS.frameDetails, { field: 'card.number', withDetails: '1', ...place }],
    ['code alone', BUDGETS.code, { field: 'card.cvv', ...place }],
  ]
  const weighed = await Promise.all(
    frames.map(async ([name, budget, query]) => {
      const { length } = await documents(query, known).brotli()
      return { name: `frame ${name}`, bytes: length, ...budget }
    }),
  )
  const font = { name: 'frame font', bytes: script('font-frame').length, ...BUDGETS.font }
  return [...weighed, font]
}

/** The script that is inline in the page on which a cardholder is authenticated. */
function weighAuthenticationPage() {
  const script = readFileSync(join(ROOT, 'dist/authentication-page/page.js'))
  return { name: 'authentication', bytes: brotliBytes(script), ...BUDGETS.page }
}

/** All that a card form loads until it is ready, in the heaviest language. */
function weighCardForm() {
  const parts = ['paymentWidgets.js', 'code main', 'frame number', 'frame code']
  const loaded = weights.filter(({ name }) => parts.includes(name))
  const languages = [...localeFiles.localeFiles()].filter(([code]) => !code.includes('/'))
  const heaviest = Math.max(...languages.map(([, { body }]) => brotliBytes(body)))
  const bytes = loaded.reduce((sum, weight) => sum + weight.bytes, heaviest)
  return { name: 'whole card form', bytes, ...BUDGETS.cardForm }
}

/**
 * The card form and all code that the widget ever fetches in an environment, with all texts of a language.
 * @param {string} name
 * @param {typeof code} files
 */
function weighEveryForm(name, files) {
  const names = [...files.keys()].filter((each) => each !== 'main').map((each) => `code ${each}`)
  const fetched = weights.filter((weight) => names.includes(weight.name))
  const languages = [...localeFiles.localeFiles()].filter(([code]) => code.startsWith('fetched/'))
  const heaviest = Math.max(...languages.map(([, { body }]) => brotliBytes(body)))
  const bytes = fetched.reduce(
    (sum, weight) => sum + weight.bytes,
    weighCardForm().bytes + heaviest,
  )
  return { name, bytes, ...BUDGETS.everyForm }
}

/**
 * What the back office loads until its first page is there: the document, what this names, the list of
 * payments with all that it imports, and the heaviest language.
 */
function weighBackOffice() {
  const folder = join(ROOT, 'dist/backoffice/assets')
  const all = readdirSync(folder)
  const sizeOf = (/** @type {string} */ file) => brotliBytes(readFileSync(join(folder, file)))
  const texts = all.filter((file) => /^[a-z]{2}(-[a-z]+)?-[\w-]{8}\.js$/.test(file))
  const index = readFileSync(join(ROOT, 'dist/backoffice/index.html'), 'utf8')
  const named = all.filter((file) => index.includes(file))
  const first = all.filter((file) => file.startsWith('payments-page-'))
  const loaded = new Set([...named, ...first])
  for (const file of loaded) {
    const code = readFileSync(join(folder, file), 'utf8')
    for (const [, target = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) loaded.add(target)
  }
  const heaviest = Math.max(...texts.map(sizeOf))
  const bytes = [...loaded].reduce(
    (sum, file) => sum + sizeOf(file),
    heaviest + brotliBytes(Buffer.from(index)),
  )
  return { name: 'back office', bytes, ...BUDGETS.backOffice }
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
