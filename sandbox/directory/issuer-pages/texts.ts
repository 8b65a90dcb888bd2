import type english from '../../../locales/issuer/en.json'
import { type PageLanguage, pageLanguages } from '../../../server/http/pages/page-language.ts'

/** Names of the texts of the issuer's pages. */
export type IssuerText = keyof typeof english

export type IssuerLanguage = PageLanguage<Readonly<Record<IssuerText, string>>>

const findLanguage = pageLanguages(
  import.meta.glob<IssuerLanguage['texts']>('../../../locales/issuer/*.json', {
    eager: true,
    import: 'default',
  }),
)

/** The language of the first tag that the pages speak, else English. */
export function chooseLanguage(...tags: readonly (string | undefined)[]): IssuerLanguage {
  return findLanguage(tags)
}
