import { describe, expect, test } from 'vitest'
import { mayFollow } from './states.ts'

const states = ['browser', 'requested', 'challenge', 'decoupled', 'passed', 'failed'] as const

describe('the states of an authentication', () => {
  test('have exactly these transitions', () => {
    const moves = states.flatMap((state) =>
      states.filter((next) => mayFollow(next, state)).map((next) => `${state} → ${next}`),
    )
    expect(moves).toEqual([
      'browser → browser',
      'browser → requested',
      'browser → failed',
      'requested → challenge',
      'requested → decoupled',
      'requested → passed',
      'requested → failed',
      'challenge → passed',
      'challenge → failed',
      'decoupled → passed',
      'decoupled → failed',
    ])
  })

  test('have no transition after an end, and none from browser to passed', () => {
    for (const next of states) {
      expect(mayFollow(next, 'passed')).toBe(false)
      expect(mayFollow(next, 'failed')).toBe(false)
    }
    expect(mayFollow('passed', 'browser')).toBe(false)
  })
})
