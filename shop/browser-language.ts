import { resolveLocale } from '../common/locale-tags.ts'
import { isLocale, type Locale } from './languages.ts'

/** How many languages of one header are looked at; browsers send a handful. */
const MAX_LANGUAGES = 20

/**
 * The language that a browser likes best (`Accept-Language`, RFC 9110, 12.5.4) among those of the
 * widget; nothing where it likes none of them.
 */
export function browserLanguage(header = ''): Locale | undefined {
  const liked = header
    .split(',', MAX_LANGUAGES)
    .map(likedLanguage)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  for (const { tag } of liked) {
    const locale = resolveLocale(tag)
    if (isLocale(locale)) return locale
  }
  return undefined
}

/** `de-AT;q=0.8`; without a number it is liked best. */
function likedLanguage(range: string): { readonly tag: string; readonly quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  return { tag, quality: Number.isNaN(quality) ? 0 : quality }
}
