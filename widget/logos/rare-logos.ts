import type { Drawing } from './logos.ts'

const white = '#fff'

/** Logos that few pages show, drawn like those of `logos.ts`. */
export const rareLogos: Readonly<Record<string, Drawing>> = {
  DINERS: [
    white,
    '<circle cx="24" cy="16" r="11" fill="#0079be"/><circle cx="24" cy="16" r="9" fill="#fff"/>' +
      '<path fill="#0079be" d="M22 9.3a7 7 0 0 0 0 13.4zM26 9.3a7 7 0 0 1 0 13.4z"/>',
  ],
  DISCOVER: [
    white,
    '<path fill="#f58220" d="M47.5 19C40 25.5 28 30 14 31.5h30a3.5 3.5 0 0 0 3.5-3.5z"/><circle cx="24.9" cy="14" r="3.4" fill="#f58220"/>' +
      '<path fill="none" stroke="#1d1d1b" stroke-width="1.5" d="M4.6 11.3v5.4h.9q3 0 3-2.7t-3-2.7zM10.6 10.5v7M15.3 11.6q-2.7-.9-2.7.7c0 1.7 2.9 1 2.9 2.9q0 2-3.3 1M21 11.7q-3.8-.8-3.8 2.3t3.8 2.3M29 10.5l2.3 5.8 2.3-5.8M38.6 11.3h-3.1v5.4h3.1M35.5 14h2.8M40.6 17.5v-6.2h1.2q2 0 2 1.6t-2 1.7h-1.2M42 14.6l2 2.9"/>',
  ],
  JCB: [
    white,
    bar(8, '#0b4ea2') +
      bar(19, '#e0182d') +
      bar(30, '#0b8f43') +
      '<path fill="none" stroke="#fff" stroke-width="2" d="M14.5 12v5.5q0 2.5-2.5 2.5t-2.5-1.5M27 13.2q-5.5-1.2-5.5 2.8t5.5 2.8M32.5 11.6v8.8M32 12.6h4.2q2 0 2 1.7t-2 1.7H32h4.5q2 0 2 1.7t-2 1.7H32"/>',
  ],
  UNIONPAY: [
    white,
    '<path fill="#e21836" d="M10 5h12l-5 22H5q-2 0-1.5-2L7.6 7Q8 5 10 5z"/><path fill="#00447c" d="M21.5 5H33l-5 22H16.5q-2 0-1.5-2l4-18q.4-2 2.5-2z"/><path fill="#007b84" d="M32.5 5H43q2 0 1.5 2l-4 18q-.5 2-2.5 2H27.5q-2 0-1.5-2l4-18q.4-2 2.5-2z"/>',
  ],
  CARTEBANCAIRE: [
    '#0a5aa8',
    '<path fill="#0c9a5b" d="M36 .5h8a3.5 3.5 0 0 1 3.5 3.5v24a3.5 3.5 0 0 1-3.5 3.5H20z"/><path fill="#fff" d="M23 7.5v7.5H14.5v2H23v7.5H15.5a8.5 8.5 0 0 1 0-17zM24.5 7.5H36a3.7 3.7 0 0 1 0 7.5H24.5zM24.5 17H36a3.7 3.7 0 0 1 0 7.5H24.5z"/>',
  ],
}

function bar(x: number, fill: string): string {
  return `<path fill="${fill}" d="M${x} 9q0-4 4-4h6v18q0 4-4 4h-6z"/>`
}
