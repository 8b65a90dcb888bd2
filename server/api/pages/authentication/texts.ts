import type { FastifyRequest } from 'fastify'
import {
  bcp47Of,
  isRightToLeft,
  type LocaleCode,
  localeCodes,
  resolveLocale,
} from '../../../../common/locale-tags.ts'
import type english from '../../../../locales/authentication/en.json'

/** The texts of the authentication page, in one language. */
export type PageTexts = Readonly<Record<keyof typeof english, string>>

/** A language of the page: its texts, and what the root element says of them. */
export interface PageLanguage {
  readonly texts: PageTexts
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

const catalogues = import.meta.glob<PageTexts>('../../../../locales/authentication/*.json', {
  eager: true,
  import: 'default',
})

const languages = new Map(localeCodes.map((code) => [code, languageOf(code)]))

function languageOf(code: LocaleCode): PageLanguage {
  const texts = catalogues[`../../../../locales/authentication/${code}.json`]
  if (texts === undefined) throw new Error(`The authentication page has no texts for ${code}`)
  return { texts, tag: bcp47Of(code), direction: isRightToLeft(code) ? 'rtl' : 'ltr' }
}

/** Longest Accept-Language header that is read, and how many of its languages. */
const MAX_HEADER = 500
const MAX_LANGUAGES = 10

/** The first named language that the page speaks, else one that the browser accepts, else English. */
export function chooseLanguage(
  named: readonly (string | undefined)[],
  request: FastifyRequest,
): PageLanguage {
  const header = request.headers['accept-language']?.slice(0, MAX_HEADER) ?? ''
  for (const tag of [...named, ...acceptedLanguages(header)]) {
    const code = resolveLocale(tag?.slice(0, MAX_HEADER))
    const language = code && languages.get(code)
    if (language !== undefined) return language
  }
  return languageOf('en')
}

/** Language tags of the header, the preferred first (RFC 9110, 12.5.4); those with the weight 0 left out. */
function acceptedLanguages(header: string): readonly string[] {
  return header
    .split(',', MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', weight] = part.split(';').map((piece) => piece.trim())
      return { tag, weight: Number(/^q=([01](?:\.\d{1,3})?)$/.exec(weight ?? 'q=1')?.[1] ?? 0) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
