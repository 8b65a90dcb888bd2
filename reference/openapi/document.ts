import { brandCatalogue, type CatalogueBrand } from '../../common/brand-catalogue.ts'
import type { RequestExample } from '../../server/http/route.ts'
import { toTree } from '../../server/parameters/tree.ts'
import { answer } from './answer-parts.ts'
import { answerSchemas } from './answer-schemas.ts'
import { bodySchemas } from './body-schemas.ts'
import { type Components, createComponents } from './components.ts'
import { bodiesOf, type DocumentedEnvironment, type DocumentedRoute } from './documented-routes.ts'
import { answerExamples, examplesOf } from './examples.ts'
import { type JsonSchema, reference } from './json-schema.ts'
import { meaningOf } from './meanings.ts'
import { refusalExample } from './refusal-examples.ts'
import { statusesOf } from './statuses.ts'
import { takenParameters } from './taken-parameters.ts'
import { valueSchema } from './value-schema.ts'

/** The OpenAPI 3.1 document; only the parts that are read again have a type. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: object
  readonly servers: readonly object[]
  readonly tags: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, OpenApiParameter>>
    readonly headers: object
    readonly securitySchemes: object
  }
  /** All values of `paymentBrand` but those of single merchants. */
  readonly 'x-brands': readonly CatalogueBrand[]
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  readonly parameters?: readonly (OpenApiParameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, OpenApiContent>>
  }
  readonly responses: Readonly<Record<string, OpenApiResponse>>
}

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

export interface OpenApiContent {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly summary?: string; value: unknown }>>
}

export interface OpenApiResponse {
  readonly description: string
  readonly headers?: object
  readonly content: Readonly<Record<string, OpenApiContent>>
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const ABOUT = `Payments and checkouts of a Tillgate gateway.

Requests are forms (\`application/x-www-form-urlencoded\`, UTF-8, nested names with dots) or JSON objects of the same names. Empty values count as absent, blanks around values are cut off, a name may be sent once, and one that an operation does not take is refused. In JSON, a number or boolean is read as the text that it is written as, but for an amount with one decimal: a JSON number cannot keep a last zero, so the number 92.5 is read as 92.50, while the text "92.5" is refused (the legacy profile takes it).

\`result.code\` decides what became of a request, not the HTTP status: a declined payment is answered with 400. A refused request is told all its faults at once in \`result.parameterErrors\`. Answers may gain members at any time.

This is what an entity of the profile \`strict\` may send; the profile \`legacy\` reads some values more generously, ignores unknown names, and takes credentials in the body.`

/** What a document is about. */
export interface DocumentParts {
  /** Those of the environment. */
  readonly routes: readonly DocumentedRoute[]
  /** Where the gateway is reached. */
  readonly baseUrl: string
  readonly environment: DocumentedEnvironment
}

/** Writes the document. */
export function openApiDocument({ routes, baseUrl, environment }: DocumentParts): OpenApiDocument {
  const components = createComponents()
  answerSchemas(components)
  nameDescribed(routes, components)
  const paths = byPath(
    routes.map((route) => ({ route, operation: operationOf(route, environment, components) })),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillgate',
      version: 'v1',
      description: ABOUT,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: reachedFrom(paths, components.all()),
      parameters: { IdempotencyKey: idempotencyKey },
      headers: responseHeaders,
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
    },
    'x-brands': brandCatalogue(),
  }
}

/** The answers that routes describe themselves. */
function nameDescribed(routes: readonly DocumentedRoute[], components: Components): void {
  for (const { name, schema } of routes.flatMap(({ described }) => described)) {
    const { properties, required = [], description = '' } = schema as JsonSchema
    components.name(name, '', answer(properties ?? {}, required, description))
  }
}

/** The schemas that are referred to: schemas of routes that are left out are left out too. */
function reachedFrom(
  paths: OpenApiDocument['paths'],
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const reached = new Set<string>()
  const follow = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(SCHEMA_REFERENCE)) {
      if (reached.has(name)) continue
      reached.add(name)
      follow(schemas[name])
    }
  }
  follow(paths)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)))
}

/** To a schema, or to a part of one. */
const SCHEMA_REFERENCE = /"\$ref":"#\/components\/schemas\/([^"/]+)/g

