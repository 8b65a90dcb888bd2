import { createInstance, type TOptions } from 'i18next'
import type english from '../../../locales/backoffice/en.json'
import { loadGatewayTexts } from './gateway-texts.ts'

type Key = keyof typeof english
/** The key of a text; those with plural forms are named without the form. */
export type TextKey = Key extends infer One
  ? One extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : One
  : never

const files = import.meta.glob<Readonly<Record<string, string>>>(
  '../../../locales/backoffice/*.json',
  { import: 'default' },
)

/** The languages that have a file. */
export const languages = Object.keys(files).map(codeOf).toSorted()

const STORED = 'tillgate.language'

const texts = createInstance()

/** The language of the texts: the name of its file. */
export let language = 'en'

/** The same as BCP 47, with the region of the browser where it has one: dates of en-GB differ from en-US. */
export let tag = 'en'

/** Loads the texts of the language that was chosen, else of the browser's. */
export async function loadTexts(): Promise<void> {
  const chosen = chosenLanguage(localStorage.getItem(STORED), navigator.languages, languages)
  const load = files[`../../../locales/backoffice/${chosen}.json`]
  const region = navigator.languages.find((one) => one.split('-')[0] === chosen)
  const [own] = await Promise.all([load?.(), loadGatewayTexts(chosen)])
  await useTexts(chosen, own ?? {}, region)
  document.documentElement.lang = chosen
}

/** Shows these texts from now on, with dates and numbers as the region has them. */
export async function useTexts(
  code: string,
  translation: Readonly<Record<string, string>>,
  region = code,
): Promise<void> {
  language = code
  tag = region
  await texts.init({
    lng: code,
    resources: { [code]: { translation } },
    interpolation: { escapeValue: false },
    // Keys have dots and colons of their own.
    keySeparator: false,
    nsSeparator: false,
  })
}

/** The first wanted language that there is. */
export function chosenLanguage(
  stored: string | null,
  wanted: readonly string[],
  known: readonly string[],
): string {
  const codes = [stored ?? '', ...wanted].flatMap((tag) => [tag, tag.split('-')[0] ?? ''])
  return codes.find((code) => known.includes(code)) ?? 'en'
}

export function chooseLanguage(code: string): void {
  localStorage.setItem(STORED, code)
  location.reload()
}

/** A text with its values, in the language of the person. */
export function t(key: TextKey, values: TOptions = {}): string {
  return texts.t(key, isolated(values))
}

/** A name before its value: languages write the colon in different ways. */
export function labelled(name: string, value: string | number): string {
  return t('text.labelled', { name, value })
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Names that run the other way keep their place in the sentence: FSI before them, PDI after them. */
function isolated(values: TOptions): TOptions {
  const each = Object.entries(values).map(([name, value]) => {
    const isTurned = typeof value === 'string' && RIGHT_TO_LEFT.test(value)
    return [name, isTurned ? `\u2068${value}\u2069` : value]
  })
  return Object.fromEntries(each)
}

/** The text of a word of the gateway, or the word itself, where there is no text for it. */
export function word(group: string, name: string): string {
  const key = `${group}.${name}`
  return texts.exists(key) ? texts.t(key) : spelled(name)
}

/** `merchantTransactionId` as "Merchant transaction id". */
export function spelled(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])(?![A-Z])/g, (_, end, begin) => `${end} ${begin.toLowerCase()}`)
    .replace(/([a-z\d])([A-Z]{2})/g, '$1 $2')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function codeOf(path: string): string {
  return path.replace(/^.*\/|\.json$/g, '')
}
