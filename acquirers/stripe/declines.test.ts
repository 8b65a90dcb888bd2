import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/prepare/root.mjs'
import { descriptionOf, resultGroupOf } from '../../server/results/catalogue.ts'
import { isDecline, meaningOf } from './declines.ts'

/** Facts about Stripe in another arrangement; without them beside the project this is left out. */
const FACTS = join(ROOT, '../shared/providers/stripe/decline-codes.json')

interface Fact {
  readonly code: string
  readonly retry: string
}

describe('a decline at Stripe', () => {
  it.each([
    ['insufficient_funds', '800.100.155', '02'],
    ['lost_card', '800.100.165', '03'],
    ['incorrect_cvc', '800.100.153', '01'],
    ['authentication_required', '300.100.100', undefined],
    ['revocation_of_authorization', '800.100.500', '03'],
    ['a_word_of_next_year', '800.100.100', undefined],
    ['constructor', '800.100.100', undefined],
  ])('with the code %s is %s, with the advice %s', (declineCode, code, adviceCode) => {
    expect(meaningOf({ declineCode })).toEqual({ code, ...(adviceCode && { adviceCode }) })
  })

  it('is advised by the network first, then by Stripe, then by the table', () => {
    const declineCode = 'insufficient_funds'
    const adviceCode = 'do_not_try_again'
    expect(meaningOf({ declineCode, adviceCode }).adviceCode).toBe('03')
    expect(meaningOf({ declineCode, adviceCode, networkAdviceCode: '24' }).adviceCode).toBe('24')
    expect(meaningOf({ declineCode, networkAdviceCode: 'R1' }).adviceCode).toBe('02')
  })

  it.skipIf(!existsSync(FACTS))('is known by each published code, and advised alike', () => {
    const facts: readonly Fact[] = JSON.parse(readFileSync(FACTS, 'utf8')).codes
    const advices: Readonly<Record<string, string>> = {
      never: '03',
      later: '02',
      onceSameData: '02',
      otherData: '01',
    }
    const known = facts.map(({ code }) => [code, isDecline(code)])
    expect(known).toEqual(facts.map(({ code }) => [code, true]))
    const PIN = /pin/
    const told = facts.filter(({ code }) => !PIN.test(code))
    expect(told.map(({ code }) => [code, meaningOf({ code }).adviceCode])).toEqual(
      told.map(({ code, retry }) => [code, advices[retry]]),
    )
  })

  it('is a decline of the catalogue, whatever its code', () => {
    for (const declineCode of ['stolen_card', 'processing_error', 'testmode_decline']) {
      const { code } = meaningOf({ declineCode })
      expect(descriptionOf(code)).toBeTruthy()
      expect(['success', 'success_review', 'pending']).not.toContain(resultGroupOf(code))
    }
  })
})
