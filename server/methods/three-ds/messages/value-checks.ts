import { isJsonObject, type JsonObject } from '../../../../common/json-object.ts'
import {
  type ChoiceFormat,
  type Condition,
  type DeviceChannel,
  type Field,
  type FieldTable,
  type Format,
  MESSAGE_VERSIONS,
  type MessageVersion,
  type TextFormat,
} from './field.ts'

/** What is wrong with the fields of a message, by kind: the paths of the fields. */
export interface FieldFaults {
  readonly missing: string[]
  readonly malformed: string[]
  /** Well-formed codes of ISO 3166 and 4217 that are assigned to nothing. */
  readonly unassigned: string[]
}

/** Looks at one value and answers what the message keeps of it. */
type Check = (value: unknown, path: string, faults: FieldFaults) => unknown

/** Of the exchange that a message belongs to, where the message itself does not say it. */
export interface Exchange {
  readonly deviceChannel?: DeviceChannel
  readonly messageCategory?: '01' | '02'
}

/** Reads the members of an object by their table: unknown ones fall away. */
export type FieldsCheck = (
  members: JsonObject,
  path: string,
  faults: FieldFaults,
  exchange: Exchange,
) => JsonObject

interface CompiledField {
  readonly name: string
  readonly check: Check
  readonly applies: (view: View) => boolean
}

type View = (name: string) => unknown

/** Makes the check of a table once for each version, so that a message costs its own fields only. */
export function fieldsCheck(fields: FieldTable, version: MessageVersion): FieldsCheck {
  const known = Object.entries(fields).filter(([, field]) => isInVersion(field, version))
  const byName = new Map(known.map(([name, field]) => [name, compiled(name, field, version)]))
  const needed = known.flatMap(([name, field]) =>
    field.required === undefined ? [] : [{ name, isNeeded: needOf(field, field.required) }],
  )
  return (members, path, faults, exchange) => {
    const ofMessage: View = (name) => members[name] ?? exchange[name as keyof Exchange]
    const kept: Record<string, unknown> = {}
    const view: View = (name) => kept[name] ?? exchange[name as keyof Exchange]
    for (const name of Object.keys(members)) {
      const field = byName.get(name)
      if (field?.applies(ofMessage) !== true) continue
      kept[name] = field.check(members[name], path + name, faults)
    }
    for (const { name, isNeeded } of needed) {
      if (!Object.hasOwn(members, name) && isNeeded(view)) faults.missing.push(path + name)
    }
    return kept
  }
}

/** Whether messages of a version may have a value in a field; always `false` where they lack the field. */
export function fieldFits(field: Field, version: MessageVersion): (value: unknown) => boolean {
  if (!isInVersion(field, version)) return () => false
  const { check } = compiled('', field, version)
  return (value) => {
    const faults: FieldFaults = { missing: [], malformed: [], unassigned: [] }
    check(value, '', faults)
    return Object.values(faults).every((paths: readonly string[]) => paths.length === 0)
  }
}

function isInVersion({ since, until }: Field, version: MessageVersion): boolean {
  const order = MESSAGE_VERSIONS.indexOf(version)
  return (
    (since === undefined || MESSAGE_VERSIONS.indexOf(since) <= order) &&
    (until === undefined || order <= MESSAGE_VERSIONS.indexOf(until))
  )
}

function compiled(name: string, field: Field, version: MessageVersion): CompiledField {
  const { format, changed } = field
  const isChanged =
    changed && MESSAGE_VERSIONS.indexOf(changed.since) <= MESSAGE_VERSIONS.indexOf(version)
  const check = checkOf(isChanged === true ? changed.format : format, version)
  return { name, check, applies: (view) => isInExchange(field, view) }
}

/** Whether messages of the channel and category have the field. What is not known rules nothing out. */
function isInExchange({ channels, categories }: Field, view: View): boolean {
  return isAmong(channels, view('deviceChannel')) && isAmong(categories, view('messageCategory'))
}

function isAmong(values: readonly string[] | undefined, value: unknown): boolean {
  return values === undefined || value === undefined || values.some((each) => each === value)
}

function needOf(field: Field, needed: true | readonly Condition[]): (view: View) => boolean {
  if (needed === true) return (view) => isInExchange(field, view)
  const conditions = needed.map((condition) => Object.entries(condition))
  return (view) =>
    isInExchange(field, view) &&
    conditions.some((all) => all.every(([name, values]) => isMet(values, view(name))))
}

function isMet(values: Condition[string], value: unknown): boolean {
  if (values === 'present') return value !== undefined
  if (values === 'absent') return value === undefined
  return values.some((each) => each === value)
}

function checkOf(format: Format, version: MessageVersion): Check {
  switch (format.kind) {
    case 'text':
      return textCheck(format)
    case 'choice':
      return choiceCheck(format, version)
    case 'flag':
      return (value, path, { malformed }) => {
        if (typeof value !== 'boolean') malformed.push(path)
        return value
      }
    case 'object':
      return (value, path, { malformed }) => {
        if (!isJsonObject(value) || textLength(value) > format.max) malformed.push(path)
        return value
      }
    case 'group': {
      const check = fieldsCheck(format.fields, version)
      return (value, path, faults) => {
        if (isJsonObject(value)) return check(value, `${path}.`, faults, {})
        faults.malformed.push(path)
        return value
      }
    }
    case 'list': {
      const check = checkOf(format.of, version)
      return (value, path, faults) => {
        if (Array.isArray(value) && value.length > 0 && value.length <= format.max)
          return value.map((item) => check(item, path, faults))
        faults.malformed.push(path)
        return value
      }
    }
  }
}

function textCheck({ min, max, matches, isAssigned }: TextFormat): Check {
  return (value, path, { malformed, unassigned }) => {
    if (typeof value !== 'string' || value.length < min || value.length > max) malformed.push(path)
    else if (matches?.(value) === false) malformed.push(path)
    else if (isAssigned?.(value) === false) unassigned.push(path)
    return value
  }
}

/** What a directory server may define for itself. */
const DIRECTORY_VALUE = /^[89][0-9]$/

function choiceCheck(
  { values, later, hasDirectoryValues }: ChoiceFormat,
  version: MessageVersion,
): Check {
  const versions = MESSAGE_VERSIONS.slice(0, MESSAGE_VERSIONS.indexOf(version) + 1)
  const allowed = new Set<unknown>([...values, ...versions.flatMap((each) => later?.[each] ?? [])])
  return (value, path, { malformed }) => {
    const isDirectoryValue =
      hasDirectoryValues && typeof value === 'string' && DIRECTORY_VALUE.test(value)
    if (!allowed.has(value) && isDirectoryValue !== true) malformed.push(path)
    return value
  }
}

/** Of an object as JSON text; `Infinity` for one that is nested too deeply to be written. */
function textLength(value: JsonObject): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
