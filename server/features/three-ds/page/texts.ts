import type { FastifyRequest } from 'fastify'
import type english from '../../../../locales/authentication/en.json'
import {
  type PageLanguage as LanguageWith,
  pageLanguages,
} from '../../../http/pages/page-language.ts'

/** The texts of the authentication page, in one language. */
export type PageTexts = Readonly<Record<keyof typeof english, string>>

export type PageLanguage = LanguageWith<PageTexts>

const findLanguage = pageLanguages(
  import.meta.glob<PageTexts>('../../../../locales/authentication/*.json', {
    eager: true,
    import: 'default',
  }),
)

/** Longest Accept-Language header that is read, and how many of its languages. */
const MAX_HEADER = 500
const MAX_LANGUAGES = 10

/** The first named language that the page speaks, else one that the browser accepts, else English. */
export function chooseLanguage(
  named: readonly (string | undefined)[],
  request: FastifyRequest,
): PageLanguage {
  const header = request.headers['accept-language']?.slice(0, MAX_HEADER) ?? ''
  const tags = [...named, ...acceptedLanguages(header)]
  return findLanguage(tags.map((tag) => tag?.slice(0, MAX_HEADER)))
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
