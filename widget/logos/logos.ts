/** Background of the card and what is drawn on it, in a box of 48 × 32. */
type Drawing = readonly [background: string, shapes: string]

const white = '#fff'

/** Drawn by us: recognisable, simplified, letters as shapes so that no font is needed. */
const drawings: ReadonlyMap<string, Drawing> = new Map([
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
  [
    'DINERS',
    [
      white,
      '<circle cx="24" cy="16" r="11" fill="#0079be"/><circle cx="24" cy="16" r="9" fill="#fff"/>' +
        '<path fill="#0079be" d="M22 9.3a7 7 0 0 0 0 13.4zM26 9.3a7 7 0 0 1 0 13.4z"/>',
    ],
  ],
  [
    'DISCOVER',
    [
      white,
      '<path fill="#f58220" d="M47.5 19C40 25.5 28 30 14 31.5h30a3.5 3.5 0 0 0 3.5-3.5z"/><circle cx="24.9" cy="14" r="3.4" fill="#f58220"/>' +
        '<path fill="none" stroke="#1d1d1b" stroke-width="1.5" d="M4.6 11.3v5.4h.9q3 0 3-2.7t-3-2.7zM10.6 10.5v7M15.3 11.6q-2.7-.9-2.7.7c0 1.7 2.9 1 2.9 2.9q0 2-3.3 1M21 11.7q-3.8-.8-3.8 2.3t3.8 2.3M29 10.5l2.3 5.8 2.3-5.8M38.6 11.3h-3.1v5.4h3.1M35.5 14h2.8M40.6 17.5v-6.2h1.2q2 0 2 1.6t-2 1.7h-1.2M42 14.6l2 2.9"/>',
    ],
  ],
  [
    'JCB',
    [
      white,
      bar(8, '#0b4ea2') +
        bar(19, '#e0182d') +
        bar(30, '#0b8f43') +
        '<path fill="none" stroke="#fff" stroke-width="2" d="M14.5 12v5.5q0 2.5-2.5 2.5t-2.5-1.5M27 13.2q-5.5-1.2-5.5 2.8t5.5 2.8M32.5 11.6v8.8M32 12.6h4.2q2 0 2 1.7t-2 1.7H32h4.5q2 0 2 1.7t-2 1.7H32"/>',
    ],
  ],
  [
    'UNIONPAY',
    [
      white,
      '<path fill="#e21836" d="M10 5h12l-5 22H5q-2 0-1.5-2L7.6 7Q8 5 10 5z"/><path fill="#00447c" d="M21.5 5H33l-5 22H16.5q-2 0-1.5-2l4-18q.4-2 2.5-2z"/><path fill="#007b84" d="M32.5 5H43q2 0 1.5 2l-4 18q-.5 2-2.5 2H27.5q-2 0-1.5-2l4-18q.4-2 2.5-2z"/>',
    ],
  ],
  [
    'CARTEBANCAIRE',
    [
      '#0a5aa8',
      '<path fill="#0c9a5b" d="M36 .5h8a3.5 3.5 0 0 1 3.5 3.5v24a3.5 3.5 0 0 1-3.5 3.5H20z"/><path fill="#fff" d="M23 7.5v7.5H14.5v2H23v7.5H15.5a8.5 8.5 0 0 1 0-17zM24.5 7.5H36a3.7 3.7 0 0 1 0 7.5H24.5zM24.5 17H36a3.7 3.7 0 0 1 0 7.5H24.5z"/>',
    ],
  ],
])

/** Whether there is a logo: other brands are named by text. */
export function hasLogo(brand: string): boolean {
  return drawings.has(brand)
}

/**
 * The logo of a card brand as the text of an SVG element, 48 × 32, without ids, styles or fonts;
 * undefined for a brand that we have not drawn. Decorative: the name is shown or announced beside it.
 */
export function logoOf(brand: string): string | undefined {
  const drawing = drawings.get(brand)
  if (drawing === undefined) return undefined
  const [background, shapes] = drawing
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"><rect x=".5" y=".5" width="47" height="31" rx="3.5" fill="${background}" stroke="#000" stroke-opacity=".15"/>${shapes}</svg>`
}

function twoCircles(left: string, right: string, both: string): string {
  return `<circle cx="18.5" cy="16" r="9" fill="${left}"/><circle cx="29.5" cy="16" r="9" fill="${right}"/><path fill="${both}" d="M24 8.9a9 9 0 0 1 0 14.2 9 9 0 0 1 0-14.2z"/>`
}

function bar(x: number, fill: string): string {
  return `<path fill="${fill}" d="M${x} 9q0-4 4-4h6v18q0 4-4 4h-6z"/>`
}
