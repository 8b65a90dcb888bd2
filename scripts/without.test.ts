import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './prepare/root.mjs'
import { makeCopy } from './without/make-copy.mjs'

/** Names of links in a folder and the folders in it. */
function linksIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isSymbolicLink()) return [entry.name]
    return entry.isDirectory() ? linksIn(join(folder, entry.name)) : []
  })
}

test('a build in the copy without a feature cannot replace what is built of the project', () => {
  const copy = mkdtempSync(join(tmpdir(), 'tillgate-copy-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  makeCopy(copy)
  expect(linksIn(copy)).toEqual(['node_modules'])
  expect(existsSync(join(copy, 'dist/server'))).toBe(false)
  expect(readdirSync(join(copy, 'dist/code'))).toEqual(readdirSync(join(ROOT, 'dist/code')))
})

test('the gateway has the right types without one of its features, another each day', () => {
  const args = ['scripts/without.mjs', '--types', '--round', '1']
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(stdout).toMatch(/\n1 passed, 0 failed\n$/)
}, 600_000)
