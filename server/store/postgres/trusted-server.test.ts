import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { given, insertPayment } from '../contract/open-store.ts'
import { usePostgres } from '../testing/postgres.ts'
import { payment } from '../testing/sample-rows.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { assertUsable, type ServerFacts } from './server-facts.ts'

const postgres = usePostgres()

const trusted: ServerFacts = {
  backendId: 1,
  backendStart: '0',
  versionNumber: 180004,
  versionName: '18.4',
  encoding: 'UTF8',
  synchronousCommit: 'on',
  fsync: 'on',
  readOnly: 'off',
}

/** A database whose sessions do not wait for the disk. */
async function forgetfulDatabase(): Promise<string> {
  const url = new URL(await postgres.freshDatabase())
  const options = `${url.searchParams.get('options')} -c synchronous_commit=off`
  url.searchParams.set('options', options)
  return url.href.replaceAll('+', '%20')
}

describe('a server that may lose acknowledged commits (R-DUR-4)', () => {
  it('is refused, and the refusal says what to change', async () => {
    await expect(openPostgresStore({ url: await forgetfulDatabase() })).rejects.toMatchObject({
      code: 'incompatible',
      message: expect.stringMatching(/synchronous_commit=off.*TILLGATE_ALLOW_UNSAFE_COMMIT=true/),
    })
  })

  it('is accepted when the setting allows it', async () => {
    const url = await forgetfulDatabase()
    const store = await openPostgresStore({ url, allowUnsafeCommit: true })
    await given(store, insertPayment(payment()))
    await store.close()
  })

  it('is also one without fsync, but not one that waits only for its own disk', () => {
    expect(() => assertUsable({ ...trusted, fsync: 'off' }, false)).toThrow('fsync=on')
    expect(() => assertUsable({ ...trusted, synchronousCommit: 'local' }, false)).not.toThrow()
  })
})

describe('a server that cannot hold the tables', () => {
  it('is refused: too old, or unable to store every text', () => {
    const old = { ...trusted, versionNumber: 130014, versionName: '13.14' }
    expect(() => assertUsable(old, false)).toThrow('PostgreSQL 13.14; 14 or later is needed')
    const ascii = { ...trusted, encoding: 'SQL_ASCII' }
    expect(() => assertUsable(ascii, false)).toThrow("ENCODING 'UTF8'")
  })
})

describe('a database that cannot be opened', () => {
  it('is named without its password', async () => {
    const url = new URL(await postgres.freshDatabase())
    url.password = 'not-the-password'
    const opened = openPostgresStore({ url: url.href })
    await expect(opened).rejects.toMatchObject({ code: 'unavailable' })
    await expect(opened).rejects.toThrow('password authentication failed')
    await expect(opened).rejects.not.toThrow('not-the-password')
  })
})

describe('the role of a gateway', () => {
  afterAll(async () => {
    for (const database of ['tillgate', 'shared']) {
      await postgres.run(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    }
    await postgres.run('DROP ROLE IF EXISTS tillgate')
  })

  it('gets its rights by the statements of docs/operations.md, and is told what it lacks', async () => {
    const server = await postgres.freshDatabase()
    const addressOf = (database: string, more = {}) => {
      const url = Object.assign(new URL(server), { pathname: database, search: '' }, more)
      return url.href
    }
    const role = { username: 'tillgate', password: 'change-me' }
    const [own = [], shared = []] = await statementsOfDocs()

    for (const statement of own) await postgres.run(statement)
    const store = await openPostgresStore({ url: addressOf('tillgate', role) })
    await given(store, insertPayment(payment()))
    await store.close()

    await postgres.run('CREATE DATABASE shared TEMPLATE template0')
    const url = addressOf('shared', role)
    await expect(openPostgresStore({ url })).rejects.toThrow(
      /permission denied for schema public\. The role .* USAGE and CREATE on its schema public/,
    )
    await postgres.run('REVOKE CONNECT ON DATABASE shared FROM PUBLIC')
    await expect(openPostgresStore({ url })).rejects.toThrow(
      /permission denied for database "shared"\. The role .* CONNECT on it/,
    )
    for (const statement of shared) await postgres.run(statement, addressOf('shared'))
    await (await openPostgresStore({ url })).close()
  })
})

/** Of each block of SQL. */
async function statementsOfDocs(): Promise<string[][]> {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  return [...text.matchAll(/^```sql\n(.*?)^```/gms)].map(([, block = '']) =>
    block.split('\n').filter((line) => line !== ''),
  )
}

describe('a COMMIT that the server refuses', () => {
  it('rejects for every caller, and nothing is stored (R-DUR-2)', async () => {
    const url = await postgres.freshDatabase()
    const store = await openPostgresStore({ url })
    await postgres.run(MAKE_COMMIT_FAIL, url)
    const rows = Array.from({ length: 20 }, () => payment())
    const results = await Promise.allSettled(rows.map((row) => store.commit([insertPayment(row)])))
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not-written' } })
    }
    await postgres.run('DROP TRIGGER borrow ON payment', url)
    for (const row of rows) expect(await store.read.payment(row.id)).toBeUndefined()
    await given(store, insertPayment(payment()))
    await store.close()
  })
})

/** Every new payment leaves a reference open that is only checked by COMMIT. */
const MAKE_COMMIT_FAIL = `
  CREATE TABLE debt (creditor TEXT REFERENCES entity (id) DEFERRABLE INITIALLY DEFERRED);
  CREATE FUNCTION borrow() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN INSERT INTO debt VALUES ('nobody'); RETURN NULL; END $$;
  CREATE TRIGGER borrow AFTER INSERT ON payment FOR EACH ROW EXECUTE FUNCTION borrow()`
