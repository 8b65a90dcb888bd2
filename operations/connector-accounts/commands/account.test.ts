import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../server/app/cli/command.fixture.ts'
import { databaseFiles } from '../../../server/store/testing/database-files.ts'

const newFile = databaseFiles()
const env = { TILLGATE_VAULT_KEY: randomBytes(32).toString('hex') }
const THERE = 'a'.repeat(32)
let database: readonly string[]
let psp: string

const tillgate = (words: readonly string[], input = '') =>
  run([...words, ...database], { env, input })

const add = (settings: object) =>
  tillgate([
    ...['account', 'add', '--entity', psp, '--provider', 'gateway', '--name', 'Acme'],
    ...['--merchant-id', THERE, '--settings', JSON.stringify(settings)],
  ])

beforeEach(async () => {
  database = ['--database', `sqlite:${newFile()}`]
  psp = (await tillgate(['entity', 'create', '--kind', 'psp', '--name', 'x'])).lines[0] ?? ''
})

describe('tillgate account', () => {
  it('sets an account up, replaces its credential and never shows it', async () => {
    const [id = ''] = (await add({ url: 'https://gateway.example' })).lines
    expect(await tillgate(['account', 'enable', id])).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('no accessToken yet')],
    })
    await tillgate(['account', 'rotate', id, 'accessToken'], 'marked-first\n')
    expect((await tillgate(['account', 'enable', id])).lines).toEqual([`${id} is active`])
    await tillgate(['account', 'rotate', id, 'accessToken'], 'marked-second\n')
    const shown = (await tillgate(['account', 'show', id])).lines.join('\n')
    expect(shown).toContain('credentials accessToken (and the next one)')
    expect(shown).toContain(`/connectors/events/${id}`)
    expect(shown).not.toContain('marked')
    await tillgate(['account', 'rotate', id, 'accessToken', '--finish'])
    await tillgate(['account', 'disable', id])
    const { lines } = await tillgate(['account', 'list', '--entity', psp])
    expect(lines).toEqual([`${id} disabled ${THERE} Acme`])
    expect((await tillgate(['check'])).code).toBe(0)
  })

  it('changes settings, and says what a check shows', async () => {
    const [id = ''] = (await add({ url: 'https://gateway.example' })).lines
    expect(await tillgate(['account', 'check', id])).toMatchObject({
      code: 1,
      lines: [
        expect.stringMatching(/^wrong {3}credentials: accessToken of the account is missing/),
      ],
    })
    await tillgate(['account', 'rotate', id, 'accessToken'], 'marked\n')
    const closed = JSON.stringify({ url: 'http://127.0.0.1:9', capture: 'one' })
    expect(await tillgate(['account', 'change', id, '--settings', closed])).toMatchObject({
      code: 0,
      lines: [`${id} was changed`],
    })
    const named = await tillgate(['account', 'change', id, '--name', 'Acme Europe'])
    expect(named.code).toBe(0)
    const shown = (await tillgate(['account', 'show', id])).lines.join('\n')
    expect(shown).toMatch(/name +Acme Europe[\s\S]*"capture":"one"/)
    const { code, lines } = await tillgate(['account', 'check', id])
    expect([code, lines]).toEqual([
      1,
      [
        'right   credentials',
        expect.stringMatching(/^wrong {3}access: the server does not answer/),
      ],
    ])
    expect(await tillgate(['account', 'change', id])).toMatchObject({ code: 2 })
    expect(await tillgate(['account', 'change', id, '--settings', '{"url":"x"}'])).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('settings.url must be')],
    })
  })

  it('says what is wrong with what it is given', async () => {
    expect(await add({ url: 'gateway' })).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('settings.url must be an origin with https')],
    })
    const [id = ''] = (await add({ url: 'https://gateway.example' })).lines
    expect(await tillgate(['account', 'rotate', id, 'accessToken'])).toMatchObject({ code: 2 })
    expect(await tillgate(['account', 'show', 'gateway:0'])).toMatchObject({ code: 1 })
    expect(await tillgate(['account', 'disable', 'gateway:0'])).toMatchObject({ code: 1 })
  })
})
