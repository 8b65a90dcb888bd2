import { describe, expect, it } from 'vitest'
import {
  currentTrace,
  keptTrace,
  readTraceparent,
  traceparentOfCall,
  withTrace,
} from './trace-context.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

describe('the header traceparent', () => {
  it.each([
    [`00-${TRACE}-${PARENT}-01`, '01'],
    [`00-${TRACE}-${PARENT}-00`, '00'],
    // Of a later version the first four fields count.
    [`cc-${TRACE}-${PARENT}-01`, '01'],
    [`cc-${TRACE}-${PARENT}-01-what-the-future-brings`, '01'],
    [` 00-${TRACE}-${PARENT}-01 `, '01'],
  ])('names a trace: %s', (header, flags) => {
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, flags })
  })

  it.each([
    undefined,
    '',
    'x',
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE}-${PARENT}-01-`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}0-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
    `cc-${TRACE}-${PARENT}-01-${'x'.repeat(600)}`,
  ])('names none where it is not valid: %s', (header) => {
    expect(readTraceparent(header)).toBeUndefined()
  })
})

describe('the calls of a work', () => {
  it('are steps of its trace, each with an id of its own, also after a wait', async () => {
    const trace = { traceId: TRACE, flags: '01' }
    const headers = await withTrace(trace, async () => {
      const first = traceparentOfCall()
      await new Promise((resolve) => setImmediate(resolve))
      return [first, traceparentOfCall()]
    })
    for (const header of headers)
      expect(header).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    expect(new Set(headers).size).toBe(2)
  })

  it('begin a trace where the work has none', () => {
    const [one, other] = withTrace(undefined, () => [traceparentOfCall(), traceparentOfCall()])
    expect(readTraceparent(one)).toBeDefined()
    expect(readTraceparent(one)?.traceId).not.toBe(readTraceparent(other)?.traceId)
    expect(currentTrace()).toBeNull()
  })

  it('keep it for what is sent later', () => {
    const trace = { traceId: TRACE, flags: '01' }
    const kept = withTrace(trace, currentTrace)
    expect(kept).toBe(`${TRACE}-01`)
    expect(keptTrace(String(kept))).toEqual(trace)
  })
})
