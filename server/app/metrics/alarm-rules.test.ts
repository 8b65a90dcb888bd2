import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestGateway } from '../../testing/gateway.fixture.ts'
import { selectorsIn, seriesOf } from './selectors.fixture.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/monitoring')

/** The expressions of the rules. */
function expressions(): readonly string[] {
  const text = readFileSync(join(FOLDER, 'alarms.yml'), 'utf8')
  return [...text.matchAll(/^ +expr: '(.+)'$/gm)].map(([, expression = '']) => expression)
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
  for (const selector of selectors) {
    expect([selector, seriesOf(selector, metrics).length > 0]).toEqual([selector, true])
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
