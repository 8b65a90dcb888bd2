import { html, plainText } from '../../server/http/pages/markup.ts'
import type { Entry, ReferencePage } from './entries.ts'

/** Characters of an entry that a search result shows. */
export const MAX_NOTE = 160

/**
 * What a browser needs to search in all pages, and to find the page of an id. `browser/search.mjs` looks for each word
 * anywhere in a text. MiniSearch 7.2.0 in its place, tried with 2,173 entries: 5,170 bytes more in every page
 * (brotli), where ours are 1,873; 1.2 s to build its index in Node, or 217 kB to load in place of 170. It sorts prose
 * better ("expired hold"), but does not find `billing.street2` by "street2", and names things for words with a
 * letter too few.
 */
export interface SearchIndex {
  /** Path and title of each page. */
  readonly pages: readonly (readonly [path: string, title: string])[]
  readonly entries: readonly IndexedEntry[]
  /** The places of the other ids in `pages`. */
  readonly others: Readonly<Record<string, number>>
}

/** `words` are those that neither title nor note has. */
type IndexedEntry = readonly [page: number, id: string, title: string, note: string, words: string]

export function searchIndex(pages: readonly ReferencePage[]): SearchIndex {
  const others: Record<string, number> = {}
  const entries = pages.flatMap((page, at) => {
    for (const id of [page.id, ...page.sections.map((section) => section.id)]) others[id] = at
    const indexed = (entry: Entry, titles: string): IndexedEntry => {
      return [at, entry.id, entry.title, entry.note, furtherWords(entry, titles)]
    }
    const ofSections = page.sections.flatMap((section) =>
      section.entries.map((entry) => indexed(entry, `${section.title} ${titleOf(page)}`)),
    )
    return [indexed(headOf(page), titleOf(page)), ...ofSections]
  })
  for (const [, id] of entries) delete others[id]
  return { pages: pages.map((page) => [page.path, titleOf(page)]), entries, others }
}

/** What a page says of itself before its first section. */
function headOf({ id, title, lead = html`` }: ReferencePage): Entry {
  return { id, title, note: plainText(lead).slice(0, MAX_NOTE), markup: lead }
}

function titleOf({ group, title }: ReferencePage): string {
  return group === undefined ? title : `${group}: ${title}`
}

/** The search asks for words one by one, so that each has to be there only once. */
function furtherWords({ title, note, markup }: Entry, titles: string): string {
  const shown = `${title} ${note}`.toLowerCase()
  const words = `${plainText(markup)} ${titles}`.toLowerCase().split(' ')
  return [...new Set(words)].filter((word) => !shown.includes(word)).join(' ')
}

/** The path of the page that has an id. */
export function pathsById(pages: readonly ReferencePage[]): ReadonlyMap<string, string> {
  return new Map(
    pages.flatMap((page) =>
      [page, ...page.sections, ...page.sections.flatMap((section) => section.entries)].map(
        ({ id }) => [id, page.path] as const,
      ),
    ),
  )
}
