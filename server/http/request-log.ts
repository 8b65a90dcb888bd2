import type { FastifyInstance } from 'fastify'

/**
 * Logs one line per answer where the level includes `info`: route pattern, status, time and the
 * request's log id. Never addresses or bodies: a checkout id in a path is a credential (R-TOK-2), and
 * bodies hold card data.
 */
export function logRequests(app: FastifyInstance): void {
  if (!isInfoLogged(app)) return
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        id: request.logId,
        ...(request.traceContext === undefined ? {} : { trace: request.traceContext.traceId }),
      },
      'answered',
    )
    done()
  })
}

function isInfoLogged(app: FastifyInstance): boolean {
  return ['info', 'debug', 'trace'].includes(app.log.level)
}
