import type { ParameterError } from '../results/refusal.ts'
import { decodedAddress, isCardLikeReference } from './card-number-guard.ts'
import { lastOfEachName, legacyMeanings, legacyWaivedRules } from './legacy.ts'
import { MAX_ERRORS } from './limits.ts'
import { shownText, shownValue } from './masking.ts'
import { isInheritedName, NameLookup, UnknownNames } from './name-lookup.ts'
import { keyOf, locate } from './name-tree.ts'
import { nameOf, type Operation } from './operations.ts'
import { type Plan, type PlannedRow, type Profile, planOf } from './plan.ts'
import { ALL_STRUCTURES, ALWAYS_APPLIES } from './planned-rules.ts'
import { breachesOf, REQUIRED, type RuleSubject } from './rules.ts'
import type { CardNumberPlace, FlatBody, FlatParameter, ParameterRow } from './table.ts'
import { widthOf } from './value-types.ts'
import { ParameterValues, PartlyAccepted, type SentParameter } from './values.ts'

export interface ValidationContext {
  /** Of the entity that the request speaks for (decisions §1). */
  readonly profile: Profile
  readonly environment: 'test' | 'live'
  /** The present moment, by the clock of the entity. */
  readonly nowMs: number
  /** Whether references of the merchant may look like card numbers. Absent: not in `strict`. */
  readonly cardLikeReferences?: boolean
  /** Why the gateway may not send requests to an address, as the end of a sentence. Absent: it may to all. */
  readonly urlFault?: ((url: string) => string | undefined) | undefined
  /** What the checkout of a submit holds already: counts where a rule asks what else was sent. */
  readonly stored?: ParameterValues
}

export type Validation =
  | { readonly ok: true; readonly values: ParameterValues }
  | {
      readonly ok: false
      readonly errors: readonly ParameterError[]
      /** For code that finds further faults of the same request. */
      readonly accepted: PartlyAccepted
    }

/**
 * Reads the parameters of a request by the tables of its operation, in one pass. All errors are
 * found at once (decisions §4), and listed up to a thousand.
 */
export function validate(
  operation: Operation,
  flat: FlatBody,
  context: ValidationContext,
): Validation {
  const reading = new Reading(planOf(operation, context.profile), context)
  const counted = context.profile === 'legacy' ? lastOfEachName(flat) : flat
  for (const parameter of counted) reading.take(parameter)
  return reading.finish()
}

const LEGACY_ACCEPTS = '. The legacy profile accepts it'
const LEGACY_IGNORES = '. The legacy profile ignores such an address'

const USER_INFO_FAULT =
  'must not carry a user name or password: addresses are stored and sent as they stand'

const CARD_NUMBER_FAULTS: Readonly<Record<CardNumberPlace, string>> = {
  text: 'must not hold a card number, which is stored and shown here as it stands: send it as card.number',
  search: 'must not hold a card number: look for its last four digits',
  reference: `must not look like a card number, which is stored and shown here as it stands: send a card as card.number; references that only look so need the setting cardLikeReferences of the channel${LEGACY_ACCEPTS}`,
}

const KEY_IS_CARD_NUMBER = `has a key that looks like a card number, which is stored and shown here as it stands: give it a name${LEGACY_ACCEPTS}`

const SENT_TWICE =
  'is sent more than once, with different values: send it once. The legacy profile takes the last one'

class Reading implements RuleSubject {
  readonly #plan: Plan
  readonly #context: ValidationContext
  readonly #unknown: UnknownNames
  readonly #values = new Map<string, string>()
  /** Values of lists, which no rule reads by name: putting thousands of names into a map costs 3 ms. */
  readonly #items: SentParameter[] = []
  /** The first `#indexedItems` of them by name. */
  readonly #valueOfItem = new Map<string, string>()
  #indexedItems = 0
  /** Known names that were sent, but wrongly, with what was sent first. */
  readonly #invalid = new Map<string, string>()
  /** What answers do not show of what was accepted. */
  readonly #hidden = new Set<string>()
  /** All names that have an error. */
  readonly #refused = new Set<string>()
  readonly #lookup: NameLookup<PlannedRow>
  readonly #errors: ParameterError[] = []
  #errorCount = 0
  /** Bits of the structures that were sent: rules that look at others need not be asked. */
  #touched: number

  constructor(plan: Plan, context: ValidationContext) {
    this.#plan = plan
    this.#context = context
    this.#lookup = new NameLookup(plan.rows)
    this.#unknown = new UnknownNames(plan, context.profile)
    this.#touched = context.stored === undefined ? ALWAYS_APPLIES : ALL_STRUCTURES
  }

