import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../engine/timers/clock.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import { sendRefusal } from './errors.ts'
import type { ServedCertificate } from './served-certificate.ts'

/** How requests come in. */
export interface Transport {
  /** Absent: the port speaks plain HTTP. */
  readonly tls?: ServedCertificate | undefined
  /** `loopback`, addresses and subnets of proxies whose X-Forwarded-* headers count; nobody by default. */
  readonly trustedProxies?: readonly string[]
}

/** What the orchestrator asks for: it probes the process itself, past the proxy that ends TLS. */
const ALSO_BY_PLAIN_HTTP: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/**
 * Answers what did not come by https (ASVS 4.2.1, decisions §1), before anybody looks at its token or
 * its body: GET and HEAD are sent to the same address below `baseUrl`, all else is refused.
 */
export function requireHttps(
  app: FastifyInstance,
  { baseUrl, clock }: { readonly baseUrl: string; readonly clock: Clock },
): void {
  const refused = refusePlainHttp(400, `send the request to ${baseUrl}`)
  const sentOn = refusePlainHttp(307, `the address is ${baseUrl}`)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol.toLowerCase() === 'https') return done()
    // Browsers ignore it here, and nobody may send it (RFC 6797, 7.2).
    reply.removeHeader('strict-transport-security')
    if (ALSO_BY_PLAIN_HTTP.has(request.routeOptions.url)) return done()
    if (request.method === 'GET' || request.method === 'HEAD') {
      reply.header('location', baseUrl + pathAndQuery(request.raw.url ?? '/'))
      return sendRefusal(request, reply, sentOn, clock)
    }
    // The body stays where it is: the connection ends.
    reply.header('connection', 'close')
    return sendRefusal(request, reply, refused, clock)
  })
}

function refusePlainHttp(status: number, advice: string): Refusal {
  const description = `Plain HTTP is not served here: ${advice}`
  return refuse('200.300.404', { status, description })
}

/**
 * Path and query of a request's target, ready to stand behind an origin: it begins with a slash, has
 * no bytes that a header must not have, and no credentials of the legacy profile.
 */
function pathAndQuery(target: string): string {
  // A target may name a host (RFC 9112, 3.2.2); where a request is sent to is not its own choice.
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

/** Node reads a target byte by byte, so that a code is a byte. */
function escaped(text: string): string {
  return text.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
}
