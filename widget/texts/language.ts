import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { bcp47Of, isRightToLeft, type LocaleCode } from '../../common/locale-tags.ts'
import type { LocaleTable } from '../../common/widget-wire.ts'
import english from '../../locales/en.json'
import { type Catalogue, createTranslator, type Translate } from '../i18n/translator.ts'
import { nextTask } from '../page/next-task.ts'
import { loadCatalogue, loadTexts } from './load-texts.ts'

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
  /** Adds the texts of fetched code, now and in later choices; resolves when they are here, or will not come. */
  addFetched(): Promise<void>
}

/** English is part of the script, but for the texts of code that is fetched. */
const builtIn = signal<Catalogue>(english)

/** Adds the English texts of code that was fetched. */
export function addEnglish(texts: Catalogue): void {
  builtIn.value = { ...builtIn.peek(), ...texts }
}

/** English labels that older pages and their tests look for. */
const REFERENCE = {
  cardNumber: 'Card Number',
  expiryDate: 'Expiry Date',
  cardHolder: 'Card holder',
  cvv: 'CVV',
}

/** Texts of a language for what is in the script. */
async function catalogueOf(locales: LocaleTable, code: LocaleCode): Promise<Catalogue> {
  if (code === 'en') return english
  const [further, ...texts] = await loadCatalogue(locales, code)
  const named = Object.keys(english).map((key, index) => [key, texts[index]])
  return { ...further, ...Object.fromEntries(named.filter(([, text]) => text)) }
}

/** Texts of a language for fetched code, which brings its English along. */
async function fetchedOf(locales: LocaleTable, code: LocaleCode): Promise<Catalogue> {
  if (code === 'en') return {}
  const [{ fetched }] = await loadCatalogue(locales, code)
  return loadTexts(locales, `fetched/${code}`, fetched)
}

/**
 * The language of one form, with the merchant's own texts on top. Direction and `lang` change at
 * once, the texts when they arrive; without them (no network) the form becomes English.
 *
 * @param own options `labels` and `errorMessages`: either may hold any key
 * @param isLegacy whether English has the labels of the reference pages
 */
export function createLanguage(
  locales: LocaleTable,
  own: () => Catalogue,
  isLegacy: () => boolean,
): LanguageChoice {
  const chosen = signal<LocaleCode>('en')
  const texts = signal<readonly [LocaleCode, Catalogue]>(['en', english])
  const isSettled = signal(true)
  let isFetchedNeeded = false
  let fetching: Promise<void> | undefined

  async function show(code: LocaleCode): Promise<void> {
    const [found, fetched] = await Promise.all([
      catalogueOf(locales, code).catch(() => undefined),
      isFetchedNeeded ? fetchedOf(locales, code).catch(() => undefined) : undefined,
    ])
    if (chosen.peek() !== code) return
    batch(() => {
      if (found === undefined) chosen.value = 'en'
      texts.value = found === undefined ? ['en', english] : [code, { ...found, ...fetched }]
      isSettled.value = true
    })
  }

  return {
    current: computed(() => {
      const code = chosen.value
      const [textCode, catalogue] = texts.value
      return {
        tag: bcp47Of(code),
        isRightToLeft: isRightToLeft(code),
        translate: createTranslator(
          {
            ...builtIn.value,
            ...catalogue,
            ...(textCode === 'en' && isLegacy() && REFERENCE),
            ...own(),
          },
          textCode,
        ),
      }
    }),
    isSettled,
    async choose(code) {
      if (code === chosen.peek()) return
      batch(() => {
        chosen.value = code
        isSettled.value = false
      })
      // The requests of the frames go first.
      await nextTask()
      await show(code)
    },
    addFetched() {
      isFetchedNeeded = true
      fetching ??= show(chosen.peek())
      return fetching
    },
  }
}
