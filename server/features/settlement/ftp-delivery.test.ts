import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localhostIdentity } from '../../testing/certificate.fixture.ts'
import { deliverByFtp, type FtpTarget, readFtpAddress } from './ftp-delivery.ts'
import { FTP_PASSWORD, FTP_USER, type FtpServer, startFtpServer } from './ftp-server.fixture.ts'
import { fileWith } from './settlement.fixture.ts'

const NAME = 'reconciliation.csv'
const TEXT = 'ä;b\n'.repeat(100_000)

/** Delivers a file without waiting; answers the last fault and what was noted. */
async function deliver(target: FtpTarget, text = TEXT) {
  const notes: string[] = []
  const waits: number[] = []
  const fault = await deliverByFtp(await fileWith(text, { name: NAME }), target, {
    note: (line) => notes.push(line),
    pause: async (milliseconds) => waits.push(milliseconds),
  })
  return { fault, notes, waits }
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

  beforeEach(() => {
    server.files.clear()
    server.begun.length = 0
  })

  it('comes under a temporary name and is renamed when it is whole', async () => {
    const { fault, notes } = await deliver(target)
    expect(fault).toBeUndefined()
    expect(notes).toEqual([`try 1: ${NAME} was delivered to 127.0.0.1`])
    expect(server.begun).toEqual([expect.stringMatching(/^\.reconciliation\.csv\.\w{8}\.part$/)])
    expect([...server.files.keys()]).toEqual([NAME])
    expect(server.files.get(NAME)?.toString()).toBe(TEXT)
  })

  it('is sent again when the connection breaks off, and is never seen in part', async () => {
    server.faults.push('breaksOff', 'losesBytes')
    const { fault, notes, waits } = await deliver(target)
    expect(fault).toBeUndefined()
    expect(waits).toEqual([1_000, 5_000])
    expect(notes[0]).toMatch(/^try 1: .* was not delivered/)
    expect(notes[1]).toContain('the server has 499999 bytes of 500000')
    expect(server.files.get(NAME)?.toString()).toBe(TEXT)
    // What broke off is left under its temporary name, which no receiver reads.
    const others = [...server.files.keys()].filter((name) => name !== NAME)
    expect(others.every((name) => name.endsWith('.part'))).toBe(true)
  })

  it('replaces the one that was delivered before, also where the server does not rename onto it', async () => {
    await deliver(target, 'before')
    server.faults.push('refusesRename')
    expect((await deliver(target)).fault).toBeUndefined()
    expect(server.files.get(NAME)?.toString()).toBe(TEXT)
  })

  it('goes into the folder that the address names', async () => {
    expect((await deliver({ ...target, folder: 'reports' })).fault).toBeUndefined()
    const { fault } = await deliver({ ...target, folder: 'nothing' })
    expect(fault).toContain('no such folder')
  })

  it('is given up after five tries, with the reason and without the password', async () => {
    const { fault, notes, waits } = await deliver({ ...target, password: 'wrong' })
    expect(fault).toContain('530')
    expect(waits).toEqual([1_000, 5_000, 30_000, 120_000])
    expect(notes.join('\n')).not.toContain('wrong')
  })

  it('comes by TLS where the address says so, to a server whose certificate is trusted', async () => {
    const identity = await localhostIdentity()
    const secured = await startFtpServer(identity)
    const address = { ...target, host: 'localhost', port: secured.port, tls: 'explicit' } as const
    const trusted = await deliver({ ...address, ca: identity.cert })
    expect(trusted.notes).toEqual([`try 1: ${NAME} was delivered to localhost`])
    expect(secured.secured).toEqual({ control: true, data: true })
    expect(secured.files.get(NAME)?.toString()).toBe(TEXT)
    const stranger = await deliver(address)
    expect(stranger.fault).toMatch(/certificate/)
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
