import { describe, expect, test } from 'vitest'
import { accept, messagesOf } from './requests.fixture.ts'

describe('an advance of a test clock', () => {
  test('is by a duration or to a moment', () => {
    for (const advance of ['P1D', 'PT29M', 'P1Y2M3DT4H5M6S', 'P2W']) {
      expect(accept('testClock.advance', [['advance', advance]]).sent('advance')).toBe(advance)
    }
    for (const to of ['2026-11-21T10:00:00Z', '2026-11-21 10:00:00', '2026-11-21']) {
      expect(accept('testClock.advance', [['to', to]]).sent('to')).toBe(to)
    }
  })

  test('without either is refused with both names', () => {
    expect(messagesOf('testClock.advance', [])).toEqual([
      'advance is required: send advance, such as P1D, or to in its place, such as 2026-11-21T10:00:00Z',
    ])
  })

  test('is refused with the form of a duration and of a moment', () => {
    expect(messagesOf('testClock.advance', [['advance', '1 day']])).toEqual([
      'advance must be a duration of ISO 8601, such as PT29M, P1D or P1Y',
    ])
    expect(messagesOf('testClock.advance', [['to', 'tomorrow']])).toEqual([
      'to must be a moment in UTC, such as 2026-11-21T10:00:00Z or 2026-11-21 10:00:00',
    ])
  })
})
