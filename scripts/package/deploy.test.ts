import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAX_STOP_MS } from '../../server/app/run.ts'
import { readConfigFile } from '../../server/kernel/settings/config-file.ts'
import { SETTING_NAMES } from '../../server/kernel/settings/setting-sources.ts'
import { ROOT } from '../prepare/root.mjs'

const FOLDER = join(ROOT, 'deploy')
const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(FOLDER, join(entry.parentPath, entry.name)))
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

describe('the files of deploy', () => {
  it.each(files)('%s names settings that there are, and files of the package', (file) => {
    const text = textOf(file)
    for (const [name] of text.matchAll(/\bTILLGATE_[A-Z_]+/g)) expect(SETTING_NAMES).toContain(name)
    for (const [, path = ''] of text.matchAll(/node_modules\/tillgate\/([\w./-]+)/g)) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
    }
  })

  it('wait for a stop longer than it takes', () => {
    const waits = [
      /^TimeoutStopSec=(\d+)$/m.exec(textOf('tillgate.service')),
      /stop --time (\d+)/.exec(textOf('Dockerfile')),
      ...['compose.yaml', 'compose.sqlite.yaml'].map((file) =>
        /stop_grace_period: (\d+)s/.exec(textOf(file)),
      ),
    ]
    for (const wait of waits) expect(Number(wait?.[1]) * 1000).toBeGreaterThan(MAX_STOP_MS)
  })

  it('have a file of settings that is read', () => {
    const { values, faults } = readConfigFile(textOf('tillgate.conf'))
    expect(faults).toEqual([])
    expect(values.get('TILLGATE_ENV')).toBe('live')
  })

  const knowsSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  it.skipIf(!knowsSystemd)('have units that systemd takes without a warning', () => {
    const units = files.filter((file) => /\.(service|timer)$/.test(file))
    expect(units).toHaveLength(3)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
      cwd: FOLDER,
      encoding: 'utf8',
    })
    // Where Node is elsewhere than in Debian, that alone is said.
    const said = stderr.split('\n').filter((line) => line !== '' && !line.includes('/usr/bin/node'))
    expect(said).toEqual([])
    if (existsSync('/usr/bin/node')) expect(status).toBe(0)
  })
})
