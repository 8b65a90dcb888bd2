import type { FastifyInstance } from 'fastify'

/** How long after a request a gateway counts as busy with requests, in milliseconds. */
const BUSY_FOR_MS = 200

/** Notes when requests come; answers whether one came a moment ago. `monotonic`: a clock that nobody sets. */
export function watchRequests(app: FastifyInstance, monotonic: () => number): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', (_request, _reply, done) => {
    lastMs = monotonic()
    done()
  })
  return () => monotonic() - lastMs < BUSY_FOR_MS
}
