import { isJsonObject } from '../../../../common/json-object.ts'

/** Members of every answer, which say nothing of what is stored. */
const OF_ANSWERS = ['result', 'ndc', 'buildNumber']

/** The members of an answer as names and values: `card.holder`, `customer.email`. */
export function flatMembers(
  members: Readonly<Record<string, unknown>>,
  prefix = '',
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(members)
    .filter(([name]) => prefix !== '' || !OF_ANSWERS.includes(name))
    .flatMap(([name, value]) => {
      if (isJsonObject(value)) return flatMembers(value, `${prefix}${name}.`)
      return [[`${prefix}${name}`, typeof value === 'string' ? value : JSON.stringify(value)]]
    })
}
