import { LONGEST_NAME } from './limits.ts'
import { shownText } from './masking.ts'
import { locate } from './name-tree.ts'
import { nearName } from './near-names.ts'
import { type Plan, type Profile, planOf } from './plan.ts'
import { respelledName } from './respelled-names.ts'
import { allRows, tables } from './tables.ts'

/**
 * Searching for near names costs: a body full of wrong names gets suggestions for the first ones.
 * Names in another spelling are found by a look-up, and do not count.
 */
const MOST_SUGGESTIONS = 5

/** Names that objects of the language have of their own accord. */
const INHERITED_NAME = /(?:^|[.[\]])(?:__proto__|prototype|constructor)(?:$|[.[\]])/

const REFUSED = 'is not an allowed parameter'

/** Says what is wrong with the names of one request that its operation does not take. */
export class UnknownNames {
  #suggestions = 0
  readonly #plan: Plan
  readonly #profile: Profile

  constructor(plan: Plan, profile: Profile) {
    this.#plan = plan
    this.#profile = profile
  }

  /** What to answer about the name; nothing when it is ignored. */
  faultOf(name: string): string | undefined {
    if (name.length > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`
    if (INHERITED_NAME.test(name)) return `${REFUSED}: it names a part that no structure may have`
    const refused = locate(this.#plan.refused, name)
    if (refused !== undefined) return `${REFUSED} here: ${refused.reason}`
    if (this.#plan.ignored.has(name) || this.#profile === 'legacy') return undefined
    return `${REFUSED}${this.#explain(name)}${this.#legacyNote(name)}`
  }

  /** Whether `faultOf` has an answer, as far as that can be told at once. */
  isRefused(name: string): boolean {
    return this.#profile === 'strict' && !this.#plan.ignored.has(name)
  }

  #legacyNote(name: string): string {
    const legacy = planOf(this.#plan.operation, 'legacy')
    if (locate(legacy.rows, name) !== undefined) return ' The legacy profile accepts it'
    return ' The legacy profile ignores such names'
  }

  #explain(name: string): string {
    if (name === 'authentication.entityId') return ': it is called entityId.'
    if (Object.hasOwn(tables.legacyAccess.rows, name)) {
      return ': send the access token in the Authorization header.'
    }
    if (name === 'recurring.numberOfInstallments') {
      return ': it is called standingInstruction.numberOfInstallments.'
    }
    if (Object.hasOwn(tables.legacyRecurring.rows, name)) {
      return ': send standingInstruction.mode, .type and .source instead.'
    }
    if (locate(allRows, name) !== undefined) {
      return ` here: ${this.#plan.parameters.elsewhere}.`
    }
    const meant = this.#meantName(name)
    // What a name holds that is not shown in full stands in no suggestion either.
    const isShown = meant !== undefined && shownText(meant) === meant
    return isShown ? `; did you mean ${meant}?` : '.'
  }

  #meantName(name: string): string | undefined {
    const respelled = respelledName(name, this.#plan.names)
    if (respelled !== undefined || this.#suggestions === MOST_SUGGESTIONS) return respelled
    this.#suggestions++
    return nearName(name, this.#plan.names)
  }
}

/** Whether a key of a map is a name that no object may be given. */
export function isInheritedName(key: string): boolean {
  return INHERITED_NAME.test(key)
}
