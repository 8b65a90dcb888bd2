import { isJsonObject } from '../../common/json-object.ts'
import { faultsOfPart } from './setting-kinds.ts'
import { settable } from './setting-schema.ts'
import type { EntitySettings, KeptSetting } from './settings.ts'
import { type Faults, unknownMembers } from './settings-faults.ts'

/** Faults of settings: sentences that begin with the place, at most 50. */
export interface EntitySettingsFaults {
  readonly faults: Faults
}

/** How many faults are listed. */
const MAX_FAULTS = 50

/** What is kept beside the settings, and why nobody sets it. */
const KEPT: Readonly<Record<KeptSetting, string>> = {
  clockOffsetMs: 'clockOffsetMs belongs to the test clock: it is moved by POST /test/clock',
  earlierLimits: 'earlierLimits cannot be set: it follows from changes of secondPersonAbove',
}

/** The members that an operator may set. */
export const SETTABLE: readonly string[] = Object.keys(settable)

/**
 * Reads the settings of an entity from parsed JSON, or returns all faults in it. A missing member
 * is inherited.
 */
export function readEntitySettings(json: unknown): Partial<EntitySettings> | EntitySettingsFaults {
  if (!isJsonObject(json)) {
    return { faults: ['the settings must be a JSON object, such as {"profile": "legacy"}'] }
  }
  const isKnown = (name: string) => Object.hasOwn(settable, name) || Object.hasOwn(KEPT, name)
  const unknown = Object.fromEntries(Object.entries(json).filter(([name]) => !isKnown(name)))
  const faults = [
    ...unknownMembers(unknown, '', SETTABLE),
    ...Object.entries(settable)
      .filter(([name]) => Object.hasOwn(json, name))
      .flatMap(([name, schema]) => faultsOfPart(schema, json[name], name)),
    ...Object.entries(KEPT).flatMap(([name, fault]) => (Object.hasOwn(json, name) ? [fault] : [])),
  ]
  return faults.length === 0 ? (json as Partial<EntitySettings>) : { faults: firstFaults(faults) }
}

function firstFaults(faults: Faults): Faults {
  if (faults.length <= MAX_FAULTS) return faults
  const left = faults.length - MAX_FAULTS + 1
  return [...faults.slice(0, MAX_FAULTS - 1), `and ${left} more are wrong`]
}
