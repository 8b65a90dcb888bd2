import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest'
import english from '../../../locales/backoffice/en.json' with { type: 'json' }
import { useTexts } from '../texts/texts.ts'
import { addressOf, failureOf, readJson, send } from './request.ts'
import { sendFile } from './send-file.ts'
import { isDefinite } from './use-send.ts'

describe('an address', () => {
  it('has what was filled in only', () => {
    const query = { query: 'Jane & Co', state: '', brand: undefined }
    expect(addressOf('/payments', query)).toBe('/admin/v1/payments?query=Jane+%26+Co')
    expect(addressOf('/payments')).toBe('/admin/v1/payments')
  })

  it.each(['/payments/../session', '/webhooks/x/../y', '/payments/a%2fb', '/payments/x?entityId='])(
    'of an id that leads to another route leads to none: %s',
    (path) => {
      expect(addressOf(path)).toBe('/admin/v1/unknown')
    },
  )

  it('takes ids as they are, also those of settlement lines', () => {
    const path = '/settlement/lines/8ac7a401a219fb3c8311c4e5838830012/match'
    expect(addressOf(path)).toBe(`/admin/v1${path}`)
    expect(addressOf(`/settlement/lines/${encodeURIComponent('F-00001:2')}/match`)).toBe(
      '/admin/v1/settlement/lines/F-00001%3A2/match',
    )
  })
})

describe('a refusal', () => {
  it('keeps the words of the gateway', () => {
    const body = {
      result: {
        code: '200.300.404',
        description: 'invalid or missing parameter',
        parameterErrors: [{ name: 'amount', value: '0', message: 'is not more than 0' }],
      },
    }
    expect(failureOf(400, body)).toMatchObject({
      code: '200.300.404',
      description: 'invalid or missing parameter',
      faults: [{ name: 'amount', message: 'is not more than 0' }],
    })
  })

  it('is one even where the answer is something else', () => {
    expect(failureOf(502, {})).toMatchObject({ status: 502, code: '', description: '', faults: [] })
  })

  it.each([
    [400, true],
    [403, true],
    [409, false],
    [429, false],
    [500, false],
    [0, false],
  ])('with status %i means that nothing was done: %s', (status, expected) => {
    expect(isDefinite(failureOf(status, {}))).toBe(expected)
  })
})

describe('a change that the table of actions does not have', () => {
  beforeAll(() => useTexts('en', english))
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['a form', () => send({ method: 'POST', path: '/payments/8ac7/forget', key: 'k' })],
    ['a file', () => sendFile('/payments/8ac7/forget', {}, new Blob(['x']))],
  ])('is not sent, and is a failure that a dialog can show: %s', async (_, change) => {
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    const description = expect.stringMatching(/^Nothing was sent: .* POST \/payments\/8ac7\/forget/)
    expect(await change()).toMatchObject({ ok: false, failure: { status: 405, description } })
    expect(fetch).not.toHaveBeenCalled()
  })
})

test('characters that turn the order of a line round, or hide, are shown by a sign', () => {
  const text = '{"payments":[{"holder":"Jane\\u202egnp.exe\\u0007"}],"note":"one\\ntwo"}'
  expect(readJson(text)).toEqual({
    payments: [{ holder: 'Jane\ufffdgnp.exe\ufffd' }],
    note: 'one\ntwo',
  })
})
