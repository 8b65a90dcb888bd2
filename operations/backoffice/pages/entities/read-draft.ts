import { minorDigitsOf } from '../../../../common/money.ts'
import { paymentBrand } from '../../../../common/payment-brands.ts'
import type { FieldOf, SettingField } from '../../../../common/setting-field.ts'
import { t } from '../../texts/texts.ts'
import {
  chosenOf,
  type Draft,
  type DraftEntry,
  entriesOf,
  hasMembers,
  isBlank,
  textOf,
} from './setting-draft.ts'

/** What is wrong with what is typed. */
export interface DraftFault {
  /** Of the field, as the gateway names it: `risk.rules[2].atMost`. */
  readonly place: string
  readonly text: string
  /** Nothing is typed yet: said when somebody wants to save it. */
  readonly isMissing: boolean
  /** The id of the newest entry that the field is in; 0: it is in none. */
  readonly entryId: number
}

interface Read {
  /** `undefined`: nothing is set. */
  readonly value: unknown
  readonly faults: readonly DraftFault[]
}

const NOTHING: Read = { value: undefined, faults: [] }

/** The setting that is typed. An empty list or object is a value, too: it takes the place of what is inherited. */
export function readSetting(setting: SettingField, draft: Draft, name: string): Read {
  const { default: _, ...itself } = setting
  return readDraft(itself as SettingField, draft, name)
}

function readDraft(field: SettingField, draft: Draft, place: string): Read {
  if (field.default !== undefined && isBlank(draft)) return NOTHING
  switch (field.kind) {
    case 'object':
      return readMembers(field, draft, place)
    case 'map':
      return readMap(field, draft, place)
    case 'records': {
      const read = entriesOf(draft).map((entry, at) =>
        inEntry(entry, readDraft(field.record, entry.draft, `${place}[${at}]`)),
      )
      return { value: read.map(({ value }) => value), faults: read.flatMap((one) => one.faults) }
    }
    case 'oneOf': {
      const { option, drafts } = chosenOf(draft)
      const shape = field.options[option]
      const typed = drafts[option]
      return shape === undefined || typed === undefined
        ? missing(place)
        : readDraft(shape, typed, place)
    }
    case 'constant':
      return { value: field.value, faults: [] }
    case 'list': {
      const lines = textOf(draft).split('\n')
      const value = lines.map((line) => line.trim()).filter(Boolean)
      return value.length === 0 && field.mayBeEmpty !== true
        ? missing(place)
        : { value, faults: [] }
    }
    default:
      return readText(field, textOf(draft).trim(), place)
  }
}

function readMembers(field: FieldOf<'object'>, draft: Draft, place: string): Read {
  const typed = hasMembers(draft) ? draft.members : {}
  const read = Object.entries(field.members).map(([name, member]) => {
    const one = typed[name]
    return [name, one ? readDraft(member, one, `${place}.${name}`) : NOTHING] as const
  })
  const given = read.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]))
  return {
    value: { ...field.fixed, ...Object.fromEntries(given) },
    faults: read.flatMap(([, { faults }]) => faults),
  }
}

function readMap(field: FieldOf<'map'>, draft: Draft, place: string): Read {
  const entries = entriesOf(draft)
  const read = entries.map((entry) => {
    const key = readDraft(field.key, { text: entry.key }, keyPlace(place, entry))
    const name = String(key.value ?? '')
    const isTwice = entries.some((other) => other.id < entry.id && sameKey(other, entry))
    const twice = isTwice ? [faultAt(keyPlace(place, entry), t('field.twice'))] : []
    const of = readDraft(field.value, entry.draft, valuePlace(place, entry))
    const faults = [...key.faults, ...twice, ...of.faults]
    return { name, ...inEntry(entry, { value: of.value, faults }) }
  })
  return {
    value: Object.fromEntries(read.map(({ name, value }) => [name, value])),
    faults: read.flatMap(({ faults }) => faults),
  }
}

function inEntry({ id }: DraftEntry, { value, faults }: Read): Read {
  const placed = faults.map((fault) => ({ ...fault, entryId: Math.max(fault.entryId, id) }))
  return { value, faults: placed }
}

const sameKey = ({ key }: DraftEntry, other: DraftEntry) =>
  key.trim() !== '' && key.trim() === other.key.trim()

/** The gateway has no name for the place of a key. */
export function keyPlace(place: string, { id }: DraftEntry): string {
  return `${place}#${id}`
}

export function valuePlace(place: string, entry: DraftEntry): string {
  const { key, id } = entry
  return key.trim() === '' ? `${place}#${id}.value` : `${place}.${key.trim()}`
}

function readText(field: SettingField, text: string, place: string): Read {
  if (text === '') return missing(place)
  switch (field.kind) {
    case 'boolean':
      return { value: text === 'true', faults: [] }
    case 'number':
      return checked(place, Number(text), isWithin(Number(text), field), () =>
        t('field.range', { min: field.min, max: field.max }),
      )
    case 'amount': {
      const amount = text.replace(',', '.')
      const isAmount = /^\d{1,10}(\.\d{1,2})?$/.test(amount)
      return checked(place, amount, isAmount, () => t('field.noAmount'))
    }
    case 'currency':
      return checked(place, text, minorDigitsOf(text) !== undefined, () => t('field.noCurrency'))
    case 'brand':
      return checked(place, text, paymentBrand(text) !== undefined, () => t('field.noBrand'))
    default:
      return { value: text, faults: [] }
  }
}

function isWithin(number: number, { min, max }: FieldOf<'number'>): boolean {
  return Number.isInteger(number) && number >= min && number <= max
}

function checked(place: string, value: unknown, fits: boolean, text: () => string): Read {
  return fits ? { value, faults: [] } : { value: undefined, faults: [faultAt(place, text())] }
}

function missing(place: string): Read {
  return { value: undefined, faults: [{ ...faultAt(place, t('field.missing')), isMissing: true }] }
}

function faultAt(place: string, text: string): DraftFault {
  return { place, text, isMissing: false, entryId: 0 }
}
