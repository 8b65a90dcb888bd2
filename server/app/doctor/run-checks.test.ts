import { describe, expect, it } from 'vitest'
import type { DoctorCheck, DoctorGiven, DoctorState } from '../../cli/doctor-check.ts'
import { exitCodeOf, runChecks } from './run-checks.ts'

const given = {} as DoctorGiven

const check = (name: string, look: DoctorCheck['look']): DoctorCheck => ({
  name,
  looksAt: 'it',
  why: 'it matters',
  fix: 'mend it',
  look,
})

describe('checks', () => {
  it('give each result their reason, and their fix where it has none of its own', async () => {
    const both = check('both', async () => [
      { state: 'warning', found: 'a' },
      { state: 'problem', found: 'b', fix: 'mend b' },
    ])
    expect(await runChecks([both], given)).toEqual([
      { name: 'both', why: 'it matters', fix: 'mend it', state: 'warning', found: 'a' },
      { name: 'both', why: 'it matters', fix: 'mend b', state: 'problem', found: 'b' },
    ])
  })

  it('are unknown where they cannot look, with the first line of the reason', async () => {
    const failing = check('failing', () => Promise.reject(new Error('no route\nto host')))
    const next = check('next', async () => [{ state: 'good', found: 'well' }])
    expect(await runChecks([failing, next], given)).toMatchObject([
      { name: 'failing', state: 'unknown', found: 'no route' },
      { name: 'next', state: 'good' },
    ])
  })

  it.each([
    [[], 0],
    [['good', 'unknown'], 0],
    [['good', 'warning', 'unknown'], 1],
    [['warning', 'problem'], 2],
  ] satisfies [DoctorState[], number][])('of the states %j end with %i', (states, code) => {
    expect(exitCodeOf(states.map((state) => ({ state })))).toBe(code)
  })
})
