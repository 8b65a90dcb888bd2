/**
 * Writes widget/marks/kept-paths.ts: the marks of brands that the widget keeps of simple-icons (CC0). With
 * `--check` it writes nothing and fails when the file says something else.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as icons from 'simple-icons'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const KEPT = [
  'afterpay',
  'alipay',
  'applepay',
  'bitcoin',
  'googlepay',
  'klarna',
  'line',
  'paypal',
  'qiwi',
  'rakuten',
  'samsungpay',
  'sepa',
  'venmo',
  'wechat',
]

/**
 * A path with two decimals, a tenth of what can be seen: digits hardly compress. Only decimals change, as
 * paths write flags and numbers without anything between them.
 *
 * @param {string} path
 */
function shortened(path) {
  return path.replaceAll(/\.(\d{3,})/g, (_, decimals) => {
    const hundredths = Math.min(99, Math.round(Number(`0.${decimals}`) * 100))
    return `.${String(hundredths).padStart(2, '0')}`.replace(/(?<=\d)0$/, '')
  })
}

const file = join(ROOT, 'widget/marks/kept-paths.ts')
const bySlug = new Map(Object.values(icons).map((icon) => [icon.slug, icon]))
const lines = KEPT.map((slug) => {
  const icon = bySlug.get(slug)
  if (icon === undefined) throw new Error(`simple-icons has no ${slug}`)
  return `  ${slug}: [\n    '#${icon.hex.toLowerCase()}',\n    '${shortened(icon.path)}',\n  ],\n`
})
const text = `/**
 * Marks of brands in a box of 24 × 24: their colour and path, out of simple-icons (CC0). Written by
 * \`npm run brand-marks\`.
 */
export const keptPaths = {
${lines.join('')}} as const satisfies Readonly<Record<string, readonly [colour: string, path: string]>>
`

if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stdout.write('widget/marks/kept-paths.ts is stale: run npm run brand-marks\n')
  process.exitCode = 1
}
