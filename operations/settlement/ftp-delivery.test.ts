import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { localhostIdentity } from '../../server/testing/certificate.fixture.ts'
import { type FtpTarget, readFtpAddress, uploadByFtp } from './ftp-delivery.ts'
import { FTP_PASSWORD, FTP_USER, type FtpServer, startFtpServer } from './ftp-server.fixture.ts'
import { fileWith } from './settlement.fixture.ts'

const NAME = 'reconciliation.csv'
const PART = `.${NAME}.part`
const TEXT = 'ä;b\n'.repeat(100_000)

/** Uploads a file; answers the fault. */
async function upload(target: FtpTarget, { text = TEXT, mayBeThere = false } = {}) {
  const { signal } = new AbortController()
  return uploadByFtp(await fileWith(text, { name: NAME }), target, { mayBeThere, signal })
}

describe('a file that is delivered by FTP', () => {
  let server: FtpServer
  let target: FtpTarget

  beforeAll(async () => {
    server = await startFtpServer()
    target = {
      host: '127.0.0.1',
      port: server.port,
      user: FTP_USER,
      password: FTP_PASSWORD,
      folder: '',
      tls: 'none',
    }
  })

  afterAll(() => server.close())
  beforeEach(() => {
    server.files.clear()
    server.begun.length = 0
  })

  it('comes under a temporary name and is renamed when it is whole', async () => {
    expect(await upload(target)).toBeUndefined()
    expect(server.begun).toEqual([PART])
    expect([...server.files.keys()]).toEqual([NAME])
    expect(server.files.get(NAME)?.toString()).toBe(TEXT)
  })

  it('is not seen in part when the connection breaks off, and nothing is left by the next upload', async () => {
    server.faults.push('breaksOff', 'losesBytes')
    expect(await upload(target)).toBeDefined()
    expect([...server.files.keys()]).toEqual([PART])
    expect(await upload(target)).toContain('the server has 499999 bytes of 500000')
    expect(await upload(target)).toBeUndefined()
    expect([...server.files.keys()]).toEqual([NAME])
  })

  it('is not sent again where an upload that broke off has come to its end', async () => {
    server.files.set(NAME, Buffer.from(TEXT))
    expect(await upload(target, { mayBeThere: true })).toBeUndefined()
    expect(server.begun).toEqual([])
    server.files.set(NAME, Buffer.from('another one'))
    expect(await upload(target, { mayBeThere: true })).toBeUndefined()
    expect(server.files.get(NAME)?.toString()).toBe(TEXT)
  })

  it('replaces the one that was delivered before, also where the server does not rename onto it', async () => {
    await upload(target, { text: 'before' })
    server.faults.push('refusesRename')
    expect(await upload(target)).toBeUndefined()
    expect(server.files.get(NAME)?.toString()).toBe(TEXT)
  })

  it('goes into the folder that the address names', async () => {
    expect(await upload({ ...target, folder: 'reports' })).toBeUndefined()
    expect(await upload({ ...target, folder: 'nothing' })).toContain('no such folder')
  })

  it('fails with the reason and without the password', async () => {
    const fault = await upload({ ...target, password: 'wrong' })
    expect(fault).toContain('530')
    expect(fault).not.toContain('wrong')
  })

  it('ends when it is told to', async () => {
    const path = await fileWith(TEXT, { name: NAME })
    const options = { mayBeThere: false, signal: AbortSignal.abort() }
    expect(await uploadByFtp(path, target, options)).toContain('ended')
    expect(server.begun).toEqual([])
  })

  it('comes by TLS where the address says so, to a server whose certificate is trusted', async () => {
    const identity = await localhostIdentity()
    const secured = await startFtpServer(identity)
    onTestFinished(() => secured.close())
    const address = { ...target, host: 'localhost', port: secured.port, tls: 'explicit' } as const
    expect(await upload({ ...address, ca: identity.cert })).toBeUndefined()
    expect(secured.secured).toEqual({ control: true, data: true })
    expect(secured.files.get(NAME)?.toString()).toBe(TEXT)
    expect(await upload(address)).toMatch(/certificate/)
  })
})

describe('the address of an FTP server', () => {
  it.each([
    ['ftp://shop@files.example/a/b/', { port: 21, tls: 'none', folder: 'a/b', user: 'shop' }],
    ['ftpes://shop%40x@files.example', { port: 21, tls: 'explicit', folder: '', user: 'shop@x' }],
    ['ftps://shop@files.example:991', { port: 991, tls: 'implicit' }],
    ['ftps://shop@files.example', { port: 990 }],
  ])('%s is read', (address, target) => {
    expect(readFtpAddress(address, 'p')).toMatchObject({ host: 'files.example', ...target })
  })

  it.each([
    ['https://shop@files.example', 'must be ftp://'],
    ['files.example', 'must be ftp://'],
    ['ftp://files.example', 'must name a user'],
    ['ftp://shop:secret@files.example', 'must not hold the password'],
  ])('%s is none', (address, fault) => {
    expect(readFtpAddress(address, 'p')).toEqual({ fault: expect.stringContaining(fault) })
  })
})
