import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '../../locales/en.json'
import { createLanguage } from './language.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the language of a form', () => {
  it('has the English labels of the reference pages where the channel is legacy, below those of the merchant', () => {
    const own = { cardHolder: 'Your name' }
    const { translate } = createLanguage(
      { folder: '', hashes: '' },
      () => own,
      () => true,
    ).current.value
    const shown = (['cardNumber', 'expiryDate', 'cvv', 'cardHolder'] as const).map((key) =>
      translate(key),
    )
    expect(shown).toEqual(['Card Number', 'Expiry Date', 'CVV', 'Your name'])
  })

  it('has its hash in the table of rare languages if the script has none', async () => {
    const files: Record<string, unknown> = {
      'others.json sha256-table=': 'hu:rare',
      'hu.json sha256-rare=': [
        {},
        ...Object.keys(english).map((key) => (key === 'submit' ? 'Fizetés' : null)),
      ],
    }
    vi.stubGlobal('fetch', async (address: string, { integrity }: RequestInit) => ({
      json: async () => files[`${address.split('/').at(-1)} ${integrity}`],
    }))
    const locales = { folder: 'https://pay.example/locales/', hashes: 'others:table' }
    const language = createLanguage(
      locales,
      () => ({}),
      () => false,
    )
    await language.choose('hu')
    expect(language.current.value.translate('submit')).toBe('Fizetés')
  })

  it('is English when its file has not come after five seconds', async () => {
    const requests: string[] = []
    vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
      requests.push(address)
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    })
    const locales = { folder: 'https://pay.example/locales/', hashes: 'fi:hash' }
    const language = createLanguage(
      locales,
      () => ({}),
      () => false,
    )
    // Others in this process may have timers of their own.
    const before = vi.getTimerCount()
    void language.choose('fi')
    expect([language.current.value.tag, language.isSettled.value]).toEqual(['fi', false])
    await vi.waitFor(() => expect(requests).toEqual(['https://pay.example/locales/fi.json']))
    await vi.advanceTimersByTimeAsync(5000)
    await vi.waitFor(() => expect(language.isSettled.value).toBe(true))
    const { tag, translate } = language.current.value
    expect([tag, translate('submit')]).toEqual(['en', 'Pay now'])
    expect(vi.getTimerCount()).toBeLessThanOrEqual(before)
  })
})
