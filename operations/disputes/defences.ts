import type { Defence } from '../../server/payments/connectors/index.ts'
import { type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import type { DisputeDocumentFacts } from '../../server/store/port.ts'

type SentDocument = Pick<DisputeDocumentFacts, 'name' | 'mediaType' | 'type'>

/** How a dispute is to be contested. */
export interface Contesting {
  /** `null`: none was named. */
  readonly defence: string | null
  /** Those that are sent. */
  readonly documents: readonly SentDocument[]
}

/** Whether the merchant has used a word of the acquirer: only then it is asked what it takes. */
export function namesDefence({ defence, documents }: Contesting): boolean {
  return defence !== null || documents.some(({ type }) => type !== null)
}

/** Why a dispute cannot be contested so, by what its acquirer takes now. */
export function contestRefusal(
  defences: readonly Defence[],
  { defence, documents }: Contesting,
): Refusal | undefined {
  if (defences.length === 0) {
    return refused('Its acquirer takes no answer to this dispute any more')
  }
  const named =
    defence === null && defences.length === 1
      ? defences[0]
      : defences.find(({ reason }) => reason === defence)
  if (named === undefined) {
    const reasons = defences.map(({ reason }) => reason).join(', ')
    return unfit('defenceReason', defence ?? '', `must be one of ${reasons}`)
  }
  const fault = documents.map((one) => documentFault(one, named)).find((one) => one !== undefined)
  const missing = fault ?? missingOf(named, new Set(documents.map(({ type }) => type)))
  return missing === undefined ? undefined : refused(missing)
}

/** Why no way to contest a dispute takes a document of a type. */
export function typeRefusal(
  defences: readonly Defence[],
  { type }: Pick<SentDocument, 'type'>,
): Refusal | undefined {
  const types = [...new Set(defences.flatMap((one) => one.documents.map((each) => each.type)))]
  if (type === null || types.includes(type)) return undefined
  return unfit('documentType', type, `must be one of ${types.join(', ')}`)
}

/** For an acquirer that asks for neither reasons nor types. */
export function needlessWord(parameter: 'defenceReason' | 'documentType', value: string): Refusal {
  return unfit(parameter, value, 'means nothing to the acquirer of this dispute: leave it out')
}

function documentFault(
  { name, type, mediaType }: SentDocument,
  { reason, documents, takesUntyped }: Defence,
): string | undefined {
  if (type === null && takesUntyped) return undefined
  const types = documents.map((one) => one.type).join(', ')
  if (type === null) {
    return `The document ${name} says no documentType: ${reason} takes ${types}. Add it again with one of these`
  }
  const taken = documents.find((one) => one.type === type)
  if (taken === undefined) {
    return `The document ${name} is of the type ${type}, which ${reason} does not take: it takes ${types}`
  }
  if (taken.mediaTypes.includes(mediaType)) return undefined
  return `The document ${name} is ${mediaType}: ${type} must be ${taken.mediaTypes.join(' or ')}`
}

function missingOf(
  { reason, documents }: Defence,
  there: ReadonlySet<string | null>,
): string | undefined {
  const absent = (need: 'required' | 'alternative') =>
    documents.filter((one) => one.need === need && !there.has(one.type)).map(({ type }) => type)
  const required = absent('required')
  if (required.length > 0)
    return `${reason} needs a document of the type ${required.join(', and ')}`
  const alternatives = documents.filter(({ need }) => need === 'alternative')
  const lacks = absent('alternative')
  const hasUntyped = there.has(null)
  if (alternatives.length === 0 || lacks.length < alternatives.length || hasUntyped)
    return undefined
  return `${reason} needs a document of one of the types ${lacks.join(', ')}`
}

function refused(description: string): Refusal {
  return refuse('200.300.404', { description })
}

function unfit(name: 'defenceReason' | 'documentType', value: string, message: string): Refusal {
  return refuseParameters([{ name, value, message }])
}
