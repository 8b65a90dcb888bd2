import type { SettingField } from '../../../../common/setting-field.ts'
import { t } from '../../texts/texts.ts'
import { keyPlace, valuePlace } from './read-draft.ts'
import { chosenOf, type Draft, entriesOf, hasMembers } from './setting-draft.ts'

/** Sentences by the place of the field at which they are shown. */
export type FaultTexts = ReadonlyMap<string, string>

/** The gateway's sentences at the fields that they name; `rest`: those that name no field of the form. */
export function placedFaults(
  sentences: readonly string[],
  places: readonly string[],
): { readonly faults: FaultTexts; readonly rest: readonly string[] } {
  const faults = new Map<string, string>()
  const rest: string[] = []
  for (const sentence of sentences) {
    const place = placeOf(sentence, places)
    if (place === undefined) rest.push(sentence)
    else if (!faults.has(place)) faults.set(place, textAt(sentence.slice(place.length)))
  }
  return { faults, rest }
}

/** The innermost field that a sentence begins with. */
function placeOf(sentence: string, places: readonly string[]): string | undefined {
  return places
    .filter((place) => sentence.startsWith(place) && /^[ .:[]/.test(sentence.slice(place.length)))
    .toSorted((one, other) => other.length - one.length)[0]
}

/** A sentence without the name of its field; the entries of a list are counted as people do. */
function textAt(end: string): string {
  const entry = /^\[(\d+)\] (.*)/.exec(end)
  if (entry !== null) {
    return t('field.ofEntry', { number: Number(entry[1]) + 1, fault: entry[2] ?? '' })
  }
  return end.replace(/^[ .:]+/, '')
}

/** The places of all fields of a form. */
export function placesOf(field: SettingField, draft: Draft, place: string): readonly string[] {
  switch (field.kind) {
    case 'object': {
      const typed = hasMembers(draft) ? draft.members : {}
      const below = Object.entries(field.members).flatMap(([name, member]) => {
        const one = typed[name]
        return one === undefined ? [] : placesOf(member, one, `${place}.${name}`)
      })
      return [place, ...below]
    }
    case 'map': {
      const below = entriesOf(draft).flatMap((entry) => [
        keyPlace(place, entry),
        ...placesOf(field.value, entry.draft, valuePlace(place, entry)),
      ])
      return [place, ...below]
    }
    case 'records': {
      const below = entriesOf(draft).flatMap((entry, at) =>
        placesOf(field.record, entry.draft, `${place}[${at}]`),
      )
      return [place, ...below]
    }
    case 'oneOf': {
      const { option, drafts } = chosenOf(draft)
      const shape = field.options[option]
      const typed = drafts[option]
      return shape === undefined || typed === undefined ? [place] : placesOf(shape, typed, place)
    }
    default:
      return [place]
  }
}

/** Whether a field or one of its parts is at fault. */
export function hasFaultBelow(faults: FaultTexts, place: string): boolean {
  return [...faults.keys()].some(
    (one) => one === place || (one.startsWith(place) && /^[.[#]/.test(one.slice(place.length))),
  )
}
