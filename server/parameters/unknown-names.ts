import { NAME_TOO_LONG } from './form-bytes.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { shownText } from './masking.ts'
import { locate } from './name-tree.ts'
import { type Plan, type Profile, planOf } from './plan.ts'
import { closestName, misspeltGuardedName, nameInOtherSpelling } from './similar-names.ts'
import { allRows, type RowName, tables } from './tables.ts'

/**
 * Searching for near names costs: a body full of wrong names gets suggestions for the first ones.
 * Names in another spelling are found by a look-up, and do not count.
 */
const MAX_SUGGESTIONS = 5

/** No valid client sends as many unknown names. */
const MAX_COMPARED = 5000

/** Names that objects of the language have of their own accord. */
const INHERITED_NAME = /(?:^|[.[\]])(?:__proto__|prototype|constructor)(?:$|[.[\]])/

const REFUSED = 'is not an allowed parameter'

/** Explains the names of one request that its operation does not take. */
export class UnknownNames {
  #suggestions = 0
  #compared = 0
  readonly #misspelt = new Map<RowName, string>()
  readonly #plan: Plan
  readonly #profile: Profile

  constructor(plan: Plan, profile: Profile) {
    this.#plan = plan
    this.#profile = profile
  }

  /**
   * Names that are ignored so far but were meant for a row that must not be lost, by that row: they
   * are refused if the row was not sent.
   */
  get misspelt(): ReadonlyMap<RowName, string> {
    return this.#misspelt
  }

  /** What to say of a misspelt name. */
  misspeltFault(meant: RowName): string {
    return `${REFUSED}; did you mean ${meant}? It is not ignored: other money would move than was meant`
  }

  /** The message about the name; `undefined` when it is ignored. */
  faultOf(name: string): string | undefined {
    if (name.length > MAX_NAME_LENGTH) return NAME_TOO_LONG
    if (INHERITED_NAME.test(name)) return `${REFUSED}: it names a part that no structure may have`
    const refused = locate(this.#plan.refused, name)
    if (refused !== undefined) return `${REFUSED} here: ${refused.reason}`
    if (this.#plan.ignored.has(name)) return undefined
    if (this.#profile === 'legacy') {
      this.#noteMisspelt(name)
      return undefined
    }
    return `${REFUSED}${this.#explain(name)}${this.#legacyNote(name)}`
  }

  /** Whether `faultOf` has a message, as far as that is known without comparing names. */
  isRefused(name: string): boolean {
    return this.#profile === 'strict' && !this.#plan.ignored.has(name)
  }

  #noteMisspelt(name: string): void {
    const guarded = this.#plan.parameters.neverIgnored
    if (guarded === undefined || this.#compared === MAX_COMPARED) return
    this.#compared++
    const meant = misspeltGuardedName(name, guarded)
    if (meant !== undefined) this.#misspelt.set(meant, name)
  }

  #legacyNote(name: string): string {
    const guarded = this.#plan.parameters.neverIgnored
    if (guarded !== undefined && misspeltGuardedName(name, guarded) !== undefined) return ''
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
    // A suggestion must not show what is masked in the name.
    const isShown = meant !== undefined && shownText(meant) === meant
    return isShown ? `; did you mean ${meant}?` : '.'
  }

  #meantName(name: string): string | undefined {
    const respelled = nameInOtherSpelling(name, this.#plan.names)
    if (respelled !== undefined || this.#suggestions === MAX_SUGGESTIONS) return respelled
    this.#suggestions++
    return closestName(name, this.#plan.names)
  }
}

/** Whether a key of a map is a name that no object may be given. */
export function isInheritedName(key: string): boolean {
  return INHERITED_NAME.test(key)
}
