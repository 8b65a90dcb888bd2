import type { FastifyRequest } from 'fastify'
import {
  bcp47Of,
  isRightToLeft,
  type LocaleCode,
  localeCodes,
  resolveLocale,
} from '../../../common/locale-tags.ts'

/** Longest Accept-Language header that is read, and how many of its languages. */
const MAX_HEADER = 500
const MAX_LANGUAGES = 10

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

/** Language tags of a browser's Accept-Language, the preferred first (RFC 9110, 12.5.4); those with the weight 0 left out. */
export function acceptedLanguages({ headers }: FastifyRequest): readonly string[] {
  return (headers['accept-language'] ?? '')
    .slice(0, MAX_HEADER)
    .split(',', MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', weight] = part.split(';').map((piece) => piece.trim())
      return { tag, weight: Number(/^q=([01](?:\.\d{1,3})?)$/.exec(weight ?? 'q=1')?.[1] ?? 0) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
