import type { FastifyRequest } from 'fastify'
import type { RefusedRequests } from '../entities/refused-requests.ts'
import type { Refusal } from '../results/refusal.ts'
import { type Caller, idOfPath } from './call.ts'
import { plainAddress } from './client-address.ts'

/** Notes what was refused to an access token; what people do is in the audit log. */
export function noteRefused(
  kept: RefusedRequests | undefined,
  { method, path }: { readonly method: string; readonly path: string },
  { request, caller, refusal }: { request: FastifyRequest; caller: Caller; refusal: Refusal },
): void {
  const { token, usable, flat, person } = caller
  if (person !== undefined) return
  kept?.note({
    ...{ method: method.toUpperCase(), path, token, flat, refusal },
    subjectId: idOfPath(request),
    ndc: request.ndc,
    address: plainAddress(request.ip),
    entityId: usable?.entity.id ?? token.entityId,
  })
}
