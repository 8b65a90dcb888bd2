import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localhostIdentity } from '../../server/testing/certificate.fixture.ts'
import { type FtpTarget, uploadByFtp } from './ftp-delivery.ts'
import { REAL_PASSWORD, REAL_USER, startRealFtpServer } from './real-ftp-server.fixture.ts'
import { fileWith } from './settlement.fixture.ts'

const NAME = 'reconciliation-2026-11-25.csv'
const TEXT = 'ä;b\n'.repeat(300_000)

/** `node run.mjs test:ftp` installs vsftpd and runs this file; it needs root, as vsftpd does. */
const isWanted = process.env.TILLGATE_REAL_FTP === '1'

/** A server of Debian, and the address of its user's folder. */
async function served(tls: FtpTarget['tls']) {
  const identity = await localhostIdentity()
  const server = await startRealFtpServer(tls === 'none' ? undefined : { mode: tls, identity })
  onTestFinished(() => server.close())
  const target: FtpTarget = {
    host: 'localhost',
    port: server.port,
    user: REAL_USER,
    password: REAL_PASSWORD,
    folder: 'in',
    tls,
    ca: identity.cert,
  }
  return { server, target, files: () => readdir(join(server.folder, 'in')) }
}

async function upload(target: FtpTarget, text = TEXT, mayBeThere = false) {
  const { signal } = new AbortController()
  return uploadByFtp(await fileWith(text, { name: NAME }), target, { mayBeThere, signal })
}

describe.runIf(isWanted)('a file that is delivered to vsftpd of Debian', () => {
  it.each(['none', 'explicit', 'implicit'] as const)(
    'with TLS %s is there whole, under its name alone',
    async (tls) => {
      const { server, target, files } = await served(tls)
      expect(await upload(target)).toBeUndefined()
      expect(await files()).toEqual([NAME])
      expect(await readFile(join(server.folder, 'in', NAME), 'utf8')).toBe(TEXT)
    },
  )

  it('replaces the one of the same day, and is not sent again where it is there', async () => {
    const { server, target, files } = await served('none')
    expect(await upload(target, 'before')).toBeUndefined()
    expect(await upload(target)).toBeUndefined()
    expect(await upload(target, TEXT, true)).toBeUndefined()
    expect(await files()).toEqual([NAME])
    expect(await readFile(join(server.folder, 'in', NAME), 'utf8')).toBe(TEXT)
  })

  it('is refused with the reason: a wrong password, a folder that is not there, no TLS', async () => {
    const { target } = await served('explicit')
    expect(await upload({ ...target, password: 'wrong' })).toMatch(/^530/)
    expect(await upload({ ...target, folder: 'nothing' })).toMatch(/^550/)
    expect(await upload({ ...target, tls: 'none' })).toMatch(/^530/)
    const { ca: _ca, ...untrusted } = target
    expect(await upload(untrusted)).toMatch(/certificate/)
  })
})
