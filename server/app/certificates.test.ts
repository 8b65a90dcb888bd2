import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { ServedCertificate } from '../http/served-certificate.ts'
import { localhostIdentity } from '../testing/certificate.fixture.ts'
import { startTestGateway } from '../testing/gateway.fixture.ts'
import {
  certificateWarnings,
  databaseCertificates,
  SeenCertificate,
  type WatchedCertificate,
  watchedCertificates,
} from './certificates.ts'

/** The last moments that certificates of these tests have. */
const SOON_MS = Date.UTC(2026, 10, 30, 12)
const LATER_MS = Date.UTC(2027, 10, 30, 12)

let folder: string
let soon: string
let later: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-certificates-'))
  soon = (await localhostIdentity(SOON_MS)).cert
  later = (await localhostIdentity(LATER_MS)).cert
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const NONE = {
  database: { engine: 'memory' as const },
  directoryCert: null,
  directoryCa: null,
  applePayCert: null,
  applePayRoot: null,
}

const nobody = new SeenCertificate()

describe('certificates', () => {
  it.each([
    ['directory', 'directoryCert', SOON_MS],
    ['directory_authorities', 'directoryCa', LATER_MS],
    ['apple_pay', 'applePayCert', SOON_MS],
    ['apple_pay_root', 'applePayRoot', LATER_MS],
  ])(
    'a chain ends with its first, authorities with their last: %s',
    async (name, setting, endMs) => {
      const path = join(folder, `${name}.pem`)
      await writeFile(path, `${later}\n${soon}`)
      const watched = await watchedCertificates({ ...NONE, [setting]: path }, undefined, nobody)
      expect(watched.map((one) => [one.name, one.endsAtMs()])).toEqual([[name, endMs]])
    },
  )

  it('the served one is that of the last renewal', async () => {
    const served = new ServedCertificate(await localhostIdentity(SOON_MS))
    const [own] = await watchedCertificates(NONE, served, nobody)
    const before = own?.endsAtMs()
    served.renew(await localhostIdentity(LATER_MS))
    expect([own?.name, before, own?.endsAtMs()]).toEqual(['own', SOON_MS, LATER_MS])
  })
})

describe('certificates of a database that is reached by TLS', () => {
  it('are those of the files in its address, as they are now, and that of the server as it was seen', async () => {
    const [cert, ca] = [join(folder, 'database.pem'), join(folder, 'database-ca.pem')]
    await writeFile(cert, `${later}\n${soon}`)
    await writeFile(ca, `${later}\n${soon}`)
    const url = `postgres://db.example/till?sslmode=verify-full&sslcert=${cert}&sslrootcert=${ca}`
    const seen = new SeenCertificate()
    const watched = databaseCertificates({ database: { engine: 'postgres', url } }, seen)
    const ends = () => Object.fromEntries(watched.map((one) => [one.name, one.endsAtMs()]))
    const found = { database: SOON_MS, database_authorities: LATER_MS }
    expect(ends()).toEqual({ ...found, database_server: Number.POSITIVE_INFINITY })
    seen.endsAtMs = SOON_MS
    await writeFile(cert, later)
    const renewed = { ...found, database: LATER_MS, database_server: SOON_MS }
    expect(ends()).toEqual(renewed)
    await rm(ca)
    expect(ends()).toEqual(renewed)
    expect(certificateWarnings(watched, SOON_MS)).toEqual([
      expect.stringContaining('TILLGATE_DATABASE_URL (that of the server) ends on 2026-11-30'),
    ])
  })

  it.each(['postgres://db.example/till', 'postgres://localhost/till?sslmode=disable'])(
    'are none without TLS: %s',
    (url) => {
      const database = { engine: 'postgres', url } as const
      expect(databaseCertificates({ database }, new SeenCertificate())).toEqual([])
    },
  )
})

const ending = (endMs: number): WatchedCertificate => ({
  name: 'own',
  variable: 'TILLGATE_TLS_CERT',
  effect: 'no browser and no shop connects',
  endsAtMs: () => endMs,
})

describe('the end of a certificate', () => {
  it.each([
    [21 * DAY_MS + 1, []],
    [21 * DAY_MS, [/ends on 2026-11-30, in 21 days: then no browser and no shop connects/]],
    [0, [/ends on 2026-11-30, in 0 days/]],
    [-1, [/ended on 2026-11-30: no browser and no shop connects; renew it/]],
  ])('is told from 21 days before, the end inclusive: %i ms before', (leftMs, lines) => {
    const warnings = certificateWarnings([ending(SOON_MS)], SOON_MS - leftMs)
    expect(warnings).toEqual(lines.map((line) => expect.stringMatching(line)))
  })

  it('is an error in the log, a warning of /readyz and a metric with its date', async () => {
    const lines: string[] = []
    const gateway = await startTestGateway({
      certificates: [ending(SOON_MS), { ...ending(LATER_MS), name: 'directory' }],
      onLogLine: (line) => lines.push(line),
    })
    onTestFinished(() => gateway.close())
    const told = /TILLGATE_TLS_CERT ends on 2026-11-30, in 9 days/
    await expect
      .poll(() => lines.map((line) => JSON.parse(line)))
      .toContainEqual(expect.objectContaining({ level: 50, msg: expect.stringMatching(told) }))
    const { body } = await gateway.get('/readyz')
    expect(body.warnings).toEqual([expect.stringMatching(told)])
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
    expect(metrics).toContain(
      `tillgate_certificate_end_timestamp_seconds{certificate="own"} ${SOON_MS / 1000}\n`,
    )
    expect(metrics).toContain(
      `tillgate_certificate_end_timestamp_seconds{certificate="directory"} ${LATER_MS / 1000}\n`,
    )
  })
})
