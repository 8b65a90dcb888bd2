import { MAX_FRAME_STYLE } from '../../common/frame-limits.ts'

/** Properties that change how the text looks and nothing else: no position, no size, no content. */
const PROPERTY =
  /^(?:(?:background-|caret-|-webkit-text-fill-)?color|(?:-webkit-|-moz-osx-)?font(?:-[a-z-]+)?|(?:letter|word)-spacing|line-height|opacity|padding(?:-[a-z-]+)?|text-(?:align|decoration|indent|shadow|transform))$/

/** Functions of colours and lengths: they load nothing. */
const FUNCTION = /\b(?:(?:rgb|hsl)a?|hwb|(?:ok)?(?:lab|lch)|color(?:-mix)?|calc|min|max|clamp)\(/g

/**
 * The declarations of a page's style that a secured field takes. Nothing in them can load a file;
 * the policy of the document would refuse it as well.
 */
export function allowedStyle(style: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(style).filter(
    ([property, value]) =>
      PROPERTY.test(property) &&
      value.length <= MAX_FRAME_STYLE &&
      !/[\\;{}@(]/.test(value.replace(FUNCTION, '')),
  )
}
