/** What a program for tables takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Control characters but tab and the ends of lines, which may stand inside quotes. */
const CONTROL = /[^\P{Cc}\t\r\n]/gu

/**
 * A text of somebody else, which no program for tables may take for a formula: with an apostrophe before it. Nor
 * may it steer a terminal: control characters are shown as U+FFFD.
 */
export function plainCell(text: string): string {
  const shown = text.replaceAll(CONTROL, '\u{fffd}')
  return FORMULA.test(shown) ? `'${shown}` : shown
}

/** A row as CSV, with quotes where they are needed. */
export function csvLine(cells: readonly string[], separator: string): string {
  return cells.map((cell) => csvCell(cell, separator)).join(separator)
}

function csvCell(cell: string, separator: string): string {
  if (!/["\r\n]/.test(cell) && !cell.includes(separator)) return cell
  return `"${cell.replaceAll('"', '""')}"`
}
