import type { FastifyInstance } from 'fastify'

/** No caching unless a route allows it, no content sniffing, no referrer. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const HTTPS_ONLY = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const

/**
 * Sets the headers that every answer carries (ASVS 3.4); in live they also make browsers use https only.
 */
export function securityHeaders(app: FastifyInstance, environment: 'test' | 'live'): void {
  const headers = environment === 'live' ? { ...SECURITY_HEADERS, ...HTTPS_ONLY } : SECURITY_HEADERS
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
