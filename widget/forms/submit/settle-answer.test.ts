import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitAnswer, SubmitSteps } from '../shell/submit-form.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { documentElement: {} })
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

const throttled: SubmitAnswer = {
  kind: 'answer',
  status: 429,
  body: { result: { code: '800.120.100', description: 'too many tries with this checkout' } },
}

const gone: SubmitAnswer = {
  kind: 'answer',
  status: 404,
  body: { result: { code: '200.300.404', description: 'no such checkout' } },
}

const lost: SubmitAnswer = { kind: 'noAnswer', reason: 'network' }

const unreachable = () => Promise.reject(new TypeError('no network'))

/** The gateway says of the checkout that no submit has come. */
const untouched = async () => new Response(JSON.stringify({ state: 'open', attempted: false }))

/** Settles an answer; until the form says otherwise, the gateway cannot be reached. */
async function settle(
  form: FormShell,
  answer: SubmitAnswer,
  fetch: () => Promise<Response> = unreachable,
): Promise<void> {
  vi.stubGlobal('fetch', fetch)
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

describe('what a failure says of money', () => {
  const said = (form: FormShell) => form.notice.value?.key

  it.each([
    ['the gateway refuses the submit', throttled, unreachable, 'paymentFailed'],
    ['the submit never arrived', lost, untouched, 'connectionLost'],
    ['nobody answers for twenty seconds', lost, unreachable, 'outcomeUnknown'],
  ] as const)('where %s', async (_case, answer, fetch, key) => {
    const form = formOf('A1')
    await settle(form, answer, fetch)
    expect(said(form)).toBe(key)
  })

  it('is unknown for later submits, too, until one is known to have been the first', async () => {
    const form = formOf('A1')
    await settle(form, lost)
    for (const answer of [throttled, gone]) {
      await settle(form, answer)
      expect(said(form)).toBe('outcomeUnknown')
    }
    await settle(form, lost, untouched)
    expect(said(form)).toBe('connectionLost')
    await settle(form, throttled)
    expect(said(form)).toBe('paymentFailed')
  })

  it('is nothing of another checkout of the page', async () => {
    await settle(formOf('A1'), lost)
    const other = formOf('B2')
    await settle(other, throttled)
    expect(said(other)).toBe('paymentFailed')
  })
})

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
