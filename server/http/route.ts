import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NeededRight } from '../entities/rights.ts'
import type { NeededScopes } from '../entities/token-limits.ts'
import type { ThrottlingGroup } from '../kernel/settings/throttling-limits.ts'
import type { Operation } from '../parameters/operations.ts'
import type { FlatBody } from '../parameters/table.ts'
import type { PartlyAccepted } from '../parameters/values.ts'
import type { ParameterError, Refusal } from '../results/refusal.ts'
import type { PaymentRow, Store } from '../store/port.ts'
import type { Answer, AnswerText } from './answer.ts'
import type { AuditFact } from './audited.ts'
import type { Caller, MerchantCall } from './call.ts'
import type { DescribedAnswer } from './described-answer.ts'
import type { KeyEntry, Worked } from './idempotency/idempotency.ts'
import type { PageDocument } from './pages/page-parts.ts'

/**
 * A route of the gateway: its whole description, in one place in its feature. Registration,
 * throttling, idempotency, the OpenAPI document and the reference come from it.
 */
export type Route<Parts> =
  | TokenRoute<Parts>
  | CallerRoute<Parts>
  | StreamRoute<Parts>
  | OpenRoute<Parts>

/** Routes that need no access token. */
export type OpenRoute<Parts> = AnsweredRoute<Parts> | ServedRoute<Parts>

/** The members of every route. */
export interface RouteFacts {
  readonly method: 'get' | 'post' | 'delete'
  /** With `{id}` where the address carries one. */
  readonly path: string
  /** Whose parameters it takes: in the body of a POST, else in the query. */
  readonly operation?: Operation
  /** `token`: the Authorization header. `checkout`: the checkout id in the address is enough. */
  readonly access: 'token' | 'checkout' | 'open'
  /** A request with an `Idempotency-Key` is answered once, and repeated byte for byte. */
  readonly once?: boolean
  /** Also answered by plain HTTP where all else needs https. */
  readonly plainHttp?: boolean
  /** Its JSON body reaches the handler whole (`jsonOfRawBody`): messages whose types and nesting count. */
  readonly rawBody?: boolean
  /**
   * Its body, of JSON, a form or text, reaches the handler byte by byte as it was sent (`bytesOfBody`): a signature
   * is over it. Bodies of one `{accountId}` in its path share a part of the budget.
   */
  readonly bytesBody?: true
  /**
   * Its body is a file of this type: it reaches the handler unread (`fileOf`), and its parameters stand in
   * the address.
   */
  readonly fileBody?: 'text/csv'
  /**
   * What a shopper gets whom a form or a link has sent here with his whole window, or a frame of it: a page in
   * words. Nothing else is done then.
   */
  readonly page?: (
    request: FastifyRequest,
    parts: { readonly store: Pick<Store, 'read'> },
  ) => Promise<PageDocument>
  /** Live does not have it. */
  readonly testOnly?: boolean
  /** Its text in the OpenAPI document, or why it is left out. */
  readonly docs: RouteDocs | { readonly leftOut: string }
}

/** The chapters of the OpenAPI document, in its order. */
export const ROUTE_TAGS = [
  'Payments',
  'Checkouts',
  'Registrations',
  '3-D Secure',
  'Schedules',
  'Risk',
  'Disputes',
  'Queries',
  'Reports',
  'Webhooks',
  'Administration',
  'Test',
  'Catalogue',
  'Health',
] as const

export type RouteTag = (typeof ROUTE_TAGS)[number]

/** The texts about a route in the OpenAPI document and the reference. */
export interface RouteDocs {
  /** Name of the operation in generated clients. */
  readonly id: string
  readonly tag: RouteTag
  readonly summary: string
  readonly description: string
  /** Name of the schema of its body. */
  readonly body?: string
  /** Another body that it takes, of an operation of its own. */
  readonly alternative?: DocumentedBody & { readonly label: string }
  /** Whether the body may lack what the operation requires, because it adds to what is there. */
  readonly partial?: boolean
  /** One word for the operation, where parameters are listed. */
  readonly label?: string
  /** What `{id}` is. */
  readonly subject?:
    | 'payment'
    | 'checkout'
    | 'connector account'
    | 'registration'
    | 'schedule'
    | 'authentication'
    | 'risk check'
    | 'dispute'
    | 'request'
    | 'entity'
    | 'access token'
    | 'webhook'
    | 'aggregation'
    | 'session'
    | 'user'
    | 'invitation'
    | 'settlement file'
    | 'payout'
    | 'settlement line'
    | 'block'
  /** Requests as the document shows them; those of routes with tables are in `reference/openapi/examples.ts`. */
  readonly examples?: readonly RequestExample[]
  /** The answers with status 200, and those with 400 that are no refusal. */
  readonly answers: readonly DocumentedAnswer[]
  readonly failures?: readonly DocumentedAnswer[]
  /** Whether its answer carries an ETag. */
  readonly hasETag?: boolean
  /** Statuses beyond those that all routes of its kind have, and the schema of their body. */
  readonly further?: Readonly<Record<number, DocumentedAnswer>>
}

