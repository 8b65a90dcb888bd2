import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { AN_HOUR_LATER_MS, run } from '../../../app/cli/command.fixture.ts'
import {
  formatRequest,
  type RequestToFormat,
} from '../../../kernel/webhook-formats/format-request.ts'
import { openSqliteStore } from '../../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../../store/testing/database-files.ts'

const newFile = databaseFiles()
const env = { TILLGATE_VAULT_KEY: randomBytes(32).toString('hex') }
const URL = 'https://shop.example/webhooks'
let file: string
let psp: string

const tillgate = (...args: string[]) =>
  run(['webhook', ...args, '--database', `sqlite:${file}`], { env })
const create = (...more: string[]) => tillgate('create', '--entity', psp, '--url', URL, ...more)

beforeEach(async () => {
  file = newFile()
  const words = ['entity', 'create', '--kind', 'psp', '--name', 'x']
  psp = (await run([...words, '--database', `sqlite:${file}`], { env })).lines[0] ?? ''
})

describe('tillgate webhook', () => {
  it('creates a webhook of an entity, and shows its secret once', async () => {
    const { code, lines } = await create('--types', 'PAYMENT', '--payment-types', 'DB')
    expect(code).toBe(0)
    const [id = '', secret = '', ...more] = lines
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(secret).toMatch(/^whsec_/)
    expect(more).toEqual([])
    const list = await tillgate('list', '--entity', psp)
    expect(list.lines).toEqual([`${id} inactive signed PAYMENT ${URL}`])
    const shown = (await tillgate('show', id)).lines.join('\n')
    expect(shown).toContain(`url        ${URL}`)
    expect(shown).not.toContain(secret)
  })

  it('prints the hex digits that receivers of the encrypted format are set up with', async () => {
    const words = ['--format', 'encrypted', '--secret', '07'.repeat(32)]
    expect((await create(...words)).lines[2]).toBe(`encryption key ${'07'.repeat(32)}`)
  })

  it('is in the audit log, without its secret, as what changes something is', async () => {
    const secret = '07'.repeat(32)
    const [id = ''] = (await create('--secret', secret)).lines
    await tillgate('rotate', id)
    await tillgate('delete', id)
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const entries = await store.read.auditEntriesBefore(psp, Number.MAX_SAFE_INTEGER, 100)
    await store.close()
    const text = JSON.stringify(entries)
    for (const asked of ['POST ', 'POST /{id}/rotate', 'DELETE /{id}']) {
      expect(text).toContain(`"${asked.replace(' ', ' /admin/v1/webhooks')}"`)
    }
    expect(text).toMatch(/command \(/)
    expect(text).not.toContain(secret)
  })

  it('names the option that is wrong', async () => {
    expect(await create('--types', 'PAYMENTS')).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('--types must be some of PAYMENT')],
    })
    const words = ['create', '--entity', psp, '--url', 'https://10.0.0.1/']
    expect(await tillgate(...words)).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('--url must lead to an address on the internet')],
    })
    expect(await tillgate('show', '0'.repeat(32))).toMatchObject({ code: 1 })
  })

  it('rotates, tests and deletes', async () => {
    const [id = '', secret] = (await create()).lines
    const rotated = await tillgate('rotate', id, '--hours', '1')
    expect(rotated.lines[1]).not.toBe(secret)
    expect(rotated.lines[2]).toBe('the older one counts until 2026-11-20 17:00:00+0000')
    expect((await tillgate('test', id)).lines).toEqual([`a test message waits for ${id}`])
    expect((await tillgate('delete', id)).lines).toEqual([`${id} was deleted`])
    expect((await tillgate('list', '--entity', psp)).lines).toEqual([])
  })

  it('finds a webhook by its id alone where there are several PSPs', async () => {
    const words = ['entity', 'create', '--kind', 'psp', '--name', 'y', '--database']
    await run([...words, `sqlite:${file}`], { env })
    const other = (await run([...words, `sqlite:${file}`], { env })).lines[0] ?? ''
    const [first = ''] = (await create()).lines
    const [second = ''] = (await tillgate('create', '--entity', other, '--url', URL)).lines
    for (const id of [first, second]) {
      expect((await tillgate('delete', id)).lines).toEqual([`${id} was deleted`])
      expect(await tillgate('delete', id)).toMatchObject({
        code: 1,
        complaints: [expect.stringContaining('no webhook')],
      })
    }
  })

  it('says of a disabled webhook why it is one', async () => {
    const [id = ''] = (await create('--types', 'PAYMENT')).lines
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const stateReason = 'the receiver answered with 410'
    const set = { state: 'disabled', stateReason, updatedAtMs: AN_HOUR_LATER_MS } as const
    await store.commit([{ kind: 'stepWebhook', id, expectedVersion: 1, set }])
    await store.close()
    expect((await tillgate('list', '--entity', psp)).lines).toEqual([
      `${id} disabled signed PAYMENT ${URL} (${stateReason})`,
    ])
  })

  it('shows deliveries with their attempts, and sends one again', async () => {
    const [id = ''] = (await create()).lines
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const [row] = await store.read.deliveriesOfWebhook(id, 0, Number.MAX_SAFE_INTEGER, '', 1)
    const attempt = {
      deliveryId: row?.id ?? '',
      attempt: 1,
      atMs: AN_HOUR_LATER_MS,
      endedAtMs: AN_HOUR_LATER_MS + 30,
      status: 401,
      reason: 'status 401',
      answer: null,
    }
    await store.commit([{ kind: 'insertDeliveryAttempt', row: attempt }])
    await store.close()
    expect((await tillgate('deliveries', id)).lines).toEqual([
      `${row?.id} 2026-11-20 16:00:00+0000 waiting test webhook activation ${id}`,
      '  2026-11-20 16:00:00+0000 30 ms 401 status 401',
    ])
    const replayed = await tillgate('replay', id, '--delivery', row?.id ?? '')
    expect(replayed.lines).toEqual(['sent again: 1'])
    expect((await tillgate('replay', id)).complaints[0]).toContain('--from is required')
  })
})

