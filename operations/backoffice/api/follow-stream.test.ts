import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FIRST_PAUSE_MS, followStream, MAX_PAUSE_MS } from './follow-stream.ts'
import { type Failure, whenSignedOut } from './request.ts'

const ADDRESS = '/admin/v1/payments/stream'

/** An EventSource whose connection the test decides about. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 0

  constructor() {
    super()
    FakeSource.opened.push(this)
  }

  begin(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  /** The stream has ended, and the browser connects again. */
  breakOff(): void {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }

  /** The gateway has answered with another status than 200. */
  refuse(): void {
    this.readyState = FakeSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = FakeSource.CLOSED
  }
}

const answer = (status: number, body: object) => async () =>
  new Response(JSON.stringify(body), { status })

const newest = () => FakeSource.opened.at(-1) as FakeSource

function follow() {
  const events = { live: vi.fn(), payment: vi.fn(), missed: vi.fn() }
  return { ...events, stop: followStream(ADDRESS, events) }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('fetch', vi.fn(answer(503, {})))
})

afterEach(() => {
  whenSignedOut(() => {})
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a stream that is followed', () => {
  it('tells payments, and that it is live', () => {
    const { live, payment } = follow()
    newest().begin()
    newest().dispatchEvent(new MessageEvent('payment', { data: '{"id":"8ac7"}' }))
    expect(live.mock.calls).toEqual([[true]])
    expect(payment.mock.calls).toEqual([[{ id: '8ac7' }]])
  })

  it('is left to the browser where it has only ended', async () => {
    const { live } = follow()
    newest().begin()
    newest().breakOff()
    await vi.advanceTimersByTimeAsync(MAX_PAUSE_MS)
    expect(FakeSource.opened).toHaveLength(1)
    expect(fetch).not.toHaveBeenCalled()
    expect(live).toHaveBeenLastCalledWith(false)
  })

  it('is opened again after a refusal, with pauses from a second to a minute', async () => {
    const { stop } = follow()
    const pauses = []
    for (let round = 0; round < 8; round++) {
      const { length } = FakeSource.opened
      const from = Date.now()
      newest().refuse()
      while (FakeSource.opened.length === length) await vi.advanceTimersToNextTimerAsync()
      pauses.push((Date.now() - from) / FIRST_PAUSE_MS)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    newest().refuse()
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('says that changes were missed when it begins after a refusal', async () => {
    const { missed } = follow()
    newest().begin()
    expect(missed).not.toHaveBeenCalled()
    newest().refuse()
    await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS)
    newest().begin()
    expect(missed).toHaveBeenCalledOnce()
    newest().refuse()
    await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS)
    expect(FakeSource.opened).toHaveLength(3)
  })

  it('signs the page out where its session has ended, with the reason', async () => {
    const signedOut = vi.fn((_failure: Failure) => {})
    whenSignedOut(signedOut)
    vi.mocked(fetch).mockImplementation(answer(401, { ended: 'byColleague' }))
    follow()
    newest().refuse()
    await vi.advanceTimersByTimeAsync(0)
    expect(signedOut.mock.calls[0]?.[0].body).toEqual({ ended: 'byColleague' })
    expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe(ADDRESS)
  })

  it.each([
    ['busy', answer(503, {})],
    ['not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('signs nobody out where the gateway is %s', async (_, answers) => {
    const signedOut = vi.fn((_failure: Failure) => {})
    whenSignedOut(signedOut)
    vi.mocked(fetch).mockImplementation(answers)
    follow()
    newest().refuse()
    await vi.advanceTimersByTimeAsync(0)
    expect(fetch).toHaveBeenCalledOnce()
    expect(signedOut).not.toHaveBeenCalled()
  })
})
