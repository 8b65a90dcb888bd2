import { expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../common/durations.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { NumberKeyPlaceError } from '../store/port.ts'
import { eventually } from '../testing/eventually.ts'
import { startTestGateway } from '../testing/gateway.fixture.ts'

it('a place of number keys that cannot be used is shown by /readyz and /metrics, without its path', async () => {
  const kept = openMemoryStore()
  const place = { isLost: false }
  const all = async () => {
    if (place.isLost) throw new NumberKeyPlaceError('/data/number-keys cannot be read')
    return kept.numberKeys.all()
  }
  const lines: string[] = []
  const { url, clock, close } = await startTestGateway({
    store: { ...kept, numberKeys: { ...kept.numberKeys, all } },
    onLogLine: (line) => void lines.push(line),
  })
  onTestFinished(close)
  const shown = async () => {
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { warnings?: readonly string[] }
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return [ready.warnings, /^tillgate_number_keys_faulty (.)$/m.exec(metrics)?.[1]]
  }
  expect(await shown()).toEqual([undefined, '0'])
  place.isLost = true
  clock.advance(MINUTE_MS)
  await eventually(async () =>
    expect(await shown()).toEqual([[expect.stringMatching(/cannot be used.*the log says/)], '1']),
  )
  expect((await shown()).join()).not.toContain('/data')
  expect(lines.filter((line) => line.includes('/data/number-keys'))).toHaveLength(1)
  place.isLost = false
  clock.advance(MINUTE_MS)
  await eventually(async () => expect(await shown()).toEqual([undefined, '0']))
})
