import { language } from './texts.ts'

type Texts = Readonly<Record<string, string>>

/** The widget's texts, which only the page of a declined payment needs. */
const files = import.meta.glob<Texts>('../../../locales/fetched/*.json', { import: 'default' })

/** A text of the widget in the language of the person; `undefined`: it has none of that name. */
export async function shopperText(name: string): Promise<string | undefined> {
  const texts = await files[`../../../locales/fetched/${language}.json`]?.()
  return texts?.[name]
}
