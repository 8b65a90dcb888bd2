import { expect, test } from 'vitest'
import { lifeCyclePage } from './life-cycle-page.fixture.ts'

test('docs/life-cycle.md shows the transitions of the code (vitest -u generates it)', async () => {
  await expect(lifeCyclePage()).toMatchFileSnapshot('../../docs/life-cycle.md')
})
