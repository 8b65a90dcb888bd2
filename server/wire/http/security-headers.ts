import type { FastifyInstance } from 'fastify'

/** Nothing is cached unless a route says so, nothing is sniffed, no address is handed on. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const HTTPS_ONLY = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const

/**
 * Headers that every answer carries (ASVS 3.4); in live, browsers are told to come back by https only.
 */
export function securityHeaders(app: FastifyInstance, environment: 'test' | 'live'): void {
  const headers = environment === 'live' ? { ...SECURITY_HEADERS, ...HTTPS_ONLY } : SECURITY_HEADERS
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