function byPath(
  operations: readonly { readonly route: DocumentedRoute; readonly operation: OpenApiOperation }[],
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const { route, operation } of operations) {
    const path = paths[route.path] ?? {}
    path[route.method] = operation
    paths[route.path] = path
  }
  return paths
}

function operationOf(
  route: DocumentedRoute,
  environment: DocumentedEnvironment,
  components: Components,
): OpenApiOperation {
  const parameters = parametersOf(route)
  const requestBody = requestBodyOf(route, examplesOf(route, environment), components)
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    security: route.access === 'token' ? [{ accessToken: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route),
  }
}

const idempotencyKey: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request repeatable for 72 hours: the same key and the same request get the first answer, byte for byte. A random UUID will do.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

const responseHeaders = {
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  WWWAuthenticate: {
    description: 'The scheme of the Authorization header that is asked for.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: 'true: this is the stored answer of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'Send it back as If-None-Match.', schema: { type: 'string' } },
}

function parametersOf(route: DocumentedRoute): NonNullable<OpenApiOperation['parameters']> {
  const { method, operation, subject, once = false } = route
  const inAddress = Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name = '']) =>
    addressParameter(name, subject),
  )
  const ofKey = once ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  if (method === 'post' && route.fileBody === undefined) return [...inAddress, ...ofKey]
  const taken = operation === undefined ? [] : takenParameters(operation)
  const inQuery = taken.map(({ name, row, type, required }): OpenApiParameter => {
    const description = row.meaning ?? meaningOf(name)
    return { name, in: 'query', required, description, schema: valueSchema(type) }
  })
  return [...inAddress, ...inQuery]
}

/** `{id}` is that of the route's subject; another name says what it is of: `{documentId}`. */
function addressParameter(name: string, subject: string | undefined): OpenApiParameter {
  const named = name === 'id' ? subject : name.replace(/Id$/, '')
  return {
    name,
    in: 'path',
    required: true,
    description: `The id of the ${named}.`,
    schema: { type: 'string' },
  }
}

function requestBodyOf(
  route: DocumentedRoute,
  examples: readonly RequestExample[],
  components: Components,
): OpenApiOperation['requestBody'] {
  const { partial = false, fileBody } = route
  if (fileBody !== undefined) {
    return { required: true, content: { [fileBody]: { schema: { type: 'string' } } } }
  }
  const bodies = bodiesOf(route).map(({ operation, body }) =>
    bodySchemas({ operation, component: body, partial }, components),
  )
  if (bodies.length === 0) return undefined
  return {
    required: true,
    content: {
      [FORM_TYPE]: {
        schema: anyOf(bodies.map(({ form }) => form)),
        examples: shown(examples, (parameters) => parameters),
      },
      [JSON_TYPE]: {
        schema: anyOf(bodies.map(({ json }) => json)),
        examples: shown(examples, toTree),
      },
    },
  }
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only = {}, ...more] = schemas
  return more.length === 0 ? only : { anyOf: schemas }
}

function shown(
  examples: readonly RequestExample[],
  write: (parameters: RequestExample['parameters']) => unknown,
): NonNullable<OpenApiContent['examples']> {
  return Object.fromEntries(
    examples.map(({ name, summary, parameters }) => [name, { summary, value: write(parameters) }]),
  )
}

function responsesOf(route: DocumentedRoute): OpenApiOperation['responses'] {
  const entries = statusesOf(route).map(({ status, description, schemas, headers }) => {
    const response: OpenApiResponse = {
      description,
      ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers.map(headerEntry)) }),
      content: { [JSON_TYPE]: contentOf(schemas, refusalExample(status, route.subject)) },
    }
    return [status, response] as const
  })
  return Object.fromEntries(entries)
}

function headerEntry(header: string) {
  return [header, { $ref: `#/components/headers/${header.replaceAll('-', '')}` }] as const
}

/** `refusal`: what a refusal of the status looks like, where that is not the one of 400. */
function contentOf(
  schemas: readonly string[],
  refusal: Readonly<Record<string, unknown>> | undefined,
): OpenApiContent {
  const schema = anyOf(schemas.map(reference))
  const examples = schemas.flatMap((name) => {
    const value = (name === REFUSAL ? refusal : undefined) ?? answerExamples[name]
    return value === undefined ? [] : [[name, { value }] as const]
  })
  return examples.length === 0 ? { schema } : { schema, examples: Object.fromEntries(examples) }
}

const REFUSAL = 'RefusalAnswer'
