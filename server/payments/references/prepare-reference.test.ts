import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { settingsOf } from '../../entities/settings.ts'
import { sharedClock, systemClock } from '../../kernel/timers/clock.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { Trace } from '../../results/trace.ts'
import { entity } from '../../store/testing/sample-rows.ts'
import { type ReferenceOperation, referenceRules } from '../life-cycle.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { remote } from '../payments.fixture.ts'
import type { DraftedCharge } from '../screen/drafted-charge.ts'
import { prepareReference } from './prepare-reference.ts'

const row = entity({})
const channel = { entity: row, settings: settingsOf([row]), path: [row] }

/** What a feature is asked about one reference of 1.00 to a payment of 100.00. */
async function askedAbout(
  operation: ReferenceOperation,
  more: { readonly trace?: Trace } = {},
): Promise<readonly DraftedCharge[]> {
  const store = openMemoryStore()
  const [paymentType = 'DB'] = referenceRules[operation].on
  const target = paymentRow({ paymentType })
  await store.commit([{ kind: 'insertPayment', row: target }])
  const charges: DraftedCharge[] = []
  const asked = {
    targetId: target.id,
    request: { operation, amountMinor: 100 },
    isFinal: false,
    values: ParameterValues.of([]),
    connector: remote({}),
    channel: operation === 'capture' ? undefined : channel,
    rebilled: undefined,
    takenIsDone: false,
    requestParticipants: [],
    ...more,
  }
  await prepareReference(asked, {
    store,
    clock: sharedClock(systemClock),
    extensions: [{ withCharge: (charge) => void charges.push(charge) }],
    vault: {} as never,
  })
  return charges
}

describe('other features', () => {
  it.each([
    ['rebill', 1],
    ['increment', 1],
    ['renewal', 0],
    ['capture', 0],
  ] as const)('are asked about a %s %i times', async (operation, times) => {
    expect(await askedAbout(operation)).toHaveLength(times)
  })

  it('are given the trace that the request of a charge asks for', async () => {
    const trace = new Trace()
    expect((await askedAbout('increment', { trace }))[0]?.trace).toBe(trace)
    expect((await askedAbout('increment'))[0]).not.toHaveProperty('trace')
  })
})
