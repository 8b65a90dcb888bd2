import { isJsonObject } from '../../../../common/json-object.ts'
import type { FieldOf, SettingField } from '../../../../common/setting-field.ts'
import { brandName } from '../../texts/brands.ts'
import { amountIn, shownAmount } from '../../texts/money.ts'
import { whole } from '../../texts/numbers.ts'
import { labelled, t } from '../../texts/texts.ts'
import type { Channel } from './channels.ts'
import { optionOf } from './setting-draft.ts'

/** Values of a list that stand in a line before the rest is counted. */
const FIRST = 3

/** A value of a setting, or of a part of one, in one line. */
export function wordsOf(field: SettingField, value: unknown, channels: readonly Channel[]): string {
  switch (field.kind) {
    case 'boolean':
      return t(value === true ? 'entity.true' : 'entity.false')
    case 'number':
      return whole(Number(value))
    case 'amount':
      return shownAmount(String(value))
    case 'brand':
      return brandName(String(value))
    case 'channel':
      return channels.find(({ id }) => id === value)?.name ?? String(value)
    case 'choice':
      return field.choiceNames[String(value)] ?? String(value)
    case 'constant':
      return field.name
    case 'list':
      return wordsOfList(field, Array.isArray(value) ? value.map(String) : [])
    case 'records': {
      const records = Array.isArray(value) ? value : []
      return records.map((one) => wordsOf(field.record, one, channels)).join('; ')
    }
    case 'map':
      return wordsOfMap(field, value, channels)
        .map((pair) => pair.join(': '))
        .join(', ')
    case 'object':
      return wordsOfMembers(field, value, channels).join(' · ')
    case 'oneOf':
      return wordsOfOption(field, value, channels)
    default:
      return String(value)
  }
}

function wordsOfList({ choices }: FieldOf<'list'>, values: readonly string[]): string {
  const names = choices === undefined ? values : values.map(brandName)
  if (names.length <= FIRST) return names.join(', ')
  return t('entity.more', {
    names: names.slice(0, FIRST).join(', '),
    count: names.length - FIRST,
  })
}

/** The entries of a map: what each is about, and its value. */
export function wordsOfMap(
  { key, value: field }: FieldOf<'map'>,
  value: unknown,
  channels: readonly Channel[],
): readonly (readonly [name: string, value: string])[] {
  if (!isJsonObject(value)) return []
  return Object.entries(value).map(([name, one]) => [
    wordsOf(key, name, channels),
    key.kind === 'currency' && field.kind === 'amount'
      ? amountIn(String(one), name)
      : wordsOf(field, one, channels),
  ])
}

function wordsOfMembers(
  { members }: FieldOf<'object'>,
  value: unknown,
  channels: readonly Channel[],
): readonly string[] {
  if (!isJsonObject(value)) return []
  return Object.entries(members).flatMap(([name, member]) => {
    const words = value[name] === undefined ? '' : wordsOf(member, value[name], channels)
    return words === '' ? [] : [labelled(member.name, words)]
  })
}

function wordsOfOption(
  field: FieldOf<'oneOf'>,
  value: unknown,
  channels: readonly Channel[],
): string {
  const option = optionOf(field, value)
  const shape = option === undefined ? undefined : field.options[option]
  if (shape === undefined) return ''
  if (shape.kind === 'constant') return shape.name
  if (shape.kind !== 'object') return wordsOf(shape, value, channels)
  return [shape.name, ...wordsOfMembers(shape, value, channels)].join(' · ')
}
