import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from './prepare/root.mjs'

test('the gateway has the right types without two of its features, others each day', () => {
  const args = ['scripts/without.mjs', '--types', '--round', '2']
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(stdout).toMatch(/\n2 passed, 0 failed\n$/)
}, 600_000)
