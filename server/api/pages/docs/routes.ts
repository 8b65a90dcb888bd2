import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../engine/timers/clock.ts'
import { openApiDocument } from '../../../wire/openapi/document.ts'
import { documentReply } from './document-reply.ts'
import { referencePage } from './page.ts'
import { resultCodesReply } from './result-codes.ts'

export interface DocsParts {
  /** Origin under which the gateway is reached. */
  readonly baseUrl: string
  readonly environment: 'test' | 'live'
  readonly clock: Clock
}

/** What tells about the interface: the catalogue of codes, the OpenAPI document, the page of it. */
export function docsRoutes(app: FastifyInstance, parts: DocsParts): void {
  app.get('/v1/resultcodes', resultCodesReply(parts.clock))
  app.get(
    '/v1/openapi.json',
    documentReply(() => ({
      text: JSON.stringify(openApiDocument(parts.baseUrl, parts.environment)),
      contentType: 'application/json; charset=utf-8',
      headers: { 'access-control-allow-origin': '*' },
    })),
  )
  app.get(
    '/docs',
    documentReply(() => {
      const { html, csp } = referencePage(parts)
      return {
        text: html,
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': csp },
      }
    }),
  )
}
