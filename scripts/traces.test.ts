import { describe, expect, test } from 'vitest'
import { tracesIn } from './traces.mjs'

const folders = ['home', 'root', 'Users', 'work']

describe('a source file', () => {
  test.each(folders)('names no folder below /%s', (folder) => {
    const text = `first line\nconst path = '/${folder}/ann/code'`
    expect(tracesIn('a.ts', text)).toEqual([`a.ts:2 names a folder of one machine, /${folder}/ann`])
  })

  test.each([
    'https://example.com/home/page',
    './work/in-progress',
    'node-work/home/a',
    '/v1/work',
  ])('may say %s', (text) => {
    expect(tracesIn('a.ts', text)).toEqual([])
  })
})

describe('a lock file', () => {
  test.each([
    '"resolved": "https://packages.example/a.tgz"',
    '"url": "https://registry.example/a"',
    '"url": "http://10.0.0.1:4873/a"',
  ])('does not say %s', (line) => {
    expect(tracesIn('bench/package-lock.json', line)).toHaveLength(1)
  })

  test('may link to the people to thank', () => {
    expect(tracesIn('package-lock.json', '"url": "https://opencollective.com/a"')).toEqual([])
  })
})

test('npm settings name no registry', () => {
  expect(tracesIn('.npmrc', 'registry=https://registry.example/')).toHaveLength(1)
  expect(tracesIn('.npmrc', 'omit-lockfile-registry-resolved=true')).toEqual([])
})
