/**
 * Builds everything in dist, one after the other. `npm start` and `npm test` call it through
 * prepare.mjs when a source has changed.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { build } from 'vite'
import { bundledPackages, noticesOf } from './package/notices.mjs'
import { fetchedCode } from './prepare/fetched-code.mjs'
import { ROOT } from './prepare/root.mjs'

try {
  const fetched = [...fetchedCode().keys()].map((name) => `fetched-${name}`)
  const frames = [
    'number-frame',
    'code-frame',
    'borrowing-frame',
    'details-frame',
    'font-frame',
    'authentication-page',
  ]
  const modes = ['widget', ...frames, ...fetched, 'shop', 'backoffice', 'server']
  const built = []
  for (const mode of modes) built.push(...modulesOf(await build({ mode })))
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', noticesOf(bundledPackages(built), ROOT))
  execFileSync(process.execPath, ['scripts/wire-types.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const folder of ['wrappers', 'clients']) {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/**
 * What the chunks of a build were made of.
 *
 * @param {Awaited<ReturnType<typeof build>>} result
 * @returns {readonly string[]}
 */
function modulesOf(result) {
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  return outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}