/** An answer that its route describes, or the name of a schema in `reference/openapi`. */
export type DocumentedAnswer = DescribedAnswer | string

/** A request as the document shows it: flat names and values. */
export interface RequestExample {
  readonly name: string
  readonly summary: string
  readonly parameters: Readonly<Record<string, string>>
}

/** A body that a route takes, and the operation that reads it. */
export interface DocumentedBody {
  readonly operation: Operation
  /** Name of its schema. */
  readonly body: string
}

/** A request that a route has to answer. */
export interface Asked<Call> {
  readonly request: FastifyRequest
  /** The `{id}` of its path. */
  readonly id: string
  readonly call: Call
  /** Of a request with an `Idempotency-Key`: its effect commits what this adds. */
  readonly entry: KeyEntry | undefined
}

/** What a handler answers. The registrar sends it. */
export type RouteAnswer = Answer | AnswerText | Refusal

interface AuthenticatedRoute extends RouteFacts {
  readonly access: 'token'
  readonly operation: Operation
  /**
   * What the person or access token must be allowed to do; absent: any access token may ask, and no
   * person who is signed in.
   */
  readonly right?: NeededRight
  /**
   * The scopes that an access token needs. Absent: `read` of what is asked by GET, else those of the right
   * (`SCOPES_OF_RIGHTS`); what changes something without a right has to name them.
   */
  readonly scopes?: NeededScopes
  /**
   * Of a route with a right that only reads: it is in the audit log all the same, such as an export or a
   * secret that is shown. What changes something is there anyway.
   */
  readonly audited?: true
  /** With which requests of its access token it is counted. */
  readonly throttle: ThrottlingGroup | 'unlimited'
  /**
   * Answers a repeated request whose payment was made, but whose answer was lost. For routes that make
   * payments.
   */
  readonly answerOf?: (payment: PaymentRow, ndc: string) => Answer
}

/** A route whose requests are authenticated and validated before the handler sees them. */
export interface TokenRoute<Parts> extends AuthenticatedRoute {
  /** What the audit log has of a request besides its parameters, found before its effect. */
  readonly auditFacts?: (
    id: string,
    caller: Caller,
    parts: Parts,
  ) => Promise<readonly AuditFact[] | undefined>
  /** The operation of a request, where it is not always `operation`. */
  readonly operationOf?: (sent: FlatBody) => Operation
  /** Finds the other faults of a refused request, so that one answer lists all of them. */
  readonly furtherErrors?: (
    accepted: PartlyAccepted,
    caller: Caller,
    parts: Parts,
  ) => readonly ParameterError[]
  readonly handle: (asked: Asked<MerchantCall>, parts: Parts) => Worked | Promise<Worked>
}

/** A route whose requests are authenticated only: the handler validates them. */
export interface CallerRoute<Parts> extends AuthenticatedRoute {
  /** What the audit log has of a request besides its parameters, found before its effect. */
  readonly auditFacts?: (
    id: string,
    caller: Caller,
    parts: Parts,
  ) => Promise<readonly AuditFact[] | undefined>
  readonly handleCaller: (asked: Asked<Caller>, parts: Parts) => Worked | Promise<Worked>
  /** Answers a request without credentials; absent: such a request is refused. */
  readonly handleWithoutToken?: (
    request: FastifyRequest,
    parts: Parts,
  ) => RouteAnswer | Promise<RouteAnswer>
}

/** A route that answers with events, one after the other (server-sent events). */
export interface StreamRoute<Parts> extends AuthenticatedRoute {
  /** The texts of the events, until the client goes or the stream ends; or why it does not begin. */
  readonly stream: (
    asked: Asked<MerchantCall>,
    parts: Parts,
    /** Aborts when the client has gone. */
    signal: AbortSignal,
  ) => Promise<AsyncIterable<string> | Refusal>
}

/** A route whose handler reads the request itself. */
export interface AnsweredRoute<Parts> extends RouteFacts {
  readonly access: 'checkout' | 'open'
  /** Pages of every origin may read its answers. */
  readonly anyOrigin?: boolean
  readonly answer: (request: FastifyRequest, parts: Parts) => RouteAnswer | Promise<RouteAnswer>
}

/** A route that sends documents or redirects, with headers of its own. */
export interface ServedRoute<Parts> extends RouteFacts {
  readonly access: 'checkout' | 'open'
  /** Makes the handler when the gateway starts: it may keep what it has prepared. */
  readonly serve: (parts: Parts) => (request: FastifyRequest, reply: FastifyReply) => unknown
}
