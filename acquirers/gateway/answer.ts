import { AUTHENTICATION_PAGE_PATH } from '../../common/authentication-wire.ts'
import type { Precondition, Redirect } from '../../server/payments/connectors/connector.ts'
import { isObject, isWebAddress, type JsonObject, memberOf, textAt } from '../shared/json.ts'
import { MAX_PRECONDITIONS, MAX_REDIRECT_PARAMETERS, MAX_REDIRECT_VALUE } from './limits.ts'

/** An answer of the interface's shape. */
export interface ReceiverAnswer {
  readonly code: string
  /** Of a payment; a refusal has none. */
  readonly id?: string
  readonly members: JsonObject
}

const CODE = /^[0-9]{3}\.[0-9]{3}\.[0-9]{3}$/
/** Interface document: 32 letters or digits; other gateways may be a little freer. */
const ID = /^[A-Za-z0-9._-]{1,64}$/

/** The answer in a body; `undefined` where it is no JSON, or not of the interface's shape. */
export function readAnswer(body: string): ReceiverAnswer | undefined {
  try {
    return answerOf(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** The same of a value that was read already, such as an item of a list. */
export function answerOf(value: unknown): ReceiverAnswer | undefined {
  const code = textAt(value, 'result.code')
  if (!isObject(value) || code === undefined || !CODE.test(code)) return undefined
  const id = textAt(value, 'id')
  return { code, members: value, ...(id !== undefined && ID.test(id) ? { id } : {}) }
}

/** Where the shopper has to go; `'malformed'` for something that is there and leads nowhere. */
export function redirectOf(members: JsonObject): Redirect | 'malformed' | undefined {
  const given = memberOf(members, 'redirect')
  if (given === undefined || given === null) return undefined
  const url = textAt(given, 'url') ?? ''
  const method = memberOf(given, 'method')
  const parameters = parametersOf(memberOf(given, 'parameters'))
  if (!isWebAddress(url) || parameters === undefined) return 'malformed'
  if (method !== undefined && method !== 'GET' && method !== 'POST') return 'malformed'
  const preconditions = preconditionsOf(memberOf(given, 'preconditions'))
  return {
    url,
    parameters,
    ...(method === undefined ? {} : { method }),
    ...(preconditions.length === 0 ? {} : { preconditions }),
  }
}

/** Whether a redirect leads to the authentication of the cardholder, and to no bank or wallet. */
export function isAuthentication({ url, preconditions = [] }: Redirect): boolean {
  return preconditions.length > 0 || new URL(url).pathname.endsWith(AUTHENTICATION_PAGE_PATH)
}

/** Preconditions are optional for a page, so unusable ones are left out. */
function preconditionsOf(given: unknown): readonly Precondition[] {
  if (!Array.isArray(given)) return []
  const read = given.slice(0, MAX_PRECONDITIONS).map(preconditionOf)
  return read.filter((one) => one !== undefined)
}

function preconditionOf(given: unknown): Precondition | undefined {
  const [origin = '', waitUntil = '', description = '', method = 'POST', url = ''] = [
    'origin',
    'waitUntil',
    'description',
    'method',
    'url',
  ].map((name) => textAt(given, name))
  const parameters = parametersOf(memberOf(given, 'parameters'))
  if (method !== 'POST' || !isWebAddress(url)) return undefined
  return parameters && { origin, waitUntil, description, method, url, parameters }
}

function parametersOf(given: unknown): Redirect['parameters'] | undefined {
  if (given === undefined) return []
  if (!Array.isArray(given) || given.length > MAX_REDIRECT_PARAMETERS) return undefined
  const parameters = given.map((one: unknown) => ({
    name: memberOf(one, 'name'),
    value: memberOf(one, 'value'),
  }))
  return parameters.every(isParameter) ? parameters : undefined
}

function isParameter(given: {
  name: unknown
  value: unknown
}): given is Redirect['parameters'][number] {
  const { name, value } = given
  return typeof name === 'string' && typeof value === 'string' && value.length <= MAX_REDIRECT_VALUE
}
