import type { FastifyRequest } from 'fastify'
import type english from '../../../../locales/authentication/en.json'
import {
  acceptedLanguages,
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

/** Longest language tag that is read. */
const MAX_TAG = 500

/** The first named language that the page speaks, else one that the browser accepts, else English. */
export function chooseLanguage(
  named: readonly (string | undefined)[],
  request: FastifyRequest,
): PageLanguage {
  const tags = [...named, ...acceptedLanguages(request)]
  return findLanguage(tags.map((tag) => tag?.slice(0, MAX_TAG)))
}
