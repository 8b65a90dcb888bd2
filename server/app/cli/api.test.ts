import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import { run } from './command.fixture.ts'

const newFile = databaseFiles()
const env = { TILLGATE_VAULT_KEY: randomBytes(32).toString('hex') }
let file: string
let psp: string
let merchant: string

const tillgate = (...args: string[]) => run([...args, '--database', `sqlite:${file}`], { env })

/** What `tillgate api` answers, and its exit code. */
const api = async (...words: string[]) => {
  const { code, lines, complaints } = await tillgate('api', ...words)
  return { code, complaints, body: lines.length === 0 ? undefined : JSON.parse(lines.join('\n')) }
}

beforeAll(async () => {
  file = newFile()
  const create = ['entity', 'create', '--name', 'x', '--kind']
  psp = (await tillgate(...create, 'psp')).lines[0] ?? ''
  merchant = (await tillgate(...create, 'merchant', '--parent', psp)).lines[0] ?? ''
})

describe('tillgate api', () => {
  it('reads by a route, in its long and its short form', async () => {
    const long = await api('GET', '/admin/v1/entities')
    expect(long).toMatchObject({
      code: 0,
      body: { entities: [{ id: psp, kind: 'psp' }, { id: merchant }], isCut: false },
    })
    expect((await api('get', 'entities')).body.entities).toEqual(long.body.entities)
  })

  it('changes what the route changes, and writes it down as other commands', async () => {
    const sent = [`entityId=${merchant}`, 'kind=channel', 'entityName=Web shop']
    const made = await api('POST', '/entities', ...sent)
    expect(made).toMatchObject({ code: 0, body: { entity: { kind: 'channel', name: 'Web shop' } } })
    const { entity } = made.body
    expect(await api('GET', `/entities/${entity.id}`)).toMatchObject({
      body: { entity: { id: entity.id, parentId: merchant } },
    })
    const { body } = await api('GET', '/audit', 'action=entities.write')
    expect(body.entries).toEqual([
      expect.objectContaining({ result: '000.000.100' }),
      expect.objectContaining({ result: 'asked' }),
    ])
    expect(body.entries[1]).toMatchObject({
      actor: expect.stringMatching(/^command \(.+\)$/),
      request: 'POST /admin/v1/entities',
      facts: [
        ['entityId', merchant],
        ['kind', 'channel'],
        ['entityName', 'Web shop'],
      ],
    })
    expect(body.entries[1].from).toBeUndefined()
    const { body: all } = await api('GET', '/audit')
    expect(all.entries.map(({ action }: { action: string }) => action)).not.toContain('api')
  })

  it('tells all faults of the parameters at once, as the route does', async () => {
    const { code, body } = await api('POST', '/entities', 'kind=shop', 'colour=red')
    expect(code).toBe(1)
    expect(body.result.parameterErrors).toEqual([
      expect.objectContaining({ name: 'kind' }),
      expect.objectContaining({ name: 'colour' }),
      expect.objectContaining({ name: 'entityName', message: 'is required' }),
    ])
  })

  it('has no secret that it is sent in the audit log', async () => {
    const secret = '07'.repeat(32)
    const sent = [`entityId=${merchant}`, 'url=https://shop.example/events', `secret=${secret}`]
    expect(await api('POST', '/webhooks', ...sent)).toMatchObject({ code: 0 })
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const rows = await store.read.auditEntriesBefore(psp, Number.MAX_SAFE_INTEGER, 100)
    await store.close()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it.each([
    [['PUT', '/entities'], 'METHOD must be GET, POST or DELETE'],
    [['GET', '/entities', 'kind'], '"kind" must be NAME=VALUE'],
    [['GET', '/entity'], 'there is no route GET /admin/v1/entity: see /docs/operations'],
    [['DELETE', '/entities'], 'there are GET /admin/v1/entities, GET /admin/v1/entities/{id}'],
    [['GET', '/../v1/payments'], 'there is no route'],
    [['GET', '/session'], 'there is no route GET /admin/v1/session'],
    [['GET', '/payments/stream'], 'Payment not found'],
    [['GET'], 'takes METHOD and PATH'],
  ])('refuses %j', async (words, complaint) => {
    const { code, lines, complaints } = await tillgate('api', ...words)
    expect(code).not.toBe(0)
    expect([...lines, ...complaints].join('\n')).toContain(complaint)
  })

  it('asks for the entity where there are several PSPs', async () => {
    const other = await tillgate('entity', 'create', '--kind', 'psp', '--name', 'Other')
    expect(await api('GET', '/entities')).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('name the entity as entityId=ID')],
    })
    const [id = ''] = other.lines
    expect(await api('GET', '/entities', `entityId=${id}`)).toMatchObject({
      body: { entities: [{ id }] },
    })
  })
})
