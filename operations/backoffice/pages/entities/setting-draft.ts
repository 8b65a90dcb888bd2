import { isJsonObject } from '../../../../common/json-object.ts'
import type { FieldOf, SettingField } from '../../../../common/setting-field.ts'

/** What is typed for a field of a setting. */
export type Draft = TextDraft | MembersDraft | EntriesDraft | ChosenDraft

/** Of a field without parts; empty: nothing is set. */
interface TextDraft {
  readonly text: string
}

interface MembersDraft {
  readonly members: Readonly<Record<string, Draft>>
}

/** Of a map or of records. */
export interface EntriesDraft {
  readonly entries: readonly DraftEntry[]
}

export interface DraftEntry {
  /** Stays the same while entries move. */
  readonly id: number
  /** Of a map. */
  readonly key: string
  readonly draft: Draft
}

/** One of several shapes; what was typed for the others is kept. */
export interface ChosenDraft {
  /** Empty: nothing is set. */
  readonly option: string
  readonly drafts: Readonly<Record<string, Draft>>
}

let lastId = 0

/** The id of the newest entry of all forms. */
export function newestEntryId(): number {
  return lastId
}

/** An entry that the list does not have yet. */
export function newEntry(draft: Draft, key = ''): DraftEntry {
  lastId += 1
  return { id: lastId, key, draft }
}

/** A value as its form shows it; `undefined`: an empty form. */
export function draftOf(field: SettingField, value: unknown): Draft {
  switch (field.kind) {
    case 'object': {
      const given = isJsonObject(value) ? value : {}
      const members = Object.entries(field.members).map(([name, member]) => [
        name,
        draftOf(member, given[name]),
      ])
      return { members: Object.fromEntries(members) }
    }
    case 'map': {
      const given = isJsonObject(value) ? Object.entries(value) : []
      return { entries: given.map(([key, one]) => newEntry(draftOf(field.value, one), key)) }
    }
    case 'records': {
      const given = Array.isArray(value) ? value : []
      return { entries: given.map((one: unknown) => newEntry(draftOf(field.record, one))) }
    }
    case 'oneOf':
      return chosenDraft(field, value)
    case 'list':
      return { text: Array.isArray(value) ? value.join('\n') : '' }
    default:
      return { text: value === undefined ? '' : String(value) }
  }
}

/** What has to be one of several begins as the first one. */
function chosenDraft(field: FieldOf<'oneOf'>, value: unknown): ChosenDraft {
  if (value === undefined && field.default !== undefined) return { option: '', drafts: {} }
  const [first = ''] = Object.keys(field.options)
  const option = value === undefined ? first : (optionOf(field, value) ?? first)
  const shape = field.options[option]
  return { option, drafts: shape === undefined ? {} : { [option]: draftOf(shape, value) } }
}

/** Which of the shapes a value has. */
export function optionOf({ options }: FieldOf<'oneOf'>, value: unknown): string | undefined {
  return Object.keys(options).find((name) => {
    const shape = options[name]
    return shape !== undefined && hasShape(shape, value)
  })
}

function hasShape(field: SettingField, value: unknown): boolean {
  switch (field.kind) {
    case 'constant':
      return value === field.value
    case 'number':
      return typeof value === 'number'
    case 'object': {
      if (!isJsonObject(value)) return false
      const { members, fixed = {} } = field
      const isFixed = Object.entries(fixed).every(([name, one]) => value[name] === one)
      return isFixed && Object.keys(value).every((name) => name in members || name in fixed)
    }
    default:
      return typeof value === 'string'
  }
}

/** Another shape; what both have is taken over. */
export function withOption(
  field: FieldOf<'oneOf'>,
  { option: before, drafts }: ChosenDraft,
  option: string,
): ChosenDraft {
  const shape = field.options[option]
  if (shape === undefined) return { option: '', drafts }
  const empty = drafts[option] ?? draftOf(shape, undefined)
  const earlier = field.options[before]
  const typed = drafts[before]
  if (shape.kind !== 'object' || earlier?.kind !== 'object' || !hasMembers(empty)) {
    return { option, drafts: { ...drafts, [option]: empty } }
  }
  const shared = Object.keys(shape.members).flatMap((name) => {
    const same = earlier.members[name]?.kind === shape.members[name]?.kind
    const one = typed !== undefined && hasMembers(typed) ? typed.members[name] : undefined
    return same && one !== undefined && !isBlank(one) ? [[name, one] as const] : []
  })
  const members = { ...empty.members, ...Object.fromEntries(shared) }
  return { option, drafts: { ...drafts, [option]: { members } } }
}

export function hasMembers(draft: Draft): draft is MembersDraft {
  return 'members' in draft
}

export function entriesOf(draft: Draft): readonly DraftEntry[] {
  return 'entries' in draft ? draft.entries : []
}

export function textOf(draft: Draft): string {
  return 'text' in draft ? draft.text : ''
}

/** The values of a list. */
export function linesOf(draft: Draft): readonly string[] {
  return textOf(draft).split('\n').filter(Boolean)
}

export function chosenOf(draft: Draft): ChosenDraft {
  return 'drafts' in draft ? draft : { option: '', drafts: {} }
}

/** Whether nothing is typed. */
export function isBlank(draft: Draft): boolean {
  if ('text' in draft) return draft.text.trim() === ''
  if ('members' in draft) return Object.values(draft.members).every(isBlank)
  return 'entries' in draft ? draft.entries.length === 0 : draft.option === ''
}
