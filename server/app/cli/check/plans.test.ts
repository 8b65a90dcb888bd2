import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts'
import { checkRules } from './check-rules.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-plans-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** How SQLite joins the tables of each statement of the check: `SCAN s LEFT-JOIN`, `SEARCH t USING INDEX …`. */
async function plans(): Promise<readonly { sql: string; steps: readonly string[] }[]> {
  const file = join(directory, 'tillgate.db')
  const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
  await store.close()
  const database = new Database(file, { readonly: true })
  const found: { sql: string; steps: readonly string[] }[] = []
  const select = async (sql: string) => {
    const steps = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
    found.push({ sql, steps: steps.map(({ detail }) => detail) })
    return []
  }
  await checkRules({ sessions: 1, select } as never, 0)
  database.close()
  return found
}

it('finds each joined row by a key, so that its time grows with the rows and not with their square', async () => {
  const all = await plans()
  expect(all.length).toBeGreaterThan(20)
  const scanned = all.filter(({ steps }) => steps.some((step) => /^SCAN .* LEFT-JOIN/.test(step)))
  expect(scanned.map(({ sql }) => sql)).toEqual([])
})
