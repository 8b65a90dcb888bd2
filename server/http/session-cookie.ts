import type { FastifyRequest } from 'fastify'
import type { Sessions } from '../entities/signed-in.ts'
import { type Refusal, refuse } from '../results/refusal.ts'

/** A script of another origin cannot send it: browsers ask the gateway first, which does not allow it. */
const OWN_SCRIPT_HEADER = 'x-tillgate-request'

/**
 * By https names have a prefix with which browsers refuse the cookie of any other host or path
 * (RFC 6265bis, 4.1.3.2). Plain HTTP, which only the test environment serves, has none.
 */
function nameOf({ protocol }: Pick<FastifyRequest, 'protocol'>, name: CookieName): string {
  return protocol === 'https' ? `__Host-${name}` : name
}

type CookieName = 'tillgate-session' | 'tillgate-browser'

/** 256 random bits as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** How long a browser is known after a sign-in: as long as its session is stored. */
const KNOWN_SECONDS = 30 * 24 * 60 * 60

/** The token of the session of a request; `undefined` without a cookie that could have one. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, 'tillgate-session', (value) => TOKEN.test(value))
}

/** What a request has that comes from a browser in which somebody has signed in before. */
export function browserMarkOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, 'tillgate-browser', (value) => value !== '')
}

function cookieOf(
  request: FastifyRequest,
  cookie: CookieName,
  fits: (value: string) => boolean,
): string | undefined {
  const name = nameOf(request, cookie)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at === -1 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    if (fits(value)) return value
  }
  return undefined
}

type CookieHeaders = Readonly<Record<string, string | string[]>>

/**
 * The header that gives a browser the token of its session, or takes it back where that is `undefined`.
 * The cookie ends with the browser; how long it is good for is what the gateway says.
 */
export function sessionCookie(
  request: Pick<FastifyRequest, 'protocol'>,
  token: string | undefined,
): CookieHeaders {
  const given = token === undefined ? '; Max-Age=0' : ''
  return { 'set-cookie': cookieText(request, 'tillgate-session', token ?? '') + given }
}

/** The headers of a sign-in: the session, and the mark by which the browser is known the next time. */
export function signedInCookies(
  request: Pick<FastifyRequest, 'protocol'>,
  { token, browserMark }: { readonly token: string; readonly browserMark: string },
): CookieHeaders {
  const session = cookieText(request, 'tillgate-session', token)
  const browser = cookieText(request, 'tillgate-browser', browserMark)
  return { 'set-cookie': [session, `${browser}; Max-Age=${KNOWN_SECONDS}`] }
}

function cookieText(
  request: Pick<FastifyRequest, 'protocol'>,
  name: CookieName,
  value: string,
): string {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  return `${nameOf(request, name)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

/**
 * Why a request that a browser sends its cookie with is not answered: it changes something, and may come
 * from a page of another origin (CSRF; ASVS 3.5.1, 3.5.3). A page of another origin can set neither
 * of the headers.
 */
export function foreignPageRefusal(
  request: FastifyRequest,
  { origin }: Pick<Sessions, 'origin'>,
): Refusal | undefined {
  if (request.method === 'GET') return undefined
  return isOfOwnPage(request, origin) && request.headers[OWN_SCRIPT_HEADER] === '1'
    ? undefined
    : ofForeignPage
}

function isOfOwnPage({ headers, protocol }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const from = headers.origin
  // The gateway may have more names than the one in its settings: a browser's Host names the one it means.
  if (from !== undefined) return from === origin || from === `${protocol}://${headers.host}`
  return site === 'same-origin'
}

const ofForeignPage = refuse('800.900.301', {
  status: 403,
  description: `A request with a session cookie that changes something needs the headers Origin, of the gateway itself, and ${OWN_SCRIPT_HEADER}: 1. Scripts use an access token`,
})
