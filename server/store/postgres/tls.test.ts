import { X509Certificate } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { localhostIdentity } from '../../testing/certificate.fixture.ts'
import { usePostgres } from '../testing/postgres.ts'
import { openPostgresStore } from './open-postgres-store.ts'

// Its settings are changed.
const postgres = usePostgres({ own: true })

let certificate: string
beforeAll(async () => {
  const identity = await localhostIdentity()
  certificate = identity.cert
  const [row] = await postgres.run('SHOW data_directory')
  const folder = String(row?.data_directory)
  const { uid, gid } = statSync(folder)
  for (const [name, text] of [
    ['server.crt', identity.cert],
    ['server.key', identity.key],
  ] as const) {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    chownSync(join(folder, name), uid, gid)
  }
  await postgres.run('ALTER SYSTEM SET ssl = on')
  await postgres.run('SELECT pg_reload_conf()')
})

/** The address of a fresh database with further parameters. */
async function address(parameters: string): Promise<string> {
  const url = new URL(await postgres.freshDatabase())
  url.hostname = 'localhost'
  return `${url.href.replaceAll('+', '%20')}&${parameters}`
}

it('a database is reached by TLS as documented, with the authority that the address names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, certificate)
  const seen: number[] = []
  const store = await openPostgresStore({
    url: await address(`sslmode=verify-full&sslrootcert=${ca}`),
    onServerCertificate: (endsAtMs) => seen.push(endsAtMs),
  })
  onTestFinished(() => store.close())
  await store.ping()
  const sessions = await postgres.run(
    `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
      WHERE application_name = 'tillgate'`,
  )
  expect(sessions).toEqual([{ ssl: true }])
  const endsAtMs = Date.parse(new X509Certificate(certificate).validTo)
  expect([...new Set(seen)]).toEqual([endsAtMs])
})

it('a server whose certificate nobody vouches for is refused', async () => {
  const url = await address('sslmode=verify-full')
  await expect(openPostgresStore({ url })).rejects.toThrow(/cannot be opened: .*certificate/)
})
