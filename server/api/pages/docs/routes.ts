import type { Clock } from '../../../engine/timers/clock.ts'
import type { ServedRoute } from '../../../wire/http/route.ts'
import { type DocumentParts, openApiDocument } from '../../../wire/openapi/document.ts'
import { documentReply, pageDocument } from './document-reply.ts'
import { referencePage } from './page.ts'
import { resultCodesReply } from './result-codes.ts'

export interface DocsParts extends DocumentParts {
  readonly clock: Clock
}

/** Documentation routes: the catalogue of codes, the OpenAPI document, the reference page. */
export const docsRoutes: readonly ServedRoute<DocsParts>[] = [
  {
    method: 'get',
    path: '/v1/resultcodes',
    access: 'open',
    docs: {
      id: 'listResultCodes',
      tag: 'Catalogue',
      summary: 'List the result codes',
      description: 'Every code with its words and its group. May be cached: send `If-None-Match`.',
      answers: ['ResultCodesAnswer'],
      hasETag: true,
    },
    serve: ({ clock }) => resultCodesReply(clock),
  },
  {
    method: 'get',
    path: '/v1/openapi.json',
    access: 'open',
    docs: { leftOut: 'this document' },
    serve: (parts) =>
      documentReply(() => ({
        text: JSON.stringify(openApiDocument(parts)),
        contentType: 'application/json; charset=utf-8',
        headers: { 'access-control-allow-origin': '*' },
      })),
  },
  {
    method: 'get',
    path: '/docs',
    access: 'open',
    docs: { leftOut: 'the page made of it' },
    serve: (parts) => documentReply(() => pageDocument(referencePage(parts))),
  },
]
