import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAX_LINES, readCsv } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

const refusal = { result: { code: '800.120.100', description: 'Too many requests' } }

/** Answers one after the other; the addresses that were asked. */
function answering(...answers: readonly Response[]): readonly string[] {
  const asked: string[] = []
  const left = [...answers]
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return left.shift() ?? Response.error()
  })
  return asked
}

const part = (lines: readonly string[], cursor?: string, more: object = {}) =>
  Response.json({ header: 'id;amount', lines, cursor, ...more })

function reading(rows: number[] = [], how: { readonly isUnmarked?: boolean } = {}) {
  const { signal } = new AbortController()
  const onRows = (count: number) => rows.push(count)
  return readCsv({ path: '/payments/export', query: { state: 'failed' }, signal, onRows, ...how })
}

describe('an export', () => {
  it('is read part after part, and says how far it is', async () => {
    const asked = answering(part(['1;92.00', '2;30.00'], 'c1'), part(['3;5.00']))
    const rows: number[] = []
    expect(await reading(rows)).toEqual({
      ok: true,
      body: {
        text: '\uFEFFid;amount\r\n1;92.00\r\n2;30.00\r\n3;5.00\r\n',
        isCut: false,
        leftOut: 0,
      },
    })
    expect(rows).toEqual([2, 3])
    expect(asked).toEqual([
      '/admin/v1/payments/export?state=failed&limit=1000',
      '/admin/v1/payments/export?state=failed&limit=1000&cursor=c1',
    ])
  })

  it('ends with its footer, has no mark where that is not wanted, and counts what was left out', async () => {
    const last = { footer: '</end>' }
    answering(
      part(['a'], 'c1', { ...last, leftOut: 1 }),
      part(['b'], undefined, { ...last, leftOut: 2 }),
    )
    expect(await reading([], { isUnmarked: true })).toEqual({
      ok: true,
      body: { text: 'id;amount\r\na\r\nb\r\n</end>\r\n', isCut: false, leftOut: 3 },
    })
  })

  it('waits as long as the gateway says', async () => {
    const busy = Response.json(refusal, { status: 429, headers: { 'retry-after': '0' } })
    answering(busy, part(['1;92.00']))
    expect(await reading()).toMatchObject({ ok: true })
  })

  it('ends at its limit, and says so', async () => {
    const many = Array.from({ length: 1000 }, () => 'x')
    answering(...Array.from({ length: MAX_LINES / 1000 }, () => part(many, 'c1')))
    expect(await reading()).toMatchObject({ ok: true, body: { isCut: true } })
  })

  it('ends with the refusal of a part', async () => {
    answering(part(['1;92.00'], 'c1'), Response.json(refusal, { status: 403 }))
    expect(await reading()).toMatchObject({ ok: false, failure: { status: 403 } })
  })
})
