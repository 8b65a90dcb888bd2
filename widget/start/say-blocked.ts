import { bcp47Of, isRightToLeft, resolveLocale } from '../../common/locale-tags.ts'
import type { WidgetBoot } from '../../common/widget-wire.ts'
import { loadFailed, retry } from '../../locales/en.json'
import { pageLanguage } from '../options/page-options.ts'
import { loadCatalogue } from '../texts/load-texts.ts'

/** Where the two texts are in the files of other languages: their keys are in the main code alone. */
export const TEXT_PLACES = { loadFailed: 31, retry: 8 }

/**
 * Says behind each placeholder that there is no form, with a button that tries again. What the page has
 * written into the placeholder stays.
 *
 * @param tryAgain is called once
 */
export async function sayBlocked(
  { locales }: WidgetBoot,
  places: Iterable<Element>,
  tryAgain: () => void,
): Promise<void> {
  const code = resolveLocale(pageLanguage()) ?? 'en'
  const found =
    code === 'en' ? undefined : await loadCatalogue(locales, code).catch(() => undefined)
  const textOf = (at: number, english: string) => (found?.[at + 1] as string | null) ?? english
  const lines = [...places].map((place) => {
    const line = document.createElement('p')
    line.className = 'wpwl-blocked'
    line.setAttribute('role', 'alert')
    if (found) {
      line.lang = bcp47Of(code)
      line.dir = isRightToLeft(code) ? 'rtl' : 'ltr'
    }
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = textOf(TEXT_PLACES.retry, retry)
    button.onclick = () => {
      for (const each of lines) each.remove()
      tryAgain()
    }
    line.append(textOf(TEXT_PLACES.loadFailed, loadFailed), ' ', button)
    place.after(line)
    return line
  })
}
