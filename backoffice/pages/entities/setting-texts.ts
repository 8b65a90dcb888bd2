import { useEffect, useState } from 'preact/hooks'
import type { AdminSetting, AdminSettingField } from '../../../common/admin-wire.ts'
import { language } from '../../texts/texts.ts'

/** The settings of an entity as the gateway describes them, by their names. */
export type Described = Readonly<Record<string, AdminSetting>>

/** Name, purpose and default in another language; of a member by `threeDSecure.policy`. */
export type SettingTexts = Readonly<
  Record<
    string,
    {
      readonly name: string
      readonly help: string
      readonly default?: string
      /** What people read for each choice. */
      readonly choiceNames?: Readonly<Record<string, string>>
    }
  >
>

/** Languages other than English, which the gateway writes itself. */
const files = import.meta.glob<SettingTexts>('../../../locales/backoffice/settings/*.json', {
  import: 'default',
})

/** The descriptions in the language of the person; `undefined` until they are there. */
export function useTranslated(described: Described | undefined): Described | undefined {
  const load = files[`../../../locales/backoffice/settings/${language}.json`]
  const [texts, setTexts] = useState<SettingTexts | undefined>(load === undefined ? {} : undefined)
  useEffect(() => {
    void load?.().then(setTexts, () => setTexts({}))
  }, [load])
  return described && texts && translated(described, texts)
}

/** What counts where nothing is set: the name of a choice where it is one. */
export function defaultText(field: AdminSettingField): string {
  return field.choiceNames?.[field.default] ?? field.default
}

/** With these texts in the place of English ones. */
export function translated(described: Described, texts: SettingTexts): Described {
  const settings = Object.entries(described).map(([name, setting]): [string, AdminSetting] => {
    const own = { ...setting, ...texts[name] }
    if (own.kind !== 'object') return [name, own as AdminSetting]
    const members = Object.entries(own.members).map(([member, field]) => [
      member,
      { ...field, ...texts[`${name}.${member}`] },
    ])
    return [name, { ...own, members: Object.fromEntries(members) }]
  })
  return Object.fromEntries(settings)
}
