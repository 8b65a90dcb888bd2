import type { FastifyInstance } from 'fastify'
import { refuse } from '../results/refusal.ts'
import type { Store } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { bodyOf } from './answer.ts'
import { send, sendRefusal } from './errors.ts'

/** `/healthz`: the process answers. `/readyz`: the store takes writes, so payments can be accepted. */
export function healthRoutes(
  app: FastifyInstance,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): void {
  app.get('/healthz', (request, reply) =>
    send(reply, {
      status: 200,
      body: bodyOf('000.000.100', { ndc: request.ndc, atMs: clock.now() }),
    }),
  )
  app.get('/readyz', async (request, reply) => {
    const meta = { ndc: request.ndc, atMs: clock.now() }
    try {
      await store.ping()
      return send(reply, { status: 200, body: bodyOf('000.000.100', meta) })
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      const refusal = refuse('999.999.999', {
        status: 503,
        description: 'Not ready: the store takes no writes',
      })
      return sendRefusal(request, reply, refusal, clock)
    }
  })
}
