import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestGateway } from '../../testing/gateway.fixture.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/monitoring')

/** The expressions of the rules. */
function expressions(): readonly string[] {
  const text = readFileSync(join(FOLDER, 'alarms.yml'), 'utf8')
  return [...text.matchAll(/^ +expr: '(.+)'$/gm)].map(([, expression = '']) => expression)
}

/** Metrics in an expression, with the pairs of their labels. */
function selectorsIn(expression: string) {
  return [...expression.matchAll(/\b(tillgate_\w+)(?:\{(.+?)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)(=~?)"(.+?)"/g)].map(([, label, operator, value]) => ({
        label,
        value: operator === '=' ? value : `(?:${value})`,
      })),
    }),
  )
}

it('every metric and label of the alarms is there from the start of a gateway', async () => {
  const certificate = {
    name: 'own',
    variable: 'TILLGATE_TLS_CERT',
    effect: '',
    endsAtMs: () => Date.UTC(2099, 0),
  }
  const gateway = await startTestGateway({ certificates: [certificate] })
  onTestFinished(() => gateway.close())
  const metrics = (await (await fetch(`${gateway.url}/metrics`)).text()).split('\n')
  const selectors = expressions().flatMap(selectorsIn)
  expect(expressions()).toHaveLength(14)
  expect(selectors.length).toBeGreaterThan(12)
  for (const { name, labels } of selectors) {
    const series = metrics.filter((line) => new RegExp(`^${name}[{ ]`).test(line))
    const fitting = series.filter((line) =>
      labels.every(({ label, value }) => new RegExp(`[{,]${label}="${value}"`).test(line)),
    )
    expect([name, labels, fitting.length > 0]).toEqual([name, labels, true])
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Debian's package `prometheus` has it. */
it.skipIf(!hasPromtool).each([
  ['check', 'alarms.yml'],
  ['test', 'alarms.test.yml'],
])('promtool takes the alarms: %s rules %s', (command, file) => {
  const options = { cwd: FOLDER, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync('promtool', [command, 'rules', file], options)
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
})
