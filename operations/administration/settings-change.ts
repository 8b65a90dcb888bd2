import { isDeepStrictEqual } from 'node:util'
import { ownSettings, withOwnSettings } from '../../server/entities/own-settings.ts'
import { readEntitySettings, SETTABLE } from '../../server/entities/read-settings.ts'
import { earlierLimitsAfter } from '../../server/entities/second-person-limit.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import { type AuditFact, MAX_AUDITED } from '../../server/http/audited.ts'
import type { Caller } from '../../server/http/call.ts'
import { shownLongText } from '../../server/parameters/masking.ts'
import { type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import type { EntityRow, Store } from '../../server/store/port.ts'

type Members = Readonly<Record<string, unknown>>

/** What a request changes of the own settings of an entity: those that it names, and no other. */
export interface SettingsChange {
  readonly named: readonly string[]
  /** What is named and not here is inherited again. */
  readonly set: Partial<EntitySettings>
  /** The named settings as they were read, without those that were inherited; absent: whatever they are now. */
  readonly before?: Members
}

/** Faults of settings in one answer, each a sentence. */
const MOST_FAULTS = 20

/** Reads `settings`, in which null makes a setting inherited again, and `settingsBefore`. */
export function readSettingsChange(text: string, before?: string): SettingsChange | Refusal {
  const sent = membersOf(text)
  if (sent === undefined) return settingsFault(['is no JSON object'])
  const set = withoutNulls(sent)
  const read = readEntitySettings(set)
  if ('faults' in read) return settingsFault(read.faults.slice(0, MOST_FAULTS))
  const change = { named: Object.keys(sent), set: read }
  if (before === undefined) return change
  const members = membersOf(before)
  if (members === undefined) return settingsFault(['is no JSON object'], 'settingsBefore')
  return { ...change, before: withoutNulls(members) }
}

/** Without what is inherited; an unknown name stays, and is found to be a fault. */
function withoutNulls(members: Members): Members {
  const entries = Object.entries(members)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== null || !SETTABLE.includes(name)),
  )
}

/** The settings to store, or why not: another person has changed a named one since it was read. */
export function changedSettings(
  entity: EntityRow,
  { named, set, before }: SettingsChange,
  { nowMs, safeMs }: { readonly nowMs: number; readonly safeMs: number },
): string | Refusal {
  const { own, kept } = ownSettings(entity)
  const present: Members = { ...own }
  const changed = named.filter(
    (name) =>
      before !== undefined && !isDeepStrictEqual(memberOf(present, name), memberOf(before, name)),
  )
  if (changed.length > 0) return changedMeanwhile(changed)
  const unnamed = Object.entries(own).filter(([name]) => !named.includes(name))
  const next: Partial<EntitySettings> = { ...Object.fromEntries(unnamed), ...set }
  const earlierLimits = earlierLimitsAfter(entity, next.secondPersonAbove, nowMs, safeMs)
  const { earlierLimits: _before, ...others } = kept
  return withOwnSettings(next, {
    ...others,
    ...(earlierLimits.length > 0 && { earlierLimits }),
  })
}

function changedMeanwhile(names: readonly string[]): Refusal {
  return refuse('700.400.570', {
    status: 409,
    description: `Nothing was changed: somebody else has changed ${names.join(', ')} since it was read. Read the settings again, then change them`,
  })
}

export function settingsFault(faults: readonly string[], name = 'settings'): Refusal {
  return refuseParameters(faults.map((message) => ({ name, value: '', message })))
}

/** What the audit log has of a member that is not set. */
const NOT_SET = '–'

/**
 * What a request changes of the settings of an entity, each member before and after, as far as the log takes it;
 * `undefined` where it sets none, or the caller does not reach the entity.
 */
export async function settingsFacts(
  id: string,
  { flat, token }: Caller,
  { store }: { readonly store: Store },
): Promise<readonly AuditFact[] | undefined> {
  const sent = flat.findLast(([name]) => name === 'settings')?.[1]
  const after = sent === undefined ? undefined : membersOf(sent)
  if (after === undefined) return undefined
  const path = await store.read.entityPath(id)
  const [entity] = path
  if (entity === undefined || !path.some((one) => one.id === token.entityId)) return undefined
  const before: Members = { ...ownSettings(entity).own }
  return Object.keys(after).flatMap((name) => {
    const [was, is] = [textOf(memberOf(before, name)), textOf(after[name] ?? undefined)]
    if (was === is) return []
    return [[`settings.${name} before`, was] as const, [`settings.${name} after`, is] as const]
  })
}

/** Not what every object inherits, such as `constructor`. */
function memberOf(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

function membersOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) =>
  value === undefined ? NOT_SET : shownLongText(JSON.stringify(value), MAX_AUDITED)
