import type { FastifyRequest } from 'fastify'

/** The query of a page or script, read as browsers write it. */
export function queryText(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1))
}
