import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './prepare/root.mjs'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** What npm runs before a command, and what is another program's command. */
const OTHERS = /^(?:pre|format$)/

const commands = Object.entries(scripts).filter(([name]) => !OTHERS.test(name))

/** Both words are read in one place (`help.mjs`), so that each command is asked with one of them. */
const asked = commands.map(([name, command], at) => [name, at % 2 ? '-h' : '--help', command])

test.each(asked)('npm run %s -- %s prints the help, and starts nothing', (_name, help, command) => {
  const [program, ...args] = (command ?? '').replace(/^exec /, '').split(' ')
  expect(program).toBe('node')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, help ?? ''], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 240_000,
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout.trim().length).toBeGreaterThan(60)
  expect(stdout).not.toMatch(/\d+ (?:passed|seeds)|Gateway {4}http/)
})
