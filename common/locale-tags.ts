/**
 * Languages of the widget, by the codes of the interface document, and Brazilian Portuguese, whose words
 * differ from those of Portugal; each has `locales/<code>.json`.
 */
export const localeCodes = [
  ...(['en', 'de', 'fr', 'es', 'it', 'nl', 'dk', 'fi', 'se', 'tr', 'ja', 'sl', 'pt'] as const),
  ...(['pl', 'cz', 'hu', 'bg', 'ro', 'ru', 'cn', 'gr', 'no', 'sk', 'ar', 'ko', 'pt-br'] as const),
]

export type LocaleCode = (typeof localeCodes)[number]

/**
 * BCP 47 tags of the codes that are none, or that Intl takes for another region: amounts in plain `pt`
 * are written as in Brazil. Norwegian is Bokmål, Chinese is
 * written with simplified characters. `se` stays Swedish, though BCP 47 means Northern Sami by it.
 */
const tagsOfCodes: Partial<Record<LocaleCode, string>> = {
  dk: 'da',
  se: 'sv',
  cz: 'cs',
  cn: 'zh-CN',
  gr: 'el',
  no: 'nb',
  pt: 'pt-PT',
  'pt-br': 'pt-BR',
}

const codesByTag = new Map<string, LocaleCode>([
  ...localeCodes.map((code) => [code, code] as const),
  ['da', 'dk'],
  ['sv', 'se'],
  ['cs', 'cz'],
  ['zh', 'cn'],
  ['el', 'gr'],
  ['nb', 'no'],
  ['nn', 'no'],
])

/**
 * The language that serves a tag: one of our codes or BCP 47, in any case, with `-` or `_`. The whole
 * tag is looked up first, then one subtag less each time (RFC 4647 lookup): `zh-Hans-SG`, `zh-Hans`,
 * `zh`. Nothing when no language fits: the caller chooses its default.
 */
export function resolveLocale(tag: string | undefined): LocaleCode | undefined {
  const subtags = (tag ?? '').trim().toLowerCase().split(/[-_]/)
  for (; subtags.length > 0; subtags.pop()) {
    const code = codesByTag.get(subtags.join('-'))
    if (code !== undefined) return code
  }
  return undefined
}

/** The BCP 47 tag for `lang` attributes and Intl. */
export function bcp47Of(code: LocaleCode): string {
  return tagsOfCodes[code] ?? code
}

/** Whether the language is written from right to left. */
export function isRightToLeft(code: LocaleCode): boolean {
  return code === 'ar'
}
