import { beforeAll, describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { StoreError } from '../../server/store/errors.ts'
import { cardPayment, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { addUser, FAST, openBrowser, PASSWORD, signedIn } from '../people/people.fixture.ts'
import type { AuditList } from './routes.ts'

let isFull = false
const memory = openMemoryStore()
const store = {
  ...memory,
  commit: (...given: Parameters<typeof memory.commit>) =>
    isFull && given[0].some(({ kind }) => kind === 'appendAuditEntry')
      ? Promise.reject(new StoreError('commit-failed', 'database or disk is full'))
      : memory.commit(...given),
}
const gateway = useTestGateway({ ...FAST, store })

let merchant: TestMerchant
let administrator: string

beforeAll(async () => {
  merchant = await addMerchant(gateway(), { channels: [{}, {}] })
  administrator = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
})

const entriesOf = async (query = '', token = administrator) => {
  const { body } = await sendBare(gateway(), `GET /admin/v1/audit${query}`, { token })
  return body as unknown as AuditList
}

const unknownPayment = async () => {
  const form = cardPayment(channelOf(merchant), {
    'customParameters[SIMULATOR_outcome]': 'timeout',
  })
  const { body } = await sendBare(gateway(), 'POST /v1/payments', {
    token: merchant.accessToken,
    form,
  })
  return body.id
}

const resolution = {
  outcome: 'failed',
  reason: 'The answer was lost',
  evidence: 'Report of the acquirer',
}

const resolve = (id: string, token = administrator, more = {}) =>
  sendBare(gateway(), `POST /admin/v1/payments/${id}/resolution`, {
    token,
    form: { ...resolution, ...more },
  })

describe('a request that changes something', () => {
  it('is written down before its effect, and its result after it, without secrets', async () => {
    const id = await unknownPayment()
    const reason = 'The answer was lost, card 4200000000000000'
    const { body } = await resolve(id, administrator, { reason })
    const [result, asked] = (await entriesOf(`?subjectId=${id}`)).entries
    expect(asked).toMatchObject({
      actor: 'an access token',
      action: 'payments.resolve',
      request: 'POST /admin/v1/payments/{id}/resolution',
      subject: id,
      from: '127.0.0.1',
      result: 'asked',
      facts: [
        ['outcome', 'failed'],
        ['reason', 'The answer was lost, card 420000***0000'],
        ['evidence', 'Report of the acquirer'],
      ],
    })
    expect(result).toMatchObject({ action: 'payments.resolve', result: body.result.code })
    expect((result?.sequence ?? 0) - (asked?.sequence ?? 0)).toBe(1)
  })

  it('is written down once where it is repeated under its Idempotency-Key', async () => {
    const [id = ''] = merchant.channelIds
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const rename = () =>
      sendBare(gateway(), `POST /admin/v1/entities/${id}`, {
        token: administrator,
        form: { entityName: 'Tea house' },
        headers,
      })
    const [first, again] = [await rename(), await rename()]
    expect([first.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    const { entries } = await entriesOf(`?subjectId=${id}`)
    expect(entries.map(({ result }) => result)).toEqual([first.body.result.code, 'asked'])
  })

  it('of settings is written down member by member, before and after', async () => {
    const [id = ''] = merchant.channelIds
    const set = (settings: object) =>
      sendBare(gateway(), `POST /admin/v1/entities/${id}`, {
        token: administrator,
        form: { settings: JSON.stringify(settings) },
      })
    const returnOrigins = Array.from({ length: 9 }, (_, at) => `https://shop-${at}.example`)
    await set({ numberRetentionDays: 30, checkouts: { returnOrigins } })
    await set({ numberRetentionDays: 60, checkouts: null })
    const [{ facts: second = [] } = {}, , { facts: first = [] } = {}] = (
      await entriesOf(`?subjectId=${id}`)
    ).entries
    const changed = (facts: readonly (readonly [string, string])[]) =>
      facts.filter(([name]) => name.startsWith('settings.'))
    expect(changed(first)).toEqual([
      ['settings.numberRetentionDays before', '–'],
      ['settings.numberRetentionDays after', '30'],
      ['settings.checkouts before', '–'],
      ['settings.checkouts after', JSON.stringify({ returnOrigins })],
    ])
    expect(changed(second)).toEqual([
      ['settings.numberRetentionDays before', '30'],
      ['settings.numberRetentionDays after', '60'],
      ['settings.checkouts before', JSON.stringify({ returnOrigins })],
      ['settings.checkouts after', '–'],
    ])
  })

  it('of settings of a foreign entity says nothing of what it has set', async () => {
    const foreign = await addMerchant(gateway(), {
      settings: () => ({ numberRetentionDays: 33 }),
    })
    const { status } = await sendBare(gateway(), `POST /admin/v1/entities/${foreign.id}`, {
      token: administrator,
      form: { settings: '{"numberRetentionDays":5}' },
    })
    expect(status).toBe(404)
    const { entries } = await entriesOf(`?subjectId=${foreign.id}`)
    expect(entries).not.toHaveLength(0)
    expect(JSON.stringify(entries)).not.toContain('settings.numberRetentionDays')
  })

  it('is not done where it cannot be written down', async () => {
    const id = await unknownPayment()
    const before = await gateway().store.read.payment(id)
    isFull = true
    expect((await resolve(id)).status).toBe(500)
    isFull = false
    expect(await gateway().store.read.payment(id)).toEqual(before)
  })

  it('that lacks the right is written down with its refusal', async () => {
    const id = await unknownPayment()
    expect((await resolve(id, merchant.accessToken)).status).toBe(403)
    const ofRight = (await entriesOf('?action=payments.resolve&limit=1')).entries[0]
    expect(ofRight?.subject).toBe(id)
    expect((await entriesOf(`?subjectId=${id}`)).entries.map(({ result }) => result)).toEqual([
      '800.900.301',
    ])
  })

  it('of a merchant’s token fills the log with 60 refusals a minute at most', async () => {
    const id = 'f'.repeat(32)
    gateway().clock.advance(60_000)
    for (let count = 1; count <= 65; count++) await resolve(id, merchant.accessToken)
    expect((await entriesOf(`?subjectId=${id}&limit=100`)).entries).toHaveLength(60)
  })
})

describe('a sign-in', () => {
  it('is written down, also one that failed', async () => {
    const user = await addUser(gateway(), { [merchant.id]: 'owner' })
    const form = { email: user.email, password: 'wrong password 1' }
    await openBrowser(gateway()).send('POST /admin/v1/session', form)
    const browser = await signedIn(gateway(), user)
    await browser.send('DELETE /admin/v1/session')
    const { entries } = await entriesOf(`?actor=${user.email}`)
    const told = entries.map(({ action, request, result }) => [action, request, result])
    expect(told.toReversed()).toEqual([
      ['sessions.begin', 'POST /admin/v1/session', '800.900.300'],
      ['sessions.begin', 'POST /admin/v1/session', '000.000.100'],
      ['sessions.end', 'DELETE /admin/v1/session', 'asked'],
      ['sessions.end', 'DELETE /admin/v1/session', '000.000.100'],
    ])
    expect(JSON.stringify(entries)).not.toContain('password 1')
  })

  it('of an unknown user does not show what was typed', async () => {
    const form = { email: 'my.password@shop.example', password: PASSWORD }
    await openBrowser(gateway()).send('POST /admin/v1/session', form)
    const rows = await gateway().store.read.auditEntriesBefore('installation', 1e9, 1)
    expect(rows[0]).toMatchObject({ actor: 'an unknown user', result: '800.900.300' })
    expect(JSON.stringify(rows)).not.toContain('my.password')
  })
})

describe('the log', () => {
  it('is read in parts, newest first', async () => {
    const { entries } = await entriesOf('?limit=500')
    const parts: AuditList['entries'][number][] = []
    let next: string | undefined
    do {
      const before: string = next === undefined ? '' : `&beforeSequence=${next}`
      const part = await entriesOf(`?limit=7${before}`)
      parts.push(...part.entries)
      next = part.next
    } while (next !== undefined)
    expect(parts).toEqual(entries)
  })

  it('of a channel has what belongs to it, and nothing of the other one', async () => {
    const id = await unknownPayment()
    await resolve(id)
    const [one, other] = merchant.channelIds
    const ofOne = await entriesOf(`?entityId=${one}&subjectId=${id}`)
    // What it is about is known after it was asked.
    expect(ofOne.entries).toHaveLength(1)
    expect((await entriesOf(`?entityId=${other}&subjectId=${id}`)).entries).toEqual([])
  })

  it('shows nothing of another tree', async () => {
    const foreign = await addMerchant(gateway())
    const token = newAccessToken()
    await gateway().store.commit([tokenOf(foreign.id, token, true)])
    expect((await entriesOf('', token)).entries).toEqual([])
  })

  it('finds a time', async () => {
    gateway().clock.advance(3_600_000)
    const id = await unknownPayment()
    await resolve(id)
    const { entries } = await entriesOf('?date.from=2026-11-20%2016:00:00')
    expect(entries).toHaveLength(2)
    expect((await entriesOf('?date.to=2026-11-20%2015:00:00')).entries).not.toHaveLength(0)
  })
})
