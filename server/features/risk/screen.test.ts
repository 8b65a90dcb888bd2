import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { RiskSettings } from '../../entities/risk-settings.ts'
import { settingsOf } from '../../entities/settings.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { entity } from '../../store/testing/sample-rows.ts'
import { atMostPayments, block } from './facts.fixture.ts'
import { createScreening, type Screened } from './payment-extension.ts'
import { createSimulatedProvider, type RiskProvider } from './provider.ts'

const vault = { keyedHash: (text: string) => text }

function channelWith(risk?: RiskSettings): UsableEntity {
  const row = entity({ settings: JSON.stringify(risk === undefined ? {} : { risk }) })
  return { entity: row, settings: settingsOf([row]), path: [row] }
}

function screened(
  risk: RiskSettings | undefined,
  values: Readonly<Record<string, string>> = {},
): Screened {
  return {
    channel: channelWith(risk),
    paymentId: 'p1',
    paymentType: 'DB',
    brand: 'VISA',
    amount: { minor: 9200, currency: 'EUR' },
    values: ParameterValues.of(Object.entries(values)),
    nowMs: 1_000_000_000,
  }
}

function screeningWith(...providers: readonly RiskProvider[]) {
  const logged: string[] = []
  const log = { warn: (_fields: object, message: string) => void logged.push(message) } as never
  return { logged, ...createScreening({ store: openMemoryStore(), vault, log, providers }) }
}

const simulated = (word: string) => ({ 'customParameters[SIMULATOR_risk]': word })

describe('screening', () => {
  it('does not run for a channel without rules', () => {
    const { screen, checks } = screeningWith(createSimulatedProvider())
    expect(checks(screened(undefined))).toBe(false)
    expect(screen(screened(undefined))).toBeUndefined()
  })

  it('reads the facts out of the parameters', async () => {
    const rules = [
      block('email', ['jane@shop.example'], { score: 1 }),
      block('ip', ['192.0.2.7'], { score: 20 }),
      block('country', ['DE'], { score: 300 }),
      { kind: 'amount', currency: 'EUR', atMost: '99.00', effect: { score: 4000 } } as const,
    ]
    const verdict = await screeningWith().screen(
      screened(
        { rules },
        {
          'customer.email': 'Jane@Shop.example',
          'customer.ip': '192.0.2.7',
          'billing.country': 'DE',
          'risk.amount': '99.01',
        },
      ),
    )
    expect(verdict?.score).toBe(4321)
  })

  it('refuses a risk amount that its currency does not have', async () => {
    const yen = { ...screened({ rules: [] }, { 'risk.amount': '9.50' }) }
    const amount = { minor: 9200, currency: 'JPY' }
    const verdict = await screeningWith().screen({ ...yen, amount })
    expect(verdict?.refusalCode).toBe('100.550.603')
  })

  it('returns the sightings to record, also for a payment that it refuses', async () => {
    const verdict = await screeningWith().screen(
      screened({ rules: [atMostPayments('channel', 0)] }),
    )
    expect(verdict).toMatchObject({ refusalCode: '800.120.401', participants: [{}] })
    const none = await screeningWith().screen(screened({ rules: [] }))
    expect(none?.participants).toEqual([])
  })
})

describe('the simulated provider', () => {
  const { screen } = screeningWith(createSimulatedProvider())
  const risk: RiskSettings = { rules: [], refuseFromScore: 100 }

  it.each([
    ['score:99', { score: 99 }],
    ['score:-5', { score: -5 }],
    ['score:100', { score: 100, refusalCode: '100.400.319' }],
    ['refuse', { score: 0, refusalCode: '100.380.100' }],
    ['score:100000', { refusalCode: '600.200.810' }],
    ['approve', { refusalCode: '600.200.810' }],
  ])('with %s returns %o', async (word, codes) => {
    expect(await screen(screened(risk, simulated(word)))).toMatchObject(codes)
  })

  it('is called without configuration in the test environment only', async () => {
    expect(await screen(screened(undefined, simulated('score:7')))).toMatchObject({ score: 7 })
    expect(screeningWith().screen(screened(undefined, simulated('score:7')))).toBeUndefined()
  })

  it.each([
    ['pass', {}],
    ['review', { reviewCode: '000.400.080' }],
    ['refuse', { refusalCode: '000.400.200' }],
  ] as const)('with timeout gives no answer: %s', async (whenUnreachable, codes) => {
    const provider = { name: 'simulator', timeoutMs: 10, whenUnreachable }
    const verdict = await screen(screened({ rules: [], provider }, simulated('timeout')))
    expect(verdict).toMatchObject(codes)
    expect(verdict?.trace[0]).toContain('The provider gave no answer')
  })

  it('is not called once a rule has refused', async () => {
    const rules = [atMostPayments('channel', 0)]
    const verdict = await screen(screened({ rules }, simulated('refuse')))
    expect(verdict?.refusalCode).toBe('800.120.401')
  })
})

describe('a provider', () => {
  const risk: RiskSettings = { rules: [], provider: { name: 'guard' } }

  it('gets the facts, its own parameters, and no card number', async () => {
    const asked: unknown[] = []
    const guard: RiskProvider = {
      name: 'guard',
      async screen(request) {
        asked.push(request)
        return { kind: 'score', score: 5 }
      },
    }
    const values = { 'card.number': '4200000000000000', 'risk.parameters[basket]': '3' }
    const verdict = await screeningWith(guard).screen(screened(risk, values))
    expect(verdict?.score).toBe(5)
    expect(asked).toMatchObject([{ parameters: { 'risk.parameters[basket]': '3' } }])
    expect(JSON.stringify(asked)).not.toContain('4200')
  })

  it('gets the order time of the merchant, or else the time of the request', async () => {
    const asked: unknown[] = []
    const guard: RiskProvider = {
      name: 'guard',
      async screen({ parameters }) {
        asked.push(parameters)
        return { kind: 'score', score: 5 }
      },
    }
    const { screen } = screeningWith(guard)
    await screen(screened(risk))
    await screen(screened(risk, { 'risk.orderTimestamp': '2026-11-19 08:00:00' }))
    expect(asked).toEqual([
      { 'risk.orderTimestamp': '1970-01-12 13:46:40' },
      { 'risk.orderTimestamp': '2026-11-19 08:00:00' },
    ])
  })

  it('that fails counts as not answering, and is logged', async () => {
    const guard: RiskProvider = { name: 'guard', screen: async () => Promise.reject(new Error()) }
    const { screen, logged } = screeningWith(guard)
    expect(await screen(screened(risk))).toMatchObject({ reviewCode: '000.400.080' })
    expect(logged).toEqual(['a risk provider failed'])
  })

  it('that does not exist counts as not answering, and is logged', async () => {
    const { screen, logged } = screeningWith()
    expect(await screen(screened(risk))).toMatchObject({ reviewCode: '000.400.080' })
    expect(logged).toEqual(['a channel names a risk provider that is not there'])
  })
})
