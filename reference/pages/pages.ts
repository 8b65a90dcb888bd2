import { html } from '../../server/http/pages/markup.ts'
import type { DocumentParts } from '../openapi/document.ts'
import { structures } from '../openapi/structures.ts'
import { basicsSection } from './basics-section.ts'
import { brandsPage } from './brands-page.ts'
import { codesPage } from './codes-page.ts'
import { pageDocument, type ServedDocument } from './document-reply.ts'
import type { ReferencePage } from './entries.ts'
import { galleryPage } from './gallery-page.ts'
import { guidePages, sampleFiles } from './guides.ts'
import { operationPages, operationsOverview } from './operation-sections.ts'
import { cspOf, renderPage } from './page.ts'
import { parameterPages } from './parameter-pages.ts'
import { pathsById, searchIndex } from './search-index.ts'
import { startPage } from './start-page.ts'
import { stylingPage } from './styling-page.ts'
import { testingPage } from './testing-page.ts'
import { widgetPage } from './widget-page.ts'

/** Every page of the reference, in the order of the menu. A link to another page is written `#id` too. */
export function referencePages(parts: DocumentParts): readonly ReferencePage[] {
  const { baseUrl, environment, routes } = parts
  const all = structures(routes)
  const operations = operationPages({ baseUrl, environment, routes, structures: all })
  const guides = guidePages({ environment, baseUrl })
  const overview: ReferencePage = {
    path: '/docs/reference',
    id: 'reference',
    title: 'Reference',
    lead: html`Everything that this gateway takes and answers, made from the tables that it reads requests with.`,
    sections: [basicsSection(baseUrl), operationsOverview(operations, routes)],
  }
  return [
    startPage(guides, environment),
    ...guides,
    overview,
    ...operations,
    ...(environment === 'test' ? [testingPage()] : []),
    brandsPage(environment),
    stylingPage(environment),
    ...(environment === 'test' ? [galleryPage(baseUrl)] : []),
    widgetPage(),
    codesPage(),
    ...parameterPages(all),
  ]
}

/** The pages of the reference, the files that they name and their search index, by path. */
export function referenceDocuments(
  parts: DocumentParts,
): ReadonlyMap<string, () => ServedDocument> {
  const pages = referencePages(parts)
  const { environment, baseUrl } = parts
  const rendering = { pages, paths: pathsById(pages), environment, baseUrl }
  const documents = pages.map((page) => {
    const csp = cspOf(page, baseUrl)
    return [page.path, () => pageDocument({ html: renderPage(page, rendering), csp })] as const
  })
  const index = () => ({
    text: JSON.stringify(searchIndex(pages)),
    contentType: 'application/json; charset=utf-8',
  })
  const samples = [...sampleFiles()].map(
    ([path, text]) => [path, () => ({ text, contentType: 'text/plain; charset=utf-8' })] as const,
  )
  return new Map<string, () => ServedDocument>([...documents, ...samples, [INDEX_PATH, index]])
}

/** Also in browser/search.mjs. */
const INDEX_PATH = '/docs/search.json'
