import type { DocumentedRoute } from './documented-routes.ts'

/** One status that a route answers with. */
export interface DocumentedStatus {
  /** A number, or `default` for all that are not named. */
  readonly status: string
  readonly description: string
  /** Names of the schemas that its body may have. */
  readonly schemas: readonly string[]
  readonly headers: readonly string[]
}

/** What each status says, in all routes that have it. */
const words: Readonly<Record<number, string>> = {
  202: 'It waits for a second person.',
  400: 'A fault of the request, or a payment that was declined.',
  401: 'The Authorization header is missing or malformed.',
  403: 'The token is not known, or may not use the entity, or not administer.',
  404: 'There is nothing of this id that the token reaches.',
  409: 'Another request with this key is under way, or somebody else has decided meanwhile.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is neither a form nor JSON.',
  429: 'Too many requests: nothing was done.',
  500: 'Something failed inside the gateway.',
  503: 'The gateway is overloaded, or cannot reach its database; nothing was done.',
}

const ofToken = [401, 403, 429]
const ofBody = [413, 415]
const ofKey = [409]

/** Every status of a route, in ascending order, `default` last. */
export function statusesOf(route: DocumentedRoute): readonly DocumentedStatus[] {
  const { access, body, once = false, operation, further = {} } = route
  const refused = [
    ...(access === 'token' ? ofToken : []),
    ...(body === undefined ? [] : ofBody),
    ...(once ? ofKey : []),
    ...(operation === undefined ? [] : [500, 503]),
  ]
  const refusals = refused.map((status) => [status, ['RefusalAnswer']] as const)
  const others = Object.entries(further).map(
    ([status, schema]) => [Number(status), [schema]] as const,
  )
  const bad = operation === undefined ? [] : [[400, failuresOf(route)] as const]
  const statuses = new Map<number, readonly string[]>([...bad, ...refusals, ...others])
  const faults = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, schemas]) => statusOf(status, schemas, route))
  return [successOf(route), ...faults, anyOther]
}

function failuresOf({ failures = [] }: DocumentedRoute): readonly string[] {
  return [...failures, 'RefusalAnswer']
}

function successOf({ once = false, hasETag = false, answers }: DocumentedRoute): DocumentedStatus {
  const replayed = once ? ['Idempotent-Replayed'] : []
  const cached = hasETag ? ['ETag'] : []
  const description = 'It was done, or is under way: see `result.code`.'
  return { status: '200', description, schemas: answers, headers: [...replayed, ...cached] }
}

function statusOf(
  status: number,
  schemas: readonly string[],
  { subject }: DocumentedRoute,
): DocumentedStatus {
  return {
    status: String(status),
    description: wordsFor(status, schemas, subject),
    schemas,
    headers: headersOf(status, schemas),
  }
}

function headersOf(status: number, schemas: readonly string[]): readonly string[] {
  if (status === 401) return ['WWW-Authenticate']
  return schemas.includes('RefusalAnswer') && [409, 429, 503].includes(status)
    ? ['Retry-After']
    : []
}

function wordsFor(
  status: number,
  schemas: readonly string[],
  subject: DocumentedRoute['subject'],
): string {
  if (schemas.includes('NotReadyAnswer')) return 'Payments cannot be accepted now.'
  if (status === 409 && subject === 'checkout') return underWay
  return words[status] ?? ''
}

const underWay =
  'A payment of this checkout, or another request with this key, is under way; nothing was done.'

const anyOther: DocumentedStatus = {
  status: 'default',
  description: 'Any other status has a body of the same shape.',
  schemas: ['RefusalAnswer'],
  headers: [],
}
