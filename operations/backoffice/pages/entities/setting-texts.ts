import { useEffect, useMemo, useState } from 'preact/hooks'
import { partsOf, type SettingField, withParts } from '../../../../common/setting-field.ts'
import { language } from '../../texts/texts.ts'

/** The settings of an entity as the gateway describes them, by their names. */
export type Described = Readonly<Record<string, SettingField>>

/** The texts of a field in another language. */
interface TextsOfField {
  readonly name: string
  readonly help?: string
  readonly default?: string
  /** What people read for each choice. */
  readonly choiceNames?: Readonly<Record<string, string>>
}

/** By the place of the field, such as `threeDSecure.policy`. */
export type SettingTexts = Readonly<Record<string, TextsOfField>>

/** Languages other than English, which the gateway writes itself. */
const files = import.meta.glob<SettingTexts>('../../../../locales/backoffice/settings/*.json', {
  import: 'default',
})

/** The descriptions in the language of the person; `undefined` until they are there. */
export function useTranslated(described: Described | undefined): Described | undefined {
  const load = files[`../../../../locales/backoffice/settings/${language}.json`]
  const [texts, setTexts] = useState<SettingTexts | undefined>(load === undefined ? {} : undefined)
  useEffect(() => {
    void load?.().then(setTexts, () => setTexts({}))
  }, [load])
  return useMemo(() => described && texts && translated(described, texts), [described, texts])
}

/** What counts where nothing is set: the name of a choice where it is one. */
export function defaultText(field: SettingField): string | undefined {
  const { default: otherwise } = field
  if (otherwise === undefined || field.kind !== 'choice') return otherwise
  return field.choiceNames[otherwise] ?? otherwise
}

/** With these texts in the place of English ones. */
export function translated(described: Described, texts: SettingTexts): Described {
  const settings = Object.entries(described).map(([name, setting]) => [
    name,
    translatedField(setting, [name], texts),
  ])
  return Object.fromEntries(settings)
}

function translatedField(
  field: SettingField,
  places: readonly string[],
  texts: SettingTexts,
): SettingField {
  const place = places.find((one) => one in texts)
  const own: SettingField = { ...field, ...(place === undefined ? {} : texts[place]) }
  return withParts(own, (name, part) =>
    translatedField(part, placesOfPart(field, places, name), texts),
  )
}

/** Where the texts of a part are looked for: at its own place, then where several fields share them. */
function placesOfPart(
  { textsAt }: SettingField,
  places: readonly string[],
  name: string,
): readonly string[] {
  const shared = textsAt === undefined ? [] : [`${textsAt}.${name}`]
  return [...places.map((place) => `${place}.${name}`), ...shared]
}

/** A field with the places where its texts are looked for. */
interface PlacedField {
  readonly field: SettingField
  readonly places: readonly string[]
}

/** Every field of every setting, each before its parts. */
export function placedFields(described: Described): readonly PlacedField[] {
  const below = (field: SettingField, places: readonly string[]): readonly PlacedField[] => [
    { field, places },
    ...Object.entries(partsOf(field)).flatMap(([name, part]) =>
      below(part, placesOfPart(field, places, name)),
    ),
  ]
  return Object.entries(described).flatMap(([name, setting]) => below(setting, [name]))
}
