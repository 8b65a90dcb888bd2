/** The widget's languages by their codes (interface document; Portuguese as in Brazil is ours), with BCP 47 tag and own name. */
export const LANGUAGES = {
  en: ['en', 'English'],
  de: ['de', 'Deutsch'],
  fr: ['fr', 'Français'],
  es: ['es', 'Español'],
  it: ['it', 'Italiano'],
  pt: ['pt-PT', 'Português'],
  'pt-br': ['pt-BR', 'Português (Brasil)'],
  nl: ['nl', 'Nederlands'],
  dk: ['da', 'Dansk'],
  se: ['sv', 'Svenska'],
  no: ['nb', 'Norsk'],
  fi: ['fi', 'Suomi'],
  pl: ['pl', 'Polski'],
  cz: ['cs', 'Čeština'],
  sk: ['sk', 'Slovenčina'],
  sl: ['sl', 'Slovenščina'],
  hu: ['hu', 'Magyar'],
  ro: ['ro', 'Română'],
  bg: ['bg', 'Български'],
  gr: ['el', 'Ελληνικά'],
  ru: ['ru', 'Русский'],
  tr: ['tr', 'Türkçe'],
  ar: ['ar', 'العربية'],
  cn: ['zh', '中文'],
  ja: ['ja', '日本語'],
  ko: ['ko', '한국어'],
} as const satisfies Record<string, readonly [tag: string, name: string]>

export type Locale = keyof typeof LANGUAGES

export function isLocale(code: unknown): code is Locale {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code)
}
