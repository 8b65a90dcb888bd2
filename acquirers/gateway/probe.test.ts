import { describe, expect, it } from 'vitest'
import { answers, type Behaviour, connect, payment, startReceiver } from './receiver.fixture.ts'
import { createReceiverWatch } from './receiver-watch.ts'

const NOON_MS = Date.UTC(2026, 10, 22, 12)

const OK = { result: { code: '000.000.100' } }
const NONE = answers(404, { result: { code: '700.400.580' } })
const healthy = (environment?: string) => answers(200, { ...OK, environment })

/** A receiver that tells its health and its latest payments so. */
const receiver =
  (health: Behaviour, payments: Behaviour): Behaviour =>
  (response, received) =>
    (received.path === '/healthz' ? health : payments)(response, received)

/** What a live gateway says of it at its start. */
async function watched(behave: Behaviour) {
  const { url, received } = await startReceiver(behave)
  const { connector } = connect(url)
  const logged: string[] = []
  const note = (level: string) => (fields: { receiver: string }, sentence: string) =>
    void logged.push(`${level} ${fields.receiver}: ${sentence}`)
  const log = { info: note('info'), warn: note('warn'), error: note('error') } as never
  const watch = createReceiverWatch({ receiver: connector, clock: { now: () => NOON_MS }, log })
  await watch.look()
  await watch.look()
  return { logged, warnings: watch.warnings(), received }
}

describe('the receiver of a live gateway', () => {
  it.each<[string, Behaviour]>([
    ['says that it is one', receiver(healthy('test'), NONE)],
    [
      'has answered a payment as one',
      receiver(answers(404, {}), answers(200, { ...OK, payments: [payment('000.100.110')] })),
    ],
  ])('is told to be a test system when it %s, in the log and by /readyz', async (_case, behave) => {
    const { logged, warnings } = await watched(behave)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/^error test: The receiver is a test system/)
    expect(warnings).toEqual([expect.stringMatching(/^The receiver is a test system/)])
  })

  it.each<[string, Behaviour, RegExp]>([
    ['live', receiver(healthy('live'), NONE), /^info live: /],
    ['unknown', receiver(healthy(), NONE), /^warn unknown: .*does not say/],
    ['unreachable', (response) => void response.destroy(), /^warn unreachable: /],
  ])('is told to be %s, and /readyz says nothing of it', async (_nature, behave, said) => {
    const { logged, warnings } = await watched(behave)
    expect(logged).toEqual([expect.stringMatching(said)])
    expect(warnings).toEqual([])
  })

  it('that refuses the token is reported at the start, not with the first payment', async () => {
    const refused = answers(401, { result: { code: '800.900.300' } })
    const { logged, warnings } = await watched(receiver(healthy('live'), refused))
    expect(logged[0]).toMatch(/^error wrongAccess: .*TILLGATE_EXTERNAL_TOKEN/)
    expect(warnings).toHaveLength(1)
  })

  it('is only read from: its health, and payments of the last day', async () => {
    const { received } = await watched(receiver(healthy('live'), NONE))
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET'])
    expect(received[0]?.headers).not.toHaveProperty('authorization')
    expect(received[1]?.path).toContain('date.from=2026-11-21+12%3A00%3A00')
  })
})
