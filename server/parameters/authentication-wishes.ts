import type { Rule } from './rules.ts'

/** What the simulated issuer can be asked to do with a transaction; further ones go to the end. */
export const SCENARIO_NAMES = [
  'frictionless',
  'attempt',
  'challenge',
  'unavailable',
  'notAuthenticated',
  'rejected',
  'informational',
  'decoupled',
  'decoupledDeclined',
  'decoupledNever',
  'error',
  'timeout',
  'outOfBand',
  'challengeTimeout',
  'resultLate',
  'resultNever',
  'notEnrolled',
  'declinedWithText',
] as const

/** Parameters that choose what the simulated issuer does; in live they are a merchant's own. */
export const authenticationWishForms = [
  wish('enrolled', ['true', 'false']),
  wish('flow', ['challenge', 'frictionless']),
  wish('scenario', SCENARIO_NAMES),
] as const satisfies readonly Rule[]

function wish<const Name extends string>(name: Name, values: readonly string[]) {
  return {
    kind: 'matches',
    names: [`customParameters[3DS2_${name}]`],
    pattern: new RegExp(`^(?:${values.join('|')})$`),
    words: `one of ${values.join(', ')}`,
    isOnlyTests: true,
  } as const
}
