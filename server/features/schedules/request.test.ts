import { expect, it } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import { storedRequest } from './request.ts'

it('keeps all that was sent for a schedule, but for whether it was a dry run', () => {
  const sent = ParameterValues.of([
    ['job.expression', '0 0 8 1 * ?'],
    ['dryRun', 'false'],
  ])
  expect(JSON.parse(storedRequest(sent))).toEqual([['job.expression', '0 0 8 1 * ?']])
})
