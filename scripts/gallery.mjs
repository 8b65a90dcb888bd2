/**
 * Takes a picture of every form of the widget in every state, looks at each with axe, and writes one
 * page with all of them: gallery/index.html.
 *
 * npm run gallery -- --languages en,ar --themes light,dark --widths 320,1200 --forms card,wallets
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { galleryPage } from './gallery/page.mjs'
import { helpIfAsked } from './help.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const option = /** @type {const} */ ({ type: 'string' })
const { values } = parseArgs({
  options: { languages: option, themes: option, widths: option, forms: option },
})
const asked = Object.entries(values).map(([name, value]) => [
  `GALLERY_${name.toUpperCase()}`,
  value,
])

const folder = join(ROOT, 'gallery')
const pictures = join(folder, 'pictures')
rmSync(pictures, { recursive: true, force: true })
mkdirSync(pictures, { recursive: true })
const playwright = 'node_modules/@playwright/test/cli.js'
const { status } = spawnSync(
  process.execPath,
  [playwright, 'test', '--config', 'e2e/gallery/playwright.config.ts'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...Object.fromEntries(asked) } },
)
writeFileSync(join(folder, 'index.html'), galleryPage(readdirSync(pictures)))
process.stdout.write('\nThe gallery is in gallery/index.html\n')
process.exitCode = status ?? 1
