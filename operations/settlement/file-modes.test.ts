import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeWhole } from './write-whole.ts'

it('a file of a report is readable by its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'reconciliation.csv')
  await writeWhole(path, (write) => write('a line'))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
