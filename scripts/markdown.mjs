/**
 * A table in Markdown, with cells that hold bars or line ends made safe.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function markdownTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cellOf))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** @param {string} text */
function cellOf(text) {
  return text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')
}

/**
 * The document with other text between `<!-- name:begin -->` and `<!-- name:end -->`; `undefined`
 * where it has no such place.
 *
 * @param {string} document
 * @param {string} name
 * @param {string} text
 * @returns {string | undefined}
 */
export function replaceSection(document, name, text) {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  if (from < 0 || to < 0) return undefined
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`
}
