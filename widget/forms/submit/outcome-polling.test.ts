import { describe, expect, it } from 'vitest'
import type { WidgetSession } from '../../../common/widget-wire.ts'
import { hasResult, pollingDelaysMs, pollOutcome } from './outcome-polling.ts'

const session = (state: WidgetSession['state'], attempted = false): WidgetSession => ({
  checkoutId: 'A.n',
  endpoint: '/payment',
  state,
  attempted,
  atMs: 0,
  expiresInMs: 1,
  environment: 'test',
  brands: [],
})

type Said = WidgetSession | 'gone' | undefined

/** Asks a gateway that says these things in turn, and then the last one for ever. */
async function poll(...said: Said[]) {
  const waits: number[] = []
  let asked = 0
  const outcome = await pollOutcome({
    read: async () => said[Math.min(asked++, said.length - 1)],
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
  })
  return { outcome, asked, waits }
}

describe('asking for the outcome of a submit', () => {
  it.each([session('done', true), session('pending', true), session('open', true)])(
    '%o: there is a result to read',
    async (said) => {
      expect(await poll(said)).toMatchObject({ outcome: 'finished', asked: 1 })
    },
  )

  it('ends where the cardholder has to authenticate, which is no result', async () => {
    const redirect = { url: 'https://pay.example/v1/threeDSecure/execute' }
    const waiting = { ...session('pending', true), redirect }
    expect(await poll(waiting)).toMatchObject({ outcome: 'finished', asked: 1 })
    expect([hasResult(waiting), hasResult(session('pending', true))]).toEqual([false, true])
  })

  it('waits while the submit is under way', async () => {
    const busy = session('processing')
    expect(await poll(busy, busy, busy, busy, session('done'))).toMatchObject({
      outcome: 'finished',
      asked: 5,
    })
  })

  it('does not conclude from one answer that nothing arrived', async () => {
    const late = await poll(session('open'), session('processing'), session('done'))
    expect(late.outcome).toBe('finished')
    expect(await poll(session('open'))).toMatchObject({ outcome: 'untouched', asked: 3 })
  })

  it('reports a checkout that no longer exists', async () => {
    expect((await poll('gone')).outcome).toBe('gone')
  })

  it('ends after about twenty seconds without an answer of the gateway', async () => {
    const { outcome, waits } = await poll(undefined)
    expect(outcome).toBe('unknown')
    expect(waits).toEqual(pollingDelaysMs)
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    expect(total).toBeGreaterThan(18_000)
    expect(total).toBeLessThan(22_000)
  })
})
