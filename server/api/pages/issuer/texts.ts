import {
  bcp47Of,
  isRightToLeft,
  type LocaleCode,
  localeCodes,
  resolveLocale,
} from '../../../../common/locale-tags.ts'
import type english from '../../../../locales/issuer/en.json'

/** Names of the texts of the issuer's pages. */
export type IssuerText = keyof typeof english

/** A language of the pages. */
export interface IssuerLanguage {
  readonly texts: Readonly<Record<IssuerText, string>>
  /** For the attribute `lang`. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

const catalogues = import.meta.glob<IssuerLanguage['texts']>('../../../../locales/issuer/*.json', {
  eager: true,
  import: 'default',
})

const languages = new Map(localeCodes.map((code) => [code, languageOf(code)]))

function languageOf(code: LocaleCode): IssuerLanguage {
  const texts = catalogues[`../../../../locales/issuer/${code}.json`]
  if (texts === undefined) throw new Error(`The issuer's pages have no texts for ${code}`)
  return { texts, tag: bcp47Of(code), direction: isRightToLeft(code) ? 'rtl' : 'ltr' }
}

/** The language of the first tag that the pages speak, else English. */
export function chooseLanguage(...tags: readonly (string | undefined)[]): IssuerLanguage {
  for (const tag of tags) {
    const code = resolveLocale(tag)
    const language = code && languages.get(code)
    if (language !== undefined) return language
  }
  return languageOf('en')
}
