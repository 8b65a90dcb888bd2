import {
  bcp47Of,
  isRightToLeft,
  type LocaleCode,
  localeCodes,
  resolveLocale,
} from '../../../common/locale-tags.ts'

/** A language of hosted pages: its texts, and the attributes of the root element. */
export interface PageLanguage<Texts> {
  readonly texts: Texts
  /** For the attribute `lang`. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

/** Finds the language of the first tag that the pages speak, else English. */
type FindLanguage<Texts> = (tags: readonly (string | undefined)[]) => PageLanguage<Texts>

/**
 * The languages of pages, out of the texts that `import.meta.glob` found in one folder. Throws where
 * the folder lacks a language of the widget.
 */
export function pageLanguages<Texts>(
  textsByFile: Readonly<Record<string, Texts>>,
): FindLanguage<Texts> {
  const texts = new Map(
    Object.entries(textsByFile).map(([file, each]) => [file.replace(/^.*\/|\.json$/g, ''), each]),
  )
  const languages = new Map(localeCodes.map((code) => [code, languageOf(code, texts.get(code))]))
  return (tags) => {
    for (const tag of tags) {
      const code = resolveLocale(tag)
      const language = code && languages.get(code)
      if (language !== undefined) return language
    }
    return languageOf('en', texts.get('en'))
  }
}

function languageOf<Texts>(code: LocaleCode, texts: Texts | undefined): PageLanguage<Texts> {
  if (texts === undefined) throw new Error(`Hosted pages have no texts for ${code}`)
  return { texts, tag: bcp47Of(code), direction: isRightToLeft(code) ? 'rtl' : 'ltr' }
}
