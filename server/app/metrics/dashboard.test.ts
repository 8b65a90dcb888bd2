import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cardPayment, useTestGateway } from '../../testing/gateway.fixture.ts'
import { selectorsIn, seriesOf } from './selectors.fixture.ts'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: Readonly<Record<'h' | 'w' | 'x' | 'y', number>>
  readonly targets?: readonly { readonly expr: string }[]
}

interface Dashboard {
  readonly panels: readonly Panel[]
  readonly annotations: { readonly list: readonly { readonly expr: string }[] }
}

const FILE = join(import.meta.dirname, '../../../docs/monitoring/dashboard.json')
const dashboard = JSON.parse(readFileSync(FILE, 'utf8')) as Dashboard

const certificate = {
  name: 'own',
  variable: 'TILLGATE_TLS_CERT',
  effect: '',
  endsAtMs: () => Date.UTC(2099, 0),
}
const gateway = useTestGateway({ certificates: [certificate] })
let metrics: readonly string[]

beforeAll(async () => {
  // The times of a route begin with its first request.
  await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId))
  metrics = (await (await fetch(`${gateway().url}/metrics`)).text()).split('\n')
})

const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
)

describe('the dashboard of Grafana', () => {
  it.each(shown)('asks for what there is: $title', ({ expr }) => {
    const selectors = selectorsIn(expr)
    expect(selectors.length).toBeGreaterThan(0)
    for (const selector of selectors) {
      expect([selector, seriesOf(selector, metrics).length > 0]).toEqual([selector, true])
    }
  })

  it('shows every metric of the gateway', () => {
    const all = metrics.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? [])
    const asked = new Set(
      [...shown, ...dashboard.annotations.list]
        .flatMap(({ expr }) => selectorsIn(expr))
        .map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')),
    )
    expect(all.length).toBeGreaterThan(15)
    expect(all.filter((name) => !asked.has(name))).toEqual([])
  })

  it('has panels of their own ids, beside one another', () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { w, x } }) => w + x))).toBe(24)
  })
})
