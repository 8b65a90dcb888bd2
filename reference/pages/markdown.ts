import { html, type Markup, plainText } from '../../server/http/pages/markup.ts'
import { inlineMarkdown, type ResolveLink } from './markdown-inline.ts'

/** What a piece of a document needs to become HTML. */
export interface MarkdownParts {
  readonly resolve: ResolveLink
  /** Names the blocks of code for screen readers. */
  readonly title: string
}

const FENCE = /^```/
const ITEM = /^(?:[-*]|\d+\.) /
const TABLE = /^\|/

/**
 * The part of Markdown that our documents use, as HTML: paragraphs, lists, tables and blocks of code.
 * A test holds every document that is served against it.
 */
export function markdown(lines: readonly string[], parts: MarkdownParts): Markup {
  const blocks: Markup[] = []
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at, parts)
    if (block !== undefined) blocks.push(block)
    at = next
  }
  return html`${blocks.map((block) => html`${block}\n`)}`
}

interface Read {
  readonly block?: Markup
  readonly next: number
}

function readBlock(lines: readonly string[], at: number, parts: MarkdownParts): Read {
  const line = lines[at] ?? ''
  if (line.trim() === '' || line.startsWith('<!--')) return { next: at + 1 }
  if (FENCE.test(line)) return readCode(lines, at, parts)
  if (TABLE.test(line)) return readTable(lines, at, parts)
  if (ITEM.test(line)) return readList(lines, at, parts)
  const next = endOf(lines, at, (other) => other.trim() !== '' && !isOther(other))
  const text = lines.slice(at, next).join(' ')
  return { block: html`<p>${inlineMarkdown(text, parts.resolve)}</p>`, next }
}

/** Ends a paragraph. */
function isOther(line: string): boolean {
  return FENCE.test(line) || TABLE.test(line) || ITEM.test(line) || /^#|^<!--/.test(line)
}

function endOf(
  lines: readonly string[],
  at: number,
  belongs: (line: string, index: number) => boolean,
): number {
  let next = at + 1
  while (next < lines.length && belongs(lines[next] ?? '', next)) next += 1
  return next
}

function readCode(lines: readonly string[], at: number, { title }: MarkdownParts): Read {
  const end = endOf(lines, at, (line) => !FENCE.test(line))
  const code = lines.slice(at + 1, end).join('\n')
  const block = html`<div class="sample"><pre tabindex="0" role="region" aria-label="${title}, from line ${at + 1}"><code>${code}</code></pre></div>`
  return { block, next: end + 1 }
}

function readTable(lines: readonly string[], at: number, { resolve }: MarkdownParts): Read {
  const next = endOf(lines, at, (line) => TABLE.test(line))
  const [head = [], , ...rows] = lines.slice(at, next).map(cellsOf)
  const shown = (cell: string) => inlineMarkdown(cell, resolve)
  const block = html`<div class="wide" tabindex="0" role="group" aria-label="${head.map((cell) => plainText(shown(cell))).join(', ')}"><table><thead><tr>${head.map((cell) => html`<th scope="col">${shown(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${shown(cell)}</td>`)}</tr>`)}</tbody></table></div>`
  return { block, next }
}

/** A bar in a cell is written `\|`, in code too. */
function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\||\|$/g, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readList(lines: readonly string[], at: number, parts: MarkdownParts): Read {
  const isNumbered = /^\d/.test(lines[at] ?? '')
  const next = endOf(lines, at, (line, index) => {
    if (line.trim() === '') return /^ {2}|^(?:[-*]|\d+\.) /.test(lines[index + 1] ?? '')
    return ITEM.test(line) || line.startsWith('  ')
  })
  const items: string[][] = []
  for (const line of lines.slice(at, next)) {
    if (ITEM.test(line)) items.push([line.replace(ITEM, '')])
    else items.at(-1)?.push(line.replace(/^ {2,3}/, ''))
  }
  const shown = items.map((item) => html`<li>${itemOf(item, parts)}</li>`)
  return { block: isNumbered ? html`<ol>${shown}</ol>` : html`<ul>${shown}</ul>`, next }
}

/** One paragraph needs no element of its own. */
function itemOf(lines: readonly string[], parts: MarkdownParts): Markup {
  const isPlain = lines.every((line, at) => at === 0 || (line.trim() !== '' && !isOther(line)))
  return isPlain ? inlineMarkdown(lines.join(' '), parts.resolve) : markdown(lines, parts)
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
