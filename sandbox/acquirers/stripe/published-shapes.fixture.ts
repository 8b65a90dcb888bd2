import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile, type XSchema } from 'typebox/schema'
import { ROOT } from '../../../scripts/prepare/root.mjs'
import type { PublishedShapes } from '../shared/http.ts'

/** What Stripe has published; where it is not beside the project, comparisons with it are left out. */
export const PUBLISHED = process.env.TILLGATE_PROVIDERS ?? join(ROOT, '../shared/providers')

export const isPublished = existsSync(join(PUBLISHED, 'stripe'))

export const readPublished = (name: string) =>
  JSON.parse(readFileSync(join(PUBLISHED, name), 'utf8'))

type Json = Readonly<Record<string, unknown>>

/** Members that the types of this version have, and the older samples lack. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'charge card': ['capture_before', 'electronic_commerce_indicator'],
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  payment_method: ['sepa_debit', 'ideal', 'bancontact', 'eps'],
  'radar.early_fraud_warning': ['payment_intent'],
  refund: ['failure_balance_transaction', 'failure_reason', 'pending_reason'],
  setup_intent: ['allowed_payment_method_types'],
  webhook_endpoint: ['secret'],
}

/** Members of samples that an answer has in some cases only. */
const SOMETIMES: Readonly<Record<string, readonly string[]>> = {
  charge: ['refunds'],
  dispute: ['payment_method_details'],
  payment_method: ['card'],
  refund: ['destination_details'],
  payment_intent: ['source'],
}

let shapes: PublishedShapes | undefined

/** Compares with the schemas of requests and the samples of answers; `undefined` without them. */
export function publishedShapes(): PublishedShapes | undefined {
  if (isPublished) shapes ??= readShapes()
  return shapes
}

function readShapes(): PublishedShapes {
  const schemas: Record<string, XSchema> = readPublished('stripe/requests-23.1.0.schema.json')
  const samples: Record<string, Json> = readPublished('stripe/fixtures3.json').resources
  const compiled = new Map<string, ReturnType<typeof Compile>>()

  function request(name: string, params: unknown): readonly string[] {
    const schema = schemas[name]
    if (schema === undefined) return [`there is no schema ${name}`]
    const validator = compiled.get(name) ?? Compile(schema)
    compiled.set(name, validator)
    if (validator.Check(params)) return []
    const [, errors] = validator.Errors(params)
    return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function answer(body: unknown): readonly string[] {
    if (typeof body !== 'object' || body === null) return []
    const object = body as Json
    const kind = object.object
    const sample = typeof kind === 'string' ? samples[kind] : undefined
    const own = sample === undefined ? [] : [...memberFaults(String(kind), object, sample)]
    if (kind === 'charge') own.push(...cardFaults(object, samples.charge as Json))
    // An event shows its object at the time of an older version in none of the samples.
    const inner = kind === 'event' ? (object.data as Json).object : undefined
    const values = inner === undefined ? Object.values(object) : [inner]
    return [...own, ...values.flatMap(answer)]
  }

  return { request, answer }
}

function memberFaults(kind: string, object: Json, sample: Json): readonly string[] {
  const added = ADDED[kind] ?? []
  const sometimes = SOMETIMES[kind] ?? []
  const strange = Object.keys(object).filter((name) => !(name in sample) && !added.includes(name))
  const lacking = Object.keys(sample).filter(
    (name) => !(name in object) && !sometimes.includes(name),
  )
  const wrong = Object.keys(object).filter((name) => !isAlike(object[name], sample[name]))
  return [
    ...strange.map((name) => `${kind}.${name} is in no sample`),
    ...lacking.map((name) => `${kind}.${name} is missing`),
    ...wrong.map((name) => `${kind}.${name} is of another type`),
  ]
}

/** The details of a card are the part of a charge that connectors read most. */
function cardFaults(charge: Json, sample: Json): readonly string[] {
  const cardOf = ({ payment_method_details: details }: Json) => (details as { card?: Json }).card
  const card = cardOf(charge)
  return card === undefined ? [] : memberFaults('charge card', card, cardOf(sample) as Json)
}

/** Whether two values are of one type; ids may be shown as their objects, and most things be `null`. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === null || other === null || other === undefined) return true
  if (typeof one === 'object' && typeof other === 'string') return 'id' in one
  return typeof one === typeof other && Array.isArray(one) === Array.isArray(other)
}
