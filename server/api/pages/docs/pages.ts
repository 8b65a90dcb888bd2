import type { DocumentParts } from '../../../wire/openapi/document.ts'
import { structures } from '../../../wire/openapi/structures.ts'
import { basicsSection } from './basics-section.ts'
import { codesPage } from './codes-page.ts'
import { pageDocument, type ServedDocument } from './document-reply.ts'
import type { ReferencePage } from './entries.ts'
import { guidePages, guidesOverview } from './guides.ts'
import { html } from './markup.ts'
import { operationPages, operationsOverview } from './operation-sections.ts'
import { csp, renderPage } from './page.ts'
import { parameterPages } from './parameter-pages.ts'
import { pathsById, searchIndex } from './search-index.ts'
import { testingPage } from './testing-page.ts'
import { widgetPage } from './widget-page.ts'

/** Every page of the reference, in the order of the menu. A link to another page is written `#id` too. */
export function referencePages(parts: DocumentParts): readonly ReferencePage[] {
  const { baseUrl, environment, routes } = parts
  const all = structures(routes)
  const operations = operationPages({ baseUrl, environment, routes, structures: all })
  const guides = guidePages(environment)
  const overview: ReferencePage = {
    path: '/docs',
    id: 'reference',
    title: 'Reference',
    lead: html`Everything that this gateway takes and answers, made from the tables that it reads requests with.`,
    sections: [
      basicsSection(baseUrl),
      guidesOverview(guides),
      operationsOverview(operations, routes),
    ],
  }
  return [
    overview,
    ...(environment === 'test' ? [testingPage()] : []),
    ...guides,
    ...operations,
    widgetPage(),
    codesPage(),
    ...parameterPages(all),
  ]
}

/** The pages of the reference and their search index, by path. */
export function referenceDocuments(
  parts: DocumentParts,
): ReadonlyMap<string, () => ServedDocument> {
  const pages = referencePages(parts)
  const rendering = { pages, paths: pathsById(pages), environment: parts.environment }
  const documents = pages.map(
    (page) => [page.path, () => pageDocument({ html: renderPage(page, rendering), csp })] as const,
  )
  const index = () => ({
    text: JSON.stringify(searchIndex(pages)),
    contentType: 'application/json; charset=utf-8',
  })
  return new Map<string, () => ServedDocument>([...documents, [INDEX_PATH, index]])
}

/** Also in browser/search.mjs. */
const INDEX_PATH = '/docs/search.json'