  get operation(): string {
    return nameOf(this.#plan.operation)
  }

  get environment(): 'test' | 'live' {
    return this.#context.environment
  }

  get nowMs(): number {
    return this.#context.nowMs
  }

  get(name: string): string | undefined {
    return this.#values.get(name) ?? this.#context.stored?.sent(name)
  }

  rejected(name: string): string | undefined {
    return this.#invalid.get(name)
  }

  has(name: string): boolean {
    return this.#isSent(name) || this.#context.stored?.sent(name) !== undefined
  }

  sendsWithin(within: string, exempt?: string): boolean {
    const names = this.#plan.namesWithin.get(within) ?? []
    return names.some(
      (name) => this.#isSent(name) && !(exempt !== undefined && name.startsWith(exempt)),
    )
  }

  itemsOf(row: string): readonly SentParameter[] {
    const before = row.slice(0, row.indexOf('[n]') + 1)
    const after = row.slice(row.lastIndexOf('[n]') + 2)
    return this.#items.filter(
      ([name]) =>
        name.startsWith(before) && name.endsWith(after) && name.replace(/\[\d+\]/g, '[n]') === row,
    )
  }

  take(parameter: FlatParameter): void {
    const name = parameter[0]
    const planned = this.#lookup.find(name)
    if (typeof planned !== 'object') {
      this.#takeUnknown(name, planned)
      return
    }
    this.#touched |= planned.bit
    const value = textOf(parameter, planned)
    const isRepeated = this.#lookup.foundInItem ? this.#lookup.repeated : this.#isSent(name)
    if (isRepeated && this.#hasValue(name, value, planned)) return
    const nameFault = isRepeated ? SENT_TWICE : this.#keyFault(name, planned)
    const accepted = nameFault === undefined ? planned.read(value) : { message: nameFault }
    if (typeof accepted !== 'string') {
      const note = nameFault === undefined ? this.#legacyNote(name, value) : ''
      this.#reject(name, value)
      this.#refuse(name, shownValue(value, planned.row.secret), `${accepted.message}${note}`)
      return
    }
    const addressFault = this.#addressFault(accepted, planned.row)
    if (addressFault !== undefined) {
      // Payments of old clients must not fail by an address that is of no use: it is not stored and not called.
      if (this.#context.profile === 'legacy' && planned.row.requirement === 'optional') return
      this.#reject(name, value)
      this.#refuse(name, shownText(value), addressFault)
      return
    }
    const place = planned.guard?.(accepted, name)
    if (place !== undefined && this.#isCardNumber(place)) {
      this.#reject(name, value)
      const shown = planned.row.address === undefined ? value : decodedAddress(value)
      this.#refuse(name, shownText(shown), CARD_NUMBER_FAULTS[place])
    } else {
      if (!planned.isShown) this.#hidden.add(name)
      if (this.#lookup.foundInItem) this.#items.push([name, accepted])
      else this.#values.set(name, accepted)
    }
  }

  #addressFault(value: string, { address, requirement }: ParameterRow): string | undefined {
    if (address === undefined) return undefined
    const { profile, urlFault } = this.#context
    if (address === 'visited')
      return profile === 'strict' && hasUserInfo(value)
        ? `${USER_INFO_FAULT}${LEGACY_ACCEPTS}`
        : undefined
    const fault = urlFault?.(value)
    return fault === undefined || requirement === 'required' ? fault : `${fault}${LEGACY_IGNORES}`
  }

  /** Whether the value is refused as a card number. Queries store nothing, so references are allowed there. */
  #isCardNumber(place: CardNumberPlace): boolean {
    if (place !== 'reference') return true
    const { profile, cardLikeReferences = false } = this.#context
    return profile === 'strict' && !cardLikeReferences && !this.operation.startsWith('query.')
  }

  finish(): Validation {
    this.#takeOldNames()
    this.#refuseMisspelt()
    this.#requireNames()
    this.#applyRules()
    this.#refuseGaps()
    if (this.#errorCount === 0) {
      return {
        ok: true,
        values: new ParameterValues(
          this.#values,
          this.#items,
          this.#context.environment,
          this.#hidden,
        ),
      }
    }
    return { ok: false, errors: this.#listedErrors(), accepted: this.#accepted() }
  }

  #listedErrors(): readonly ParameterError[] {
    const left = this.#errorCount - this.#errors.length
    const rest = { name: '', value: '', message: `${left} further errors are not listed` }
    return left === 0 ? this.#errors : [...this.#errors, rest]
  }

  #accepted(): PartlyAccepted {
    const { environment } = this.#context
    return new PartlyAccepted(this.#values, this.#items, environment, this.#invalid)
  }

  #reject(name: string, value: string): void {
    if (!this.#invalid.has(name)) this.#invalid.set(name, value)
  }

  #isSent(name: string): boolean {
    return this.#values.has(name) || (this.#invalid.size > 0 && this.#invalid.has(name))
  }

  #takeUnknown(name: string, fault: string | undefined): void {
    if (this.#refused.has(name)) return
    const message = fault ?? this.#unknownFault(name)
    // The value is masked, because it may be a card number under a misspelt name.
    if (message !== undefined) this.#refuse(name, '***', message)
  }

