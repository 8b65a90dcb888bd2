import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormShell } from '../shell/form-shell.ts'
import * as notices from '../shell/notice.ts'

// Another test of this process has perhaps lent something else.
vi.resetModules()
vi.stubGlobal('__TILLGATE_KIT__', notices)
const { waitAloud } = await import('./wait-aloud.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function waitingForm(phase = 'busy') {
  const notice = {
    value: undefined as unknown,
    peek: () => notice.value,
  }
  const form = {
    phase: { peek: () => phase },
    notice,
    announcement: { value: '' },
    language: { value: { translate: (key: string) => key } },
  } as unknown as FormShell
  return form
}

/** A promise that is resolved by hand. */
function openPromise() {
  let resolve = (_answer: string) => {}
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

describe('a payment whose answer takes long', () => {
  it('is spoken of after 8 and after 20 seconds, and no more once the answer is here', async () => {
    const form = waitingForm()
    const { promise, resolve } = openPromise()
    const waiting = waitAloud(form, promise)
    await vi.advanceTimersByTimeAsync(7_999)
    expect(form.notice.value).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(form.notice.value?.key).toBe('payingLong')
    expect(form.announcement.value).toBe('payingLong')
    await vi.advanceTimersByTimeAsync(12_000)
    expect(form.notice.value?.key).toBe('payingVeryLong')
    expect(form.announcement.value).toBe('payingVeryLong')
    resolve('paid')
    expect(await waiting).toBe('paid')
    expect(form.notice.value).toBeUndefined()
  })

  it('says nothing where the answer is quick, or the page has removed the form', async () => {
    const quick = waitingForm()
    await waitAloud(quick, Promise.resolve('paid'))
    const gone = waitingForm('closed')
    void waitAloud(gone, new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(quick.notice.value).toBeUndefined()
    expect(gone.notice.value).toBeUndefined()
  })

  it('leaves what another part has said meanwhile', async () => {
    const form = waitingForm()
    const { promise, resolve } = openPromise()
    const waiting = waitAloud(form, promise)
    await vi.advanceTimersByTimeAsync(8_000)
    const other = { tone: 'calm', key: 'checkingPayment' } as const
    form.notice.value = other
    resolve('paid')
    await waiting
    expect(form.notice.value).toBe(other)
  })
})
