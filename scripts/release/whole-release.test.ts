import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../prepare/root.mjs'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

function release(...options: string[]) {
  const script = join(ROOT, 'scripts/release.mjs')
  return spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' })
}

describe('a release', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillgate-release-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has packages, SBOMs, notices and what to do, each with its checksum', {
    timeout: 120_000,
  }, () => {
    const { status, stderr } = release('--rehearsal', '--to', folder)
    expect([status, stderr]).toEqual([0, ''])
    const files = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
    expect(files.sort()).toEqual([
      'THIRD-PARTY-NOTICES.txt',
      `WHAT-TO-DO-${version}.md`,
      `tillgate-${version}.cdx.json`,
      `tillgate-${version}.tgz`,
      `tillgate-client-${version}.cdx.json`,
      `tillgate-client-${version}.tgz`,
    ])
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
    expect(sums.sort()).toEqual(
      files.map((name) => `${hashOf(join(folder, name))}  ${name}`).sort(),
    )
    for (const name of ['tillgate', 'tillgate-client']) {
      const file = join(folder, `${name}-${version}`)
      const { metadata } = JSON.parse(readFileSync(`${file}.cdx.json`, 'utf8'))
      expect(metadata.component).toMatchObject({
        name,
        hashes: [{ alg: 'SHA-256', content: hashOf(`${file}.tgz`) }],
      })
    }
  })

  it('leaves a folder alone that has anything in it', () => {
    const full = mkdtempSync(join(folder, 'full-'))
    writeFileSync(join(full, 'mine.txt'), 'mine')
    const { status, stderr } = release('--rehearsal', '--to', full)
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining('must be empty')])
    expect(readdirSync(full)).toEqual(['mine.txt'])
  })
})

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
