import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { bcp47Of, isRightToLeft, type LocaleCode } from '../../common/locale-tags.ts'
import type { LocaleTable } from '../../common/widget-wire.ts'
import english from '../../locales/en.json'
import { type Catalogue, createTranslator, type Translate } from '../i18n/translator.ts'

/** The language of a form. `translate` changes with it, so components read it where they show text. */
export interface Language {
  /** BCP 47, for `lang` and Intl. */
  readonly tag: string
  readonly isRightToLeft: boolean
  readonly translate: Translate
}

export interface LanguageChoice {
  readonly current: ReadonlySignal<Language>
  /** Whether the texts of the chosen language are here, or will not come. */
  readonly isSettled: ReadonlySignal<boolean>
  /** Switches to a language as soon as its texts are here; resolves then. */
  choose(code: LocaleCode): Promise<void>
}

/** English is part of the script, but for the texts of forms that are fetched. */
const builtIn = signal<Catalogue>(english)

/** Adds the English texts of a form that was fetched. */
export function addEnglish(texts: Catalogue): void {
  builtIn.value = { ...builtIn.peek(), ...texts }
}

const catalogues = new Map<LocaleCode, Promise<Catalogue>>([['en', Promise.resolve(english)]])

/** Texts of a language, fetched once per page and checked against the hash in the script. */
export function loadCatalogue(
  { folder, hashes }: LocaleTable,
  code: LocaleCode,
): Promise<Catalogue> {
  const hash = hashes[code]
  let catalogue = catalogues.get(code)
  if (catalogue === undefined) {
    catalogue =
      hash === undefined
        ? Promise.reject(new Error(`No texts for ${code}`))
        : fetch(`${folder}${code}.json`, {
            integrity: `sha256-${hash}`,
            credentials: 'omit',
          }).then((response) => response.json() as Promise<Catalogue>)
    catalogues.set(code, catalogue)
    catalogue.catch(() => catalogues.delete(code))
  }
  return catalogue
}

/**
 * The language of one form, with the merchant's own texts on top. Direction and `lang` change at
 * once, the texts when they arrive; without them (no network) the form becomes English.
 *
 * @param own options `labels` and `errorMessages`: either may hold any key
 */
export function createLanguage(locales: LocaleTable, own: () => Catalogue): LanguageChoice {
  const chosen = signal<LocaleCode>('en')
  const texts = signal<readonly [LocaleCode, Catalogue]>(['en', english])
  const isSettled = signal(true)
  return {
    current: computed(() => {
      const code = chosen.value
      const [textCode, catalogue] = texts.value
      return {
        tag: bcp47Of(code),
        isRightToLeft: isRightToLeft(code),
        translate: createTranslator({ ...builtIn.value, ...catalogue, ...own() }, textCode),
      }
    }),
    isSettled,
    async choose(code) {
      if (code === chosen.peek()) return
      batch(() => {
        chosen.value = code
        isSettled.value = false
      })
      const found = await loadCatalogue(locales, code).catch(() => undefined)
      if (chosen.peek() !== code) return
      batch(() => {
        if (found === undefined) chosen.value = 'en'
        texts.value = found === undefined ? ['en', english] : [code, found]
        isSettled.value = true
      })
    },
  }
}
