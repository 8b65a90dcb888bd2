import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormShell } from '../shell/form-shell.ts'
import type { SubmitAnswer, SubmitSteps } from '../shell/submit-steps.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const steps = { keepErrors: () => [], showFaults: () => true } as unknown as SubmitSteps

/** A form of a page that makes its checkouts itself, with the parts that an answer changes. */
function formOf(checkoutId: string, options = {}): FormShell {
  const notice = { value: undefined, peek: () => notice.value }
  return {
    kind: 'card',
    brand: 'CARD',
    options,
    isListed: { peek: () => false },
    resultUrl: () => 'https://shop.example/result',
    container: { isConnected: true },
    checkout: {
      boot: { base: 'https://pay.example', checkoutId },
      session: { peek: () => undefined },
    },
    given: () => ({ createCheckout: () => 'unused' }),
    call: () => undefined,
    language: { value: { translate: (key: string) => key } },
    notice,
    outcome: { peek: () => undefined },
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

const brokenServer: SubmitAnswer = {
  kind: 'answer',
  status: 500,
  body: { result: { code: '999.999.999' } },
}

const badGateway: SubmitAnswer = { kind: 'noAnswer', reason: 'unreadable' }

const declined: SubmitAnswer = {
  kind: 'answer',
  status: 400,
  body: { id: '8ac7a4', result: { code: '800.100.153', description: 'CVV' } },
}

const unreachable = () => Promise.reject(new TypeError('no network'))

/** The gateway says of the checkout that no submit has come. */
const untouched = async () => new Response(JSON.stringify({ state: 'open', attempted: false }))

/** It does not know the checkout any more, which was paid before it expired. */
const expiredPaid = async () =>
  new Response(
    JSON.stringify({ result: { code: '200.300.404', description: 'expired' }, state: 'pending' }),
    { status: 400 },
  )

const expired = async () =>
  new Response(JSON.stringify({ result: { code: '200.300.404', description: 'expired' } }), {
    status: 400,
  })

/** Settles an answer; until the form says otherwise, the gateway cannot be reached. */
async function settle(
  form: FormShell,
  answer: SubmitAnswer,
  fetch: () => Promise<Response> = unreachable,
  parts = steps,
): Promise<void> {
  vi.stubGlobal('fetch', fetch)
  const checkout = await import('../shell/checkout-of.ts')
  const { readSession } = await import('../../session/read-session.ts')
  const { closeForm } = await import('../shell/close-form.ts')
  const notices = await import('../shell/notice.ts')
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('__TILLGATE_KIT__', { ...checkout, ...notices, closeForm, readSession })
  const { settleAnswer } = await import('./settle-answer.ts')
  let isSettled = false
  const settled = settleAnswer(form, parts, answer).finally(() => {
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
    ['the server fails', brokenServer, untouched, 'serverFailed'],
    ['a server in between fails', badGateway, untouched, 'serverFailed'],
    [
      'the server fails, and nobody answers after that',
      brokenServer,
      unreachable,
      'outcomeUnknown',
    ],
  ] as const)('where %s', async (_case, answer, fetch, key) => {
    const form = formOf('A1')
    await settle(form, answer, fetch)
    expect(said(form)).toBe(key)
  })

  it.each([
    ['expired before it was paid', expired, 'sessionInvalid'],
    ['expired while a payment waits for its outcome', expiredPaid, 'outcomeUnknown'],
  ] as const)('where the checkout has %s', async (_case, fetch, key) => {
    const form = { ...formOf('A1'), given: () => ({}) } as FormShell
    await settle(form, gone, fetch)
    expect(form.phase.value).toBe('closed')
    expect(said(form)).toBe(key)
  })

  it('offers a button that pays again only where nothing was paid', async () => {
    const offers = async (answer: SubmitAnswer, fetch: () => Promise<Response>) => {
      const form = formOf('A1')
      await settle(form, answer, fetch)
      return form.notice.value?.actions?.map(({ key }) => key)
    }
    expect(await offers(lost, untouched)).toEqual(['retry'])
    expect(await offers(brokenServer, untouched)).toEqual(['retry'])
    expect(await offers(lost, unreachable)).toEqual(['checkAgain'])
    expect(await offers(throttled, unreachable)).toEqual(['checkAgain'])
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

describe('an outcome that nobody knows', () => {
  const done = async () => new Response(JSON.stringify({ state: 'done', attempted: true }))

  /** A form that has lost its submit and can be used again, with what happens when it leaves. */
  async function lostForm() {
    const phase = { value: 'busy', peek: () => phase.value }
    const latch = { run: (task: () => Promise<boolean>) => task() }
    const endpoint = { value: '/payment' }
    const form = { ...formOf('A1'), phase, latch, endpoint } as unknown as FormShell
    await settle(form, lost)
    phase.value = 'open'
    const leave = vi.fn()
    vi.stubGlobal('document', {
      documentElement: {},
      createElement: () => ({ click: leave }),
      getElementsByName: () => [],
    })
    return { form, leave }
  }

  it('is asked for in the background, until the gateway is reached', async () => {
    const { form, leave } = await lostForm()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(form.notice.value?.key).toBe('outcomeUnknown')
    vi.stubGlobal('fetch', done)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(leave).toHaveBeenCalledTimes(1)
    expect(form.phase.value).toBe('leaving')
  })

  it('is not asked for any more when the form shows something else', async () => {
    const { form, leave } = await lostForm()
    form.notice.value = undefined
    const fetch = vi.fn(done)
    vi.stubGlobal('fetch', fetch)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch).not.toHaveBeenCalled()
    expect(leave).not.toHaveBeenCalled()
  })

  it('is asked for at once by its button, which pays nothing', async () => {
    const { form, leave } = await lostForm()
    const fetch = vi.fn(done)
    vi.stubGlobal('fetch', fetch)
    form.notice.value?.actions?.[0]?.run()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(leave).toHaveBeenCalledTimes(1)
    for (const [address] of fetch.mock.calls as unknown[][]) {
      expect(address).toContain('/session?')
    }
  })
})

it('a checkout that the secured field does not pay is told to the page, with what is probably wrong', async () => {
  const calls: unknown[][] = []
  const call = (...args: unknown[]) => void calls.push(args)
  const form = { ...formOf('A1'), call } as unknown as FormShell
  await settle(form, { kind: 'noAnswer', reason: 'refused' })
  const [, , error] = calls.find(([called]) => called === 'onError') ?? []
  expect(error).toMatchObject({ name: 'InvalidCheckoutIdError', event: 'checkout_failed' })
  expect(String(error)).toMatch(/does not pay checkout A1: it is of another channel or currency/)
})

describe('a declined payment, with the option to stay', () => {
  const staying = () => {
    const calls: unknown[][] = []
    const form = {
      ...formOf('A1', { declined: 'stay' }),
      call: (...args: unknown[]) => void calls.push(args),
    } as unknown as FormShell
    return { form, calls }
  }

  it('keeps the shopper, says why, shows the field to mend and tells the page', async () => {
    const { form, calls } = staying()
    const kept: string[] = []
    const atField: boolean[] = []
    const mending = {
      keepErrors: (errors: readonly { name: string }[]) => {
        kept.push(...errors.map(({ name }) => name))
        return []
      },
      showFaults: () => true,
      declined: (isAtField: boolean) => void atField.push(isAtField),
    } as unknown as SubmitSteps
    await settle(form, declined, unreachable, mending)
    expect(form.phase.value).toBe('open')
    expect(form.notice.value).toMatchObject({ tone: 'error', key: 'declinedCode' })
    expect(kept).toEqual(['card.cvv'])
    expect(atField).toEqual([true])
    const [name, , error] = calls.find(([called]) => called === 'onError') ?? []
    expect(name).toBe('onError')
    expect(error).toMatchObject({ name: 'WidgetError', event: 'declined' })
    expect(String(error)).toContain('800.100.153')
  })

  it('does not take an earlier decline for the outcome of a submit that got lost', async () => {
    const { form } = staying()
    await settle(form, declined)
    const tried = async () => new Response(JSON.stringify({ state: 'open', attempted: true }))
    await settle(form, lost, tried)
    expect(form.notice.value?.key).toBe('connectionLost')
  })

  it('stays with a decline whose answer got lost', async () => {
    const { form } = staying()
    const tried = async () => new Response(JSON.stringify({ state: 'open', attempted: true }))
    await settle(form, lost, tried)
    expect(form.phase.value).toBe('open')
    expect(form.notice.value?.key).toBe('paymentFailed')
  })

  it('says why a payment was declined whose answer got lost, as the session tells it', async () => {
    const { form } = staying()
    const session = { state: 'open', attempted: true, declinedCode: '800.100.162' }
    await settle(form, lost, async () => new Response(JSON.stringify(session)))
    expect(form.notice.value?.key).toBe('declinedFunds')
  })

  it('leaves where it is not known whether an earlier submit has paid', async () => {
    const { form } = staying()
    await settle(form, lost)
    const leave = vi.fn()
    vi.stubGlobal('document', {
      documentElement: {},
      createElement: () => ({ click: leave }),
      getElementsByName: () => [],
    })
    Object.assign(form, { endpoint: { value: '/payment' }, outcome: {} })
    await settle(form, declined)
    expect(leave).toHaveBeenCalled()
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