  /** Errors that are not listed get no message: 7,400 wrong names then take 2 ms instead of 5.6. */
  #unknownFault(name: string): string | undefined {
    const isListed = this.#errors.length < MAX_ERRORS
    return isListed || !this.#unknown.isRefused(name) ? this.#unknown.faultOf(name) : ''
  }

  /** Whether the same value was sent by this name before: it counts once (decisions §1). */
  #hasValue(name: string, value: string, { read, row }: PlannedRow): boolean {
    const before = this.#values.get(name) ?? this.#sentItem(name)
    if (before === undefined) return this.#invalid.get(name) === value
    const accepted = read(value)
    return typeof accepted === 'string' && areEqual(before, accepted, row.type.kind)
  }

  /** By name only where an item is sent twice: see `#items`. */
  #sentItem(name: string): string | undefined {
    for (; this.#indexedItems < this.#items.length; this.#indexedItems++) {
      const [item, value] = this.#items[this.#indexedItems] as SentParameter
      this.#valueOfItem.set(item, value)
    }
    return this.#valueOfItem.get(name)
  }

  #keyFault(name: string, { readKey }: PlannedRow): string | undefined {
    if (readKey === undefined) return undefined
    const key = keyOf(name)
    if (isInheritedName(key)) return 'has a key that no structure may have'
    const read = readKey(key)
    if (typeof read !== 'string') return read.message
    const isCard = isCardLikeReference(key) && this.#isCardNumber('reference')
    return isCard ? KEY_IS_CARD_NUMBER : undefined
  }

  #legacyNote(name: string, value: string): string {
    if (this.#context.profile === 'legacy') return ''
    const generous = locate(planOf(this.#plan.operation, 'legacy').rows, name)
    return typeof generous?.read(value) === 'string' ? LEGACY_ACCEPTS : ''
  }

  #takeOldNames(): void {
    if (this.#context.profile !== 'legacy') return
    for (const [name, value] of legacyMeanings((old) => this.#values.get(old))) {
      if (this.has(name)) continue
      this.#values.set(name, value)
      if (locate(this.#plan.rows, name)?.isShown !== true) this.#hidden.add(name)
      this.#touched = ALL_STRUCTURES
    }
  }

  #refuseMisspelt(): void {
    const { changesEarlier = false } = this.#plan.parameters
    for (const [meant, name] of this.#unknown.misspelt) {
      if (changesEarlier || !this.#isSent(meant))
        this.#refuse(name, '***', this.#unknown.misspeltFault(meant))
    }
  }

  #requireNames(): void {
    for (const name of this.#plan.required) {
      if (this.#isSent(name)) continue
      this.#refuse(name, '', this.#requiredMessage(name))
    }
  }

  #requiredMessage(name: string, message = REQUIRED): string {
    const hint = this.#plan.parameters.whenMissing?.[name]
    const said = hint === undefined ? message : `${message}: ${hint}`
    return said + this.#unknown.missingNote(name)
  }

  #applyRules(): void {
    for (const { rule, bits } of this.#plan.rules) {
      if ((bits & this.#touched) === 0) continue
      if (rule.kind === 'ignored' && this.has(rule.when)) this.#values.delete(rule.name)
      for (const { name, message, value = this.#shown(name) } of breachesOf(rule, this)) {
        if (this.#refused.has(name)) continue
        const said = message.startsWith(REQUIRED) ? this.#requiredMessage(name, message) : message
        const note = legacyWaivedRules.has(rule) ? LEGACY_ACCEPTS : ''
        this.#refuse(name, value, `${said}${note}`)
      }
    }
  }

  /** What an error of a rule shows of a value that was accepted. */
  #shown(name: string): string {
    const value = this.#values.get(name)
    if (value === undefined) return ''
    return shownValue(value, locate(this.#plan.rows, name)?.row.secret)
  }

  #refuseGaps(): void {
    for (const { list, missing, last } of this.#lookup.indices.gaps()) {
      const message = `is missing: the list goes on to ${last}, and its indices must have no gap`
      this.#refuse(`${list}[${missing}]`, '', message)
    }
  }

  #refuse(name: string, value: string, message: string): void {
    this.#refused.add(name)
    this.#errorCount++
    if (this.#errors.length < MAX_ERRORS) {
      this.#errors.push({ name: shownText(name), value, message })
    }
  }
}

/** Whether the address of a web page carries a user name or password. */
function hasUserInfo(url: string): boolean {
  if (!url.includes('@') || !/^https?:/i.test(url)) return false
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** What was meant by a JSON number, which cannot hold `92.50` or `05`: 92.5 and 5 arrive. */
function textOf([, sent, origin]: FlatParameter, { row: { type } }: PlannedRow): string {
  if (origin !== 'number') return sent
  if (type.kind === 'amount') return /^-?[0-9]+\.[0-9]$/.test(sent) ? `${sent}0` : sent
  return /^[0-9]+$/.test(sent) ? sent.padStart(widthOf(type) ?? 0, '0') : sent
}

/** Decisions §1: amounts `10` and `10.00` are equal. */
function areEqual(one: string, other: string, kind: PlannedRow['row']['type']['kind']): boolean {
  if (one === other) return true
  return kind === 'amount' && Number(one) === Number(other)
}
