import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitAnswer, SubmitSteps } from '../shell/submit-form.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const steps = { keepErrors: () => [], showFaults: () => true } as unknown as SubmitSteps

/** A form of a page that makes its checkouts itself, with the parts that an answer changes. */
function formOf(checkoutId: string): FormShell {
  return {
    brand: 'CARD',
    checkout: { boot: { base: 'https://pay.example', checkoutId }, session: {} },
    given: () => ({ createCheckout: () => 'unused' }),
    call: () => undefined,
    language: { value: { translate: (key: string) => key } },
    notice: {},
    announcement: {},
    phase: { value: 'busy', peek: () => 'busy' },
  } as unknown as FormShell
}

const refusal: SubmitAnswer = {
  kind: 'answer',
  status: 400,
  body: {
    result: {
      code: '200.300.404',
      description: 'invalid or missing parameter',
      parameterErrors: [{ name: 'card.holder', value: '', message: 'is required' }],
    },
  },
}

/** Settles an answer while the gateway cannot be reached. */
async function settle(form: FormShell, answer: SubmitAnswer): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const checkout = await import('../shell/checkout-of.ts')
  const { readSession } = await import('../../session/read-session.ts')
  const { closeForm } = await import('../shell/close-form.ts')
  vi.stubGlobal('__TILLGATE_KIT__', { ...checkout, closeForm, readSession })
  const { settleAnswer } = await import('./settle-answer.ts')
  let isSettled = false
  const settled = settleAnswer(form, steps, answer).finally(() => {
    isSettled = true
  })
  // Not all timers: those of other tests of this process may repeat for ever.
  while (!isSettled) await vi.advanceTimersByTimeAsync(1000)
  await settled
}

describe('a form of a page that makes its checkouts', () => {
  it('gives up a checkout in which nothing happened', async () => {
    const form = formOf('A1')
    await settle(form, refusal)
    expect(form.checkout.boot.checkoutId).toBeNull()
  })

  it('keeps a checkout that a submit without an answer may have paid, also when it expires', async () => {
    const form = formOf('A1')
    await settle(form, { kind: 'noAnswer', reason: 'network' })
    const { giveUpCheckout } = await import('../shell/checkout-of.ts')
    expect(giveUpCheckout(form)).toBe(false)
    await settle(form, refusal)
    expect(form.checkout.boot.checkoutId).toBe('A1')
  })

  it('pays no other checkout than one that another form of the page may have paid', async () => {
    const other = formOf('B2')
    await settle(formOf('A1'), { kind: 'noAnswer', reason: 'network' })
    const { hasCheckout } = await import('../shell/checkout-of.ts')
    expect(await hasCheckout(other)).toBe(true)
    expect(other.checkout.boot.checkoutId).toBe('A1')
  })
})
