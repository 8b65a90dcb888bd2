import { withHiddenShown } from '../../../common/hidden-characters.ts'
import { isJsonObject } from '../../../common/json-object.ts'
import { t } from '../texts/texts.ts'
import { actionOf } from './actions.ts'

/** Names and values of a query or of a form; what is `undefined` or empty is not sent. */
export type Form = Readonly<Record<string, string | undefined>>

/** Why the gateway has not done what was asked. */
export interface Failure {
  /** Of HTTP; 0: no answer came, so that it is unknown whether anything was done. */
  readonly status: number
  readonly code: string
  /** The gateway's own words, in English. */
  readonly description: string
  /** Its sentences about single parameters. */
  readonly faults: readonly { readonly name: string; readonly message: string }[]
  readonly body: Readonly<Record<string, unknown>>
  /** When to try again, in milliseconds; where the gateway says it. */
  readonly retryAfterMs?: number
}

export type Answer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly failure: Failure }

const API = '/admin/v1'

/** Called when the gateway no longer knows the session. */
let onSignedOut = (_failure: Failure) => {}

export function whenSignedOut(then: (failure: Failure) => void): void {
  onSignedOut = then
}

/** The address of a route below `/admin/v1`, with its query. */
export function addressOf(path: string, query: Form = {}): string {
  // An id in the page's address could hold steps to another route, with the rights of who opens it.
  if (!/^(\/[\w.~%:@-]+)+$/.test(path) || /(^|\/)\.\.?(\/|$)|%2f|%5c/i.test(path)) {
    return `${API}/unknown`
  }
  const text = formOf(query).toString()
  return `${API}${path}${text === '' ? '' : `?${text}`}`
}

/** Reads. The signal ends a read whose answer nobody waits for any more. */
export async function read<Body>(
  path: string,
  query: Form = {},
  signal?: AbortSignal,
): Promise<Answer<Body>> {
  return requestAnswer(addressOf(path, query), signal === undefined ? {} : { signal })
}

export interface Change {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  readonly form?: Form
  /** The same for each try of one press of a button: the gateway does it once. */
  readonly key: string
}

/** Changes something that the table of actions has; what it does not have is not sent. */
export async function send<Body>({ method, path, form = {}, key }: Change): Promise<Answer<Body>> {
  if (actionOf(method, path) === undefined) return notInTable(method, path)
  const isPost = method === 'POST'
  return requestAnswer(isPost ? addressOf(path) : addressOf(path, form), {
    method,
    headers: { 'x-tillgate-request': '1', 'idempotency-key': key },
    ...(isPost ? { body: formOf(form) } : {}),
  })
}

/** A mistake in the page: a value like any other refusal, so that its dialog says it and can be closed. */
export function notInTable(method: 'POST' | 'DELETE', path: string): Answer<never> {
  const description = t('error.notInTable', { request: `${method} ${path}` })
  return { ok: false, failure: { status: 405, code: '', description, faults: [], body: {} } }
}

function formOf(form: Form): URLSearchParams {
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(form)) {
    if (value !== undefined && value !== '') sent.set(name, value)
  }
  return sent
}

/** Sends a request and reads its answer; a refusal and a lost answer are values, too. */
export async function requestAnswer<Body>(
  address: string,
  init: RequestInit,
): Promise<Answer<Body>> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(address, { ...init, credentials: 'same-origin', cache: 'no-store' })
    body = readJson(await response.text())
  } catch {
    return { ok: false, failure: { ...NO_ANSWER, body: {} } }
  }
  if (response.ok) return { ok: true, body: body as Body }
  const retryAfter = response.headers.get('retry-after')
  const failure = {
    ...failureOf(response.status, isJsonObject(body) ? body : {}),
    ...(retryAfter === null ? {} : { retryAfterMs: Number(retryAfter) * 1000 }),
  }
  if (isSessionOver(failure, address)) onSignedOut(failure)
  return { ok: false, failure }
}

/**
 * Asks for a stream once more, because an EventSource tells no status: whether the session is over. It asks for
 * the stream itself, which does not count as a request of the person: any other would keep the session alive.
 */
export async function checkStream(address: string): Promise<void> {
  const ending = new AbortController()
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      cache: 'no-store',
      signal: ending.signal,
    })
    if (response.status === 401) onSignedOut(failureOf(401, bodyOf(await response.text())))
  } catch {
    // No answer: the stream is opened again anyway.
  }
  ending.abort()
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  const body = readJson(text)
  return isJsonObject(body) ? body : {}
}

/**
 * What the gateway sends, as pages may show it. Texts of shoppers and merchants may hold characters that turn the
 * order of a whole line round, or hide a part of it: here, so that no page has to think of it.
 */
export function readJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? withHiddenShown(value) : value,
  )
}

const NO_ANSWER = { status: 0, code: '', description: '', faults: [] } as const

/** A refused sign-in, and the same of an invitation, is an answer for its own page. */
function isSessionOver({ status }: Failure, address: string): boolean {
  const isForm = /^\/(session$|invitations\/(acceptance|offer)$)/.test(address.slice(API.length))
  return status === 401 && !isForm
}

/** A refusal as the gateway writes it, whatever else the body has. */
export function failureOf(status: number, body: Readonly<Record<string, unknown>>): Failure {
  const result = isJsonObject(body.result) ? body.result : {}
  const { code = '', description = '', parameterErrors = [] } = result
  return {
    status,
    code: String(code),
    description: String(description),
    faults: Array.isArray(parameterErrors)
      ? parameterErrors.filter(isJsonObject).map(({ name = '', message = '' }) => ({
          name: String(name),
          message: String(message),
        }))
      : [],
    body,
  }
}
