/**
 * What a program for tables takes for the beginning of a formula: at the beginning of a text, and behind what it may
 * take for the end of a cell, whatever it divides cells at.
 */
const FORMULA = /(^|[,;|"'])(\s*[=+\-@＝＋－＠])/g

/** A cell is one line. */
const BREAKS = /[\t\r\n\u2028\u2029]+/g
const CONTROL = /\p{Cc}/gu

/**
 * A text of somebody else, in one line, which no program for tables may take for a formula: with an apostrophe before
 * what looks like one. Nor may it steer a terminal: control characters are shown as U+FFFD.
 */
export function plainCell(text: string): string {
  const line = text.replaceAll(BREAKS, ' ').replaceAll(CONTROL, '\u{fffd}')
  return line.replaceAll(FORMULA, "$1'$2")
}

/** A row as CSV, with quotes where they are needed. */
export function csvLine(cells: readonly string[], separator: string): string {
  return cells.map((cell) => csvCell(cell, separator)).join(separator)
}

function csvCell(cell: string, separator: string): string {
  if (!/["\r\n]/.test(cell) && !cell.includes(separator)) return cell
  return `"${cell.replaceAll('"', '""')}"`
}
