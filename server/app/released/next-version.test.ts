import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  nextVersion,
  presentVersion,
  type Version,
} from '../../../scripts/release/two-versions.mjs'
import { usePostgres } from '../../store/testing/postgres.ts'
import { runCommand } from '../../testing/command.fixture.ts'
import { processDemo, startServerProcess } from '../../testing/server-process.fixture.ts'
import { createLoad } from '../kill-load.fixture.ts'

const MAX_BUILD_MS = 240_000

const postgres = usePostgres()
let folder: string
let present: Version
let next: Version

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-versions-'))
  present = presentVersion(mkdtempSync(join(folder, 'present-')))
  next = nextVersion(mkdtempSync(join(folder, 'next-')))
}, MAX_BUILD_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const engines = [
  {
    engine: 'SQLite',
    addressIn: async (dataDir: string) => `sqlite:${join(dataDir, 'tillgate.db')}`,
  },
  { engine: 'PostgreSQL', addressIn: () => postgres.freshDatabase() },
]

describe.each(engines)(
  'a database on $engine that a version has left when it was killed',
  ({ addressIn }) => {
    it('is opened by the next one with every acknowledged payment, and by the older one no more', async () => {
      const dataDir = await mkdtemp(join(folder, 'data-'))
      const env = { TILLGATE_DATABASE_URL: await addressIn(dataDir) }
      const load = createLoad(processDemo)
      const older = await startServerProcess({ dataDir, env, main: present.main })
      expect(older.output()).toContain(present.version)
      await load.runUntilBroken(older.url, 100, () => void older.kill())

      const newer = await startServerProcess({ dataDir, env, main: next.main })
      expect(newer.output()).toContain(next.version)
      await load.repeatUnanswered(newer.url)
      await load.expectAllReadable(newer.url, { byAnotherVersion: true })
      await load.runUntilBroken(newer.url, 40, () => void newer.kill())

      const again = await startServerProcess({ dataDir, env, main: next.main })
      await load.repeatUnanswered(again.url)
      await load.expectAllReadable(again.url, { byAnotherVersion: true })
      expect(load.acknowledgements()).toBeGreaterThan(140)
      expect(await again.interrupt()).toBe(0)
      const checked = await runCommand(['check'], { dataDir, env, cli: next.cli })
      expect([checked.code, checked.output]).toEqual([0, expect.stringMatching(/ 0 problems$/m)])

      const refused = startServerProcess({ dataDir, env, main: present.main })
      await expect(refused).rejects.toThrow('The database is newer than this program')
    }, 120_000)
  },
)
