import { expect, test } from 'vitest'
import { lifeCyclePage } from './life-cycle-page.fixture.ts'

test('docs/life-cycle.md draws what the code decides (vitest -u writes it anew)', async () => {
  await expect(lifeCyclePage()).toMatchFileSnapshot('../../docs/life-cycle.md')
})
