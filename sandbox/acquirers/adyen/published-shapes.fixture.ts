import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile, type XSchema } from 'typebox/schema'
import { ROOT } from '../../../scripts/prepare/root.mjs'
import type { PublishedShapes } from '../shared/http.ts'

/** What Adyen has published; where it is not beside the project, comparisons with it are left out. */
const PUBLISHED = process.env.TILLGATE_PROVIDERS ?? join(ROOT, '../shared/providers')

export const isPublished = existsSync(join(PUBLISHED, 'adyen'))

export const readPublished = (name: string) =>
  JSON.parse(readFileSync(join(PUBLISHED, name), 'utf8'))

type Json = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, Json>>

let shapes: PublishedShapes | undefined

/** Compares with the schemas of Checkout v71, of the API for disputes and of the standard webhooks; `undefined` without them. */
export function publishedShapes(): PublishedShapes | undefined {
  if (isPublished) shapes ??= readShapes()
  return shapes
}

function readShapes(): PublishedShapes {
  const checkout: Schemas = readPublished('adyen/CheckoutService-v71.json').components.schemas
  const disputes: Schemas = readPublished('adyen/DisputeService-v30.json').components.schemas
  const schemasWith = (name: string) => (name in checkout ? checkout : disputes)
  const webhooks = readPublished('adyen/Webhooks-v1.json')
  const compiled = new Map<string, ReturnType<typeof Compile>>()

  function faultsOf(name: string, value: unknown, schemaOf: () => unknown): readonly string[] {
    const validator = compiled.get(name) ?? Compile(schemaOf() as XSchema)
    compiled.set(name, validator)
    if (validator.Check(value)) return []
    const [, errors] = validator.Errors(value)
    return errors.map(({ instancePath, message }) => `${name}${instancePath} ${message}`)
  }

  function request(name: string, body: unknown): readonly string[] {
    if (name !== 'PaymentRequest')
      return faultsOf(name, body, () => inlined(schemasWith(name), name))
    // Its `oneOf` of sixty methods fits several of them: the type says which one is meant.
    const { paymentMethod, ...rest } = (body ?? {}) as Json
    const { type = 'scheme' } = (paymentMethod ?? {}) as { type?: string }
    const method = methodSchema(checkout, type)
    if (method === undefined) return [`there is no paymentMethod ${type}`]
    return [
      ...faultsOf(name, rest, () => withoutMethod(inlined(checkout, name))),
      ...faultsOf(method, paymentMethod, () => inlined(checkout, method)),
    ]
  }

  function answer(body: unknown, name: string): readonly string[] {
    if (!name.startsWith('event ')) {
      return faultsOf(name, body, () => inlined(schemasWith(name), name))
    }
    const { post } = webhooks.webhooks[`/${name.slice('event '.length)}`]
    const { $ref } = post.requestBody.content['application/json'].schema
    const schemas: Schemas = webhooks.components.schemas
    return faultsOf(name, unsigned(body), () => inlined(schemas, nameOf($ref)))
  }

  return { request, answer }
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

const methodSchema = (schemas: Schemas, type: string): string | undefined => {
  const { properties: members } = schemas.PaymentRequest as {
    properties: { paymentMethod: { oneOf: { $ref: string }[] } }
  }
  const names = members.paymentMethod.oneOf.map(({ $ref }) => nameOf($ref))
  return names.find((name) => {
    const { properties } = schemas[name] as { properties: { type?: { enum?: string[] } } }
    return properties.type?.enum?.includes(type)
  })
}

/** A schema with what it refers to put in, and without texts for people. */
function inlined(schemas: Schemas, name: string, above: readonly string[] = []): Json {
  // What contains itself is not looked into a second time.
  if (above.includes(name)) return {}
  const inner = [...above, name]
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    if ($ref !== undefined) return inlined(schemas, nameOf($ref), inner)
    const entries = Object.entries(value).filter(([key]) => !key.startsWith('x-'))
    return Object.fromEntries(entries.map(([key, one]) => [key, copy(one)]))
  }
  return copy(schemas[name]) as Json
}

function withoutMethod(schema: Json): Json {
  const { properties, required } = schema as { properties: Json; required: string[] }
  const { paymentMethod: _, ...others } = properties
  return {
    ...schema,
    properties: others,
    required: required.filter((name) => name !== 'paymentMethod'),
  }
}

/** Some schemas of events forget the signature, which all of them have. */
const unsigned = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'hmacSignature' ? undefined : value)))
