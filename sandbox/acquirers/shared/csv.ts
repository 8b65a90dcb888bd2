/** Rows of a report as CSV, with their names in the first line; a cell that a row has not is empty. */
export function csvText(rows: readonly Readonly<Record<string, string | undefined>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
  return lines.map((cells) => `${cells.map(cell).join(',')}\n`).join('')
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
