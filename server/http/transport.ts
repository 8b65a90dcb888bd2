import type { FastifyInstance } from 'fastify'
import type { Clock } from '../kernel/timers/clock.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import { sendRefusal } from './answer.ts'
import type { ServedCertificate } from './served-certificate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on a route that is also answered by plain HTTP. */
    readonly plainHttp?: boolean
  }
}

/** How requests come in. */
export interface Transport {
  /** Absent: the port speaks plain HTTP. */
  readonly tls?: ServedCertificate | undefined
  /** `loopback`, addresses and subnets of proxies whose X-Forwarded-* headers count; nobody by default. */
  readonly trustedProxies?: readonly string[]
}

/**
 * Answers requests that did not come by https (ASVS 4.2.1, decisions §1), before their token or body is
 * read: GET and HEAD are redirected to the same address below `baseUrl`, all others are refused.
 */
export function requireHttps(
  app: FastifyInstance,
  { baseUrl, clock }: { readonly baseUrl: string; readonly clock: Clock },
): void {
  const refused = refusePlainHttp(400, `send the request to ${baseUrl}`)
  const sentOn = refusePlainHttp(307, `the address is ${baseUrl}`)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol.toLowerCase() === 'https') return done()
    // Must not be sent over plain HTTP (RFC 6797, 7.2).
    reply.removeHeader('strict-transport-security')
    if (request.routeOptions.config?.plainHttp === true) return done()
    if (request.method === 'GET' || request.method === 'HEAD') {
      reply.header('location', baseUrl + pathAndQuery(request.raw.url ?? '/'))
      return sendRefusal(request, reply, sentOn, clock)
    }
    // The body is not read, so the connection cannot carry another request.
    reply.header('connection', 'close')
    return sendRefusal(request, reply, refused, clock)
  })
}

function refusePlainHttp(status: number, advice: string): Refusal {
  const description = `Plain HTTP is not served here: ${advice}`
  return refuse('200.300.404', { status, description })
}

/**
 * Path and query of a request's target, to be appended to an origin: it begins with a slash, has only
 * bytes that a header may have, and no credentials of the legacy profile.
 */
function pathAndQuery(target: string): string {
  // A target may name a host (RFC 9112, 3.2.2); a client must not choose where it is redirected to.
  const local = target.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '')
  const [path = '', ...query] = local.split('?')
  const rooted = path.startsWith('/') ? path : '/'
  const kept = query.join('?').split('&').filter(isNoCredential).join('&')
  return escaped(kept === '' ? rooted : `${rooted}?${kept}`)
}

/** Whether a pair of the query is anything but `authentication.…`, however that is escaped. */
function isNoCredential(pair: string): boolean {
  const [name = ''] = new URLSearchParams(pair).keys()
  return !/^\s*authentication\b/i.test(name)
}

/** Node decodes a target byte by byte, so each character code is one byte. */
function escaped(text: string): string {
  return text.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
}
