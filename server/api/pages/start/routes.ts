import type { FastifyInstance } from 'fastify'
import { documentReply } from '../docs/document-reply.ts'
import { type StartParts, startPage } from './page.ts'

/** `GET /`: where whoever opens the gateway's address in a browser can go on. */
export function startRoutes(app: FastifyInstance, parts: StartParts): void {
  app.get(
    '/',
    documentReply(() => {
      const { html, csp } = startPage(parts)
      return {
        text: html,
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': csp },
      }
    }),
  )
}
