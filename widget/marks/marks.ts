import type { Drawing } from '../logos/logos.ts'
import { keptPaths } from './kept-paths.ts'
import { type Mark, markTable } from './mark-table.ts'
import { shapes } from './shapes.ts'
import { drawWords } from './words.ts'

const INK = '#0e1726'

/** The mark of a brand that has no logo of its own: its path, a drawing of ours, or its label as words. */
export function markOf(brand: string, label: string): Drawing {
  const mark = Object.hasOwn(markTable, brand) ? markTable[brand] : undefined
  return [mark?.plate ?? '#fff', drawnOn(mark ?? {}, label)]
}

function drawnOn({ path, size = 0.92, shape, words, ink }: Mark, label: string): string {
  if (path !== undefined) {
    const [colour, line] = keptPaths[path]
    const [x, y] = [24 - 12 * size, 16 - 12 * size].map((place) => +place.toFixed(2))
    return `<path fill="${ink ?? colour}" transform="matrix(${size} 0 0 ${size} ${x} ${y})" d="${line}"/>`
  }
  if (shape !== undefined) {
    return `<path fill="none" stroke="${ink ?? INK}" stroke-width="1.6" stroke-linejoin="round" d="${shapes[shape]}"/>`
  }
  return drawWords(words ?? label, ink ?? INK)
}
