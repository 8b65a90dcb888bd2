/** What a program for tables takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A text of somebody else, which no program for tables may take for a formula: with an apostrophe before it. */
export function plainCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** A row as CSV, with quotes where they are needed. */
export function csvLine(cells: readonly string[], separator: string): string {
  return cells.map((cell) => csvCell(cell, separator)).join(separator)
}

function csvCell(cell: string, separator: string): string {
  if (!/["\r\n]/.test(cell) && !cell.includes(separator)) return cell
  return `"${cell.replaceAll('"', '""')}"`
}
