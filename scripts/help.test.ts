import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { ROOT } from './prepare/root.mjs'
import { TASKS } from './tasks.mjs'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** What is no task: what npm runs before a command, the formatter's, and those of the product. */
const OTHERS = /^(?:pre|format$|build$|start$|tillgate$)/

const ofNpm = Object.entries(scripts).filter(([name]) => !OTHERS.test(name))

function run(args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', timeout: 240_000 })
}

describe('the scripts of package.json', () => {
  it('are at most twenty', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20)
  })

  it.each(ofNpm)('npm run %s is the task of its name', (name, command) => {
    expect(command).toBe(`node run.mjs ${name}`)
    expect(Object.keys(TASKS)).toContain(name)
  })
})

/** Both words are read in one place (`help.mjs`), so that each command is asked with one of them. */
const asked = Object.keys(TASKS).map((name, at) => [name, at % 2 ? '-h' : '--help'] as const)

test.each(asked)('node run.mjs %s %s prints the help, and starts nothing', (name, help) => {
  const { status, stdout, stderr } = run(['run.mjs', name, help])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout.trim().length).toBeGreaterThan(60)
  expect(stdout).not.toMatch(/\d+ (?:passed|seeds)|Gateway {4}http/)
})

test.each([
  ['build', 'scripts/prepare.mjs'],
  ['start', 'dist/server/main.js'],
  ['tillgate', 'bin/tillgate.mjs'],
])('npm run %s -- --help prints the help, and starts nothing', (name, file) => {
  expect(scripts[name]).toContain(file)
  const { status, stdout, stderr } = run([file, '--help'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout.trim().length).toBeGreaterThan(60)
})

describe('node run.mjs', () => {
  it('lists every task without one, each with a file that is there', () => {
    const { status, stdout } = run(['run.mjs'])
    expect(status).toBe(0)
    for (const [name, { file, does }] of Object.entries(TASKS)) {
      expect(stdout).toContain(`  ${name} `)
      expect(stdout).toContain(does)
      expect(existsSync(join(ROOT, file))).toBe(true)
    }
  })

  it.each(['tset', 'constructor'])('names %s, which is no task, and lists the others', (name) => {
    const { status, stdout, stderr } = run(['run.mjs', name])
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(`There is no task ${name}. Tasks:\n`)
  })
})
