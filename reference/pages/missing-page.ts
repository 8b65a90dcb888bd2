import { editDistance } from '../../common/edit-distance.ts'
import { html } from '../../server/http/pages/markup.ts'
import { type PageDocument, smallPages } from '../../server/http/pages/page-parts.ts'
import style from '../start/page.css?raw'
import type { ReferencePage } from './entries.ts'
import { START_PATH } from './start-page.ts'

const pages = smallPages(style)

/** How many pages are offered in place of the one that is not there. */
const MAX_NEAR = 5

/** The page of an address below `/docs` where there is none: with those that were perhaps meant. */
export function missingPage(
  path: string,
  parts: {
    readonly reference: readonly ReferencePage[]
    readonly environment: 'test' | 'live'
  },
): PageDocument {
  const { reference, environment } = parts
  const links = [
    ...nearPages(path, reference),
    ...reference.filter((page) => page.path === START_PATH),
  ]
  const content = html`<main>
<h1>There is no such page</h1>
<p class="lead">Perhaps you are looking for one of these.</p>
<ul class="places">${[...new Set(links)].map(
    (page) =>
      html`<li><a href="${page.path}"><strong>${page.title}</strong><span>${page.path}</span></a></li>`,
  )}</ul>
</main>`
  return {
    status: 404,
    html: pages.render({
      title: 'No such page – Tillgate',
      name: 'Tillgate',
      environment,
      content,
    }),
    csp: pages.policy("'none'", "frame-ancestors 'none'"),
  }
}

/** The pages whose address or title is like the last part of a path, best first. */
function nearPages(path: string, reference: readonly ReferencePage[]): readonly ReferencePage[] {
  const wanted = wordsOf(path.slice(path.lastIndexOf('/') + 1)).slice(0, 60)
  if (wanted === '') return []
  const limit = Math.max(2, Math.ceil(wanted.length / 3))
  const distanceTo = (text: string) =>
    text.includes(wanted) ? 1 : editDistance(wanted, text, limit)
  return reference
    .map((page) => {
      const name = wordsOf(page.path.slice(page.path.lastIndexOf('/') + 1))
      return { page, distance: Math.min(distanceTo(name), distanceTo(wordsOf(page.title))) }
    })
    .filter(({ distance }) => distance < limit)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MAX_NEAR)
    .map(({ page }) => page)
}

function wordsOf(text: string): string {
  return text
    .replace(/\.(?:html|md)$/, '')
    .replaceAll(/[-_%+]+/g, ' ')
    .trim()
    .toLowerCase()
}
