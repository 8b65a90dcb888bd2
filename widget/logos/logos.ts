/** Background of the card and what is drawn on it, in a box of 48 × 32. */
export type Drawing = readonly [background: string, shapes: string]

const white = '#fff'

/** Drawn by us: recognisable, simplified, letters as shapes so that no font is needed. */
const frequent: ReadonlyMap<string, Drawing> = new Map([
  [
    'VISA',
    [
      white,
      '<path fill="#1434cb" d="M5 10h5.3l1.9 7.6 4.4-7.6h3.5l-6.9 12h-3.3L7 12.6q-.3-1-2.3-1.7zm16.4 0h3.3l-2.4 12h-3.3zm16.8 0h3.2l2.4 12h-3.1l-.4-2.1h-4.4l-1.2 2.1h-3.4zm1 4.3-2.1 3.4h2.7z"/>' +
        '<path fill="none" stroke="#1434cb" stroke-width="2.9" d="M33.3 12.2q-1.4-.7-3-.7c-3.2 0-3.8 2.1-1.4 3.5 3.6 1.9 2 5.5-1.9 5.5q-2 0-3.5-.8"/>',
    ],
  ],
  ['MASTER', [white, twoCircles('#eb001b', '#f79e1b', '#ff5f00')]],
  ['MAESTRO', [white, twoCircles('#eb001b', '#00a2e5', '#7375cf')]],
  [
    'AMEX',
    [
      '#006fcf',
      '<path fill="#fff" transform="matrix(.9 0 0 .9 1.3 1.6)" d="M4 21.5l4.2-11h3.7l4.2 11h-3.2l-.7-2H7.8l-.7 2zm4.7-4.4h2.6L10 13.4zM17 21.5v-11h3.9l2.3 6.3 2.3-6.3h3.9v11h-2.8v-7l-2.5 7h-1.9l-2.4-7v7zM30.6 21.5v-11h7.2v2.4h-4.4v1.8h4.3v2.4h-4.3v2h4.4v2.4zM37 21.5l3.2-5.6-3-5.4h3.1l1.5 3 1.5-3h3l-3 5.4 3.1 5.6h-3.1l-1.6-3.2-1.6 3.2z"/>',
    ],
  ],
])

/** Their drawings are fetched when a page shows one (`rare-logos.ts`). */
const RARE = ['DINERS', 'DISCOVER', 'JCB', 'UNIONPAY', 'CARTEBANCAIRE']

/** Fetched code with drawings: those of `rare-logos.ts`, or of all other brands (`widget/marks/`). */
export type FindDrawing = (brand: string, label: string) => Drawing | undefined

/** The code that draws a brand; undefined: its drawing is here. */
export function drawingCode(brand: string): 'logos' | 'marks' | undefined {
  if (frequent.has(brand)) return undefined
  return RARE.includes(brand) ? 'logos' : 'marks'
}

/**
 * The mark of a brand as the text of an SVG element, 48 × 32, without ids and styles; undefined for a
 * brand whose drawing is fetched. Decorative: the name is shown or announced beside it.
 *
 * @param fetched the drawing that was fetched
 */
export function logoOf(brand: string, fetched?: Drawing): string | undefined {
  const drawing = frequent.get(brand) ?? fetched
  if (drawing === undefined) return undefined
  const [background, shapes] = drawing
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"><rect x=".5" y=".5" width="47" height="31" rx="3.5" fill="${background}" stroke="#000" stroke-opacity=".15"/>${shapes}</svg>`
}

function twoCircles(left: string, right: string, both: string): string {
  return `<circle cx="18.5" cy="16" r="9" fill="${left}"/><circle cx="29.5" cy="16" r="9" fill="${right}"/><path fill="${both}" d="M24 8.9a9 9 0 0 1 0 14.2 9 9 0 0 1 0-14.2z"/>`
}
