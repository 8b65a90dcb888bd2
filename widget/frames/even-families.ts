/**
 * Fonts that systems come with, whose digits are all equally wide. Others could only be there because the shopper
 * has installed them. The font of a page that a field loads has a name of its own (`own-font.ts`).
 */
const EVEN =
  /^(?:(?:sans-)?serif|monospace|system-ui|-apple-system|blinkmacsystemfont|arial|helvetica(?: neue)?|segoe ui|roboto|verdana|georgia|times(?: new roman)?|courier(?: new)?)$/i

/**
 * The families of a page's list that a secured field takes, at most ten; `sans-serif` if there are none.
 *
 * @param list a value of `font-family`
 */
export function evenFamilies(list: string): string {
  const names = list.split(',').map((name) => name.replaceAll(/["']/g, '').trim())
  const even = names.filter((name) => EVEN.test(name)).slice(0, 10)
  return even.map((name) => (name.includes(' ') ? `"${name}"` : name)).join() || 'sans-serif'
}
