import { expect, test } from 'vitest'
import { ProgressOfRunners } from './progress.mjs'

test('the runner says from its beginning how far each of its two is', () => {
  const progress = new ProgressOfRunners(['vitest', 'playwright'], 0)
  expect(progress.line(0)).toBe('after 0 s: vitest begins, playwright begins')
  progress.note('vitest', { done: 12, total: 520 })
  progress.note('playwright', { done: 0, total: 800 })
  expect(progress.line(20_400)).toBe('after 20 s: vitest 12 of 520, playwright 0 of 800')
})

test('what else a runner sends is no progress', () => {
  const progress = new ProgressOfRunners(['vitest'], 0)
  for (const message of [undefined, null, 'ready', { done: 1 }, { done: '1', total: 2 }]) {
    progress.note('vitest', message)
  }
  expect(progress.line(0)).toBe('after 0 s: vitest begins')
})

test('it is said at once, before anything is done', () => {
  const said: string[] = []
  const progress = new ProgressOfRunners(['vitest'])
  progress.sayOften((line) => said.push(line))()
  expect(said).toHaveLength(1)
})