describe('tillgate webhook listen', () => {
  it('prints a line for each genuine notification of either format, and refuses others', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const answers: number[] = []
    const { code, lines } = await run(['webhook', 'listen', '--port', '0', '--secret', secret], {
      async interrupted([first = '']) {
        const url = first.replace('listening at ', '')
        for (const changed of [{}, { format: 'encrypted' }, { secrets: OTHER }] as const) {
          const { headers, body } = sent({ secrets: { current: secret }, ...changed })
          answers.push((await fetch(url, { method: 'POST', headers, body })).status)
        }
      },
    })
    expect([code, answers]).toEqual([0, [200, 200, 401]])
    const line = 'PAYMENT RF 8ac7a4 000.100.110 10.00 EUR'
    expect(lines.slice(1)).toEqual([
      line,
      line,
      'refused: it is not signed with this secret, or was changed',
    ])
  })

  it('makes a secret where none is given, and says how to create the webhook', async () => {
    const { lines } = await run(['webhook', 'listen', '--port', '0'])
    expect(lines[1]).toMatch(/^tillgate webhook create --entity ID --url \S+ --secret whsec_\S+$/)
  })
})

const OTHER = { current: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }

function sent(changed: Partial<RequestToFormat>) {
  const payload = {
    id: '8ac7a4',
    paymentType: 'RF',
    amount: '10.00',
    currency: 'EUR',
    result: { code: '000.100.110' },
  }
  return formatRequest({
    format: 'signed',
    wrapper: 'none',
    secrets: OTHER,
    id: '8ac7a4000000000000000000000000a1',
    atMs: AN_HOUR_LATER_MS,
    body: JSON.stringify({ type: 'PAYMENT', payload }),
    ...changed,
  })
}
