/**
 * Writes widget/marks/kept-paths.ts: the marks of brands that the widget keeps of simple-icons (CC0). With
 * `--check` it writes nothing and fails when the file says something else.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as icons from 'simple-icons'
import { roundedPath } from './brand-marks/rounded-path.mjs'
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

const file = join(ROOT, 'widget/marks/kept-paths.ts')
const bySlug = new Map(Object.values(icons).map((icon) => [icon.slug, icon]))
const lines = KEPT.map((slug) => {
  const icon = bySlug.get(slug)
  if (icon === undefined) throw new Error(`simple-icons has no ${slug}`)
  return `  ${slug}: [\n    '#${icon.hex.toLowerCase()}',\n    '${roundedPath(icon.path)}',\n  ],\n`
})
const text = `/**
 * Marks of brands in a box of 24 × 24: their colour and path, out of simple-icons (CC0). Written by
 * \`node run.mjs brand-marks\`.
 */
export const keptPaths = {
${lines.join('')}} as const satisfies Readonly<Record<string, readonly [colour: string, path: string]>>
`

if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stdout.write('widget/marks/kept-paths.ts is stale: run node run.mjs brand-marks\n')
  process.exitCode = 1
}
