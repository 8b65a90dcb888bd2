import { describe, expect, it } from 'vitest'
import { findingsOf } from './check.ts'

describe('a check of an account at another gateway', () => {
  it.each([
    ['test', 'test', ['access right', 'environment right']],
    ['test', 'live', ['access right', 'environment wrong']],
    ['unknown', 'live', ['access right', 'environment unknown']],
    ['wrongAccess', 'test', ['access wrong']],
    ['unreachable', 'test', ['access wrong']],
  ] as const)('of a server that is %s, in %s', (found, environment, expected) => {
    const findings = findingsOf(found, environment)
    expect(findings.map(({ what, result }) => `${what} ${result}`)).toEqual(expected)
    for (const { result, why } of findings) expect(why === undefined).toBe(result === 'right')
  })
})
