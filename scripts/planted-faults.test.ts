import { expect, it } from 'vitest'
import { PLANTED_FAULTS } from './planted-faults/planted-faults.mjs'
import { assertBugsFit } from './sim/bundle.mjs'

it.each(Object.entries(PLANTED_FAULTS))('the planted faults of %s fit its code', (_, faults) => {
  expect(faults.length).toBeGreaterThanOrEqual(30)
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  assertBugsFit(faults)
})
