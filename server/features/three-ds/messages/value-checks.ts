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

/** The paths of the faulty fields of a message, by kind of fault. */
export interface FieldFaults {
  readonly missing: string[]
  readonly malformed: string[]
  /** Well-formed codes of ISO 3166 and 4217 that are not assigned. */
  readonly unassigned: string[]
}

/** Checks one value and returns the part of it that the read message contains. */
type Check = (value: unknown, path: string, faults: FieldFaults) => unknown

/** Facts about the exchange of a message that the message itself does not contain. */
export interface Exchange {
  readonly deviceChannel?: DeviceChannel
  readonly messageCategory?: '01' | '02'
}

/** Reads the members of an object by their table. Unknown members are removed. */
export type FieldsCheck = (
  members: JsonObject,
  path: string,
  faults: FieldFaults,
  exchange: Exchange,
) => JsonObject

/**
 * Generates the reader of a table as source text, once for each version, so that reading a message does
 * not interpret the table.
 */
export function fieldsCheck(fields: FieldTable, version: MessageVersion): FieldsCheck {
  const known = Object.entries(fields).filter(([, field]) => isInVersion(field, version))
  const lines = known.flatMap(([name, field], at) => [
    `value = members.${name}`,
    `if (value !== undefined${isInExchange(field)}) this.${name} = checks[${at}](value, path + '${name}', faults)`,
  ])
  const needs = known.flatMap(([name, field]) =>
    field.required === undefined
      ? []
      : [
          `if (members.${name} === undefined${isNeeded(field)}) faults.missing.push(path + '${name}')`,
        ],
  )
  // A constructor, because the engine then allocates all members at once.
  const text = `return function Kept(members, path, faults, exchange) {
    const kept = this
    let value
    let channel = members.deviceChannel ?? exchange.deviceChannel
    let category = members.messageCategory ?? exchange.messageCategory
    ${lines.join('\n')}
    channel = kept.deviceChannel ?? exchange.deviceChannel
    category = kept.messageCategory ?? exchange.messageCategory
    ${needs.join('\n')}
  }`
  const checks = known.map(([, field]) => checkOf(formatOf(field, version), version))
  const Kept = new Function('checks', text)(checks) as new (
    ...read: Parameters<FieldsCheck>
  ) => JsonObject
  return (members, path, faults, exchange) => new Kept(members, path, faults, exchange)
}

/** Whether messages of a version may have a value in a field; always `false` where they lack the field. */
export function fieldFits(field: Field, version: MessageVersion): (value: unknown) => boolean {
  if (!isInVersion(field, version)) return () => false
  const format = formatOf(field, version)
  if (format.kind !== 'group' && format.kind !== 'list') {
    const faultOf = faultOfValue(format, version)
    return (value) => faultOf(value) === undefined
  }
  const check = checkOf(format, version)
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

function formatOf({ format, changed }: Field, version: MessageVersion): Format {
  const isChanged =
    changed && MESSAGE_VERSIONS.indexOf(changed.since) <= MESSAGE_VERSIONS.indexOf(version)
  return isChanged === true ? changed.format : format
}

/**
 * Source text of a condition, to be added to others: messages of the `channel` and `category` have the
 * field. An unknown channel or category excludes no field.
 */
export function isInExchange({ channels, categories }: Field): string {
  return isAmongOrUnknown('channel', channels) + isAmongOrUnknown('category', categories)
}

function isAmongOrUnknown(variable: string, values: readonly string[] | undefined): string {
  return values === undefined
    ? ''
    : ` && (${variable} === undefined || ${isAmong(variable, values)})`
}

function isAmong(expression: string, values: readonly (string | boolean)[]): string {
  return values.map((value) => `${expression} === ${JSON.stringify(value)}`).join(' || ')
}

/** Source text of a condition, to be added to others: the message must have the field. */
function isNeeded(field: Field): string {
  const { required = [] } = field
  if (required === true) return isInExchange(field)
  const conditions = required.map((condition) =>
    Object.entries(condition).map(([name, values]) =>
      isMet(values, VARIABLES[name] ?? `kept.${name}`),
    ),
  )
  return `${isInExchange(field)} && (${conditions.map((all) => all.join(' && ')).join(' || ')})`
}

/** Fields whose values may come from the exchange instead of the message. */
const VARIABLES: Readonly<Record<string, string>> = {
  deviceChannel: 'channel',
  messageCategory: 'category',
}

function isMet(values: Condition[string], expression: string): string {
  if (values === 'present') return `${expression} !== undefined`
  if (values === 'absent') return `${expression} === undefined`
  return `(${isAmong(expression, values)})`
}

function checkOf(format: Format, version: MessageVersion): Check {
  switch (format.kind) {
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
    default: {
      const faultOf = faultOfValue(format, version)
      return (value, path, faults) => {
        const fault = faultOf(value)
        if (fault !== undefined) faults[fault].push(path)
        return value
      }
    }
  }
}

/** Returns the fault of a value that has no fields of its own. */
type FaultOfValue = (value: unknown) => 'malformed' | 'unassigned' | undefined

type ValueFormat = Extract<Format, { kind: 'text' | 'choice' | 'flag' | 'object' }>

function faultOfValue(format: ValueFormat, version: MessageVersion): FaultOfValue {
  switch (format.kind) {
    case 'text':
      return faultOfText(format)
    case 'choice':
      return faultOfChoice(format, version)
    case 'flag':
      return (value) => (typeof value === 'boolean' ? undefined : 'malformed')
    case 'object':
      return (value) =>
        isJsonObject(value) && textLength(value) <= format.max ? undefined : 'malformed'
  }
}

function faultOfText({ min, max, matches, isAssigned }: TextFormat): FaultOfValue {
  return (value) => {
    if (typeof value !== 'string' || value.length < min || value.length > max) return 'malformed'
    if (matches?.(value) === false) return 'malformed'
    return isAssigned?.(value) === false ? 'unassigned' : undefined
  }
}

/** The values that a directory server may define. */
const DIRECTORY_VALUE = /^[89][0-9]$/

function faultOfChoice(
  { values, later, hasDirectoryValues }: ChoiceFormat,
  version: MessageVersion,
): FaultOfValue {
  const versions = MESSAGE_VERSIONS.slice(0, MESSAGE_VERSIONS.indexOf(version) + 1)
  const allowed = new Set<unknown>([...values, ...versions.flatMap((each) => later?.[each] ?? [])])
  return (value) => {
    if (allowed.has(value)) return undefined
    const isDirectoryValue =
      hasDirectoryValues === true && typeof value === 'string' && DIRECTORY_VALUE.test(value)
    return isDirectoryValue ? undefined : 'malformed'
  }
}

/** Length of an object as JSON text; `Infinity` if it is nested too deeply for `JSON.stringify`. */
function textLength(value: JsonObject): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
