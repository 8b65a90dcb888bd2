import type {
  AcceptedDispute,
  Defence,
  EvidenceFacts,
  EvidenceOutcome,
  EvidenceSubmission,
} from '../../server/payments/connectors/evidence.ts'
import { type JsonObject, memberAt, textAt } from '../shared/json.ts'
import { type Judged, unknown } from '../shared/judged.ts'
import type { Answer } from './client.ts'
import { MAX_EVIDENCE_TEXT } from './limits.ts'
import { environmentFault, type StripeSteps } from './steps.ts'

type Steps = Pick<StripeSteps, 'client' | 'environment'>
type Told = Judged<EvidenceOutcome>

const TEXT = 'text/plain'
const FILES = ['application/pdf', 'image/jpeg', 'image/png']

/** The members of a dispute's evidence that are files, and those that are texts (docs.stripe.com/api/disputes/update). */
const FILE_TYPES = [
  'receipt',
  'customer_communication',
  'customer_signature',
  'shipping_documentation',
  'service_documentation',
  'cancellation_policy',
  'refund_policy',
  'duplicate_charge_documentation',
  'uncategorized_file',
]
const TEXT_TYPES = [
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'duplicate_charge_explanation',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'uncategorized_text',
]

const optionalOf = (mediaTypes: readonly string[]) => (type: string) =>
  ({ type, need: 'optional', mediaTypes }) as const

/** Stripe asks for no reason: whatever it is given goes to the bank together. */
export const DEFENCES_OF_STRIPE: readonly Defence[] = [
  {
    reason: 'general',
    takesUntyped: true,
    documents: [...FILE_TYPES.map(optionalOf(FILES)), ...TEXT_TYPES.map(optionalOf([TEXT]))],
  },
]

/** The member of the evidence that a document is sent as. */
function memberFor({ type, mediaType }: Pick<EvidenceFacts, 'type' | 'mediaType'>): string {
  return type ?? (mediaType === TEXT ? 'uncategorized_text' : 'uncategorized_file')
}

/** The note of a submission has so many characters at most. */
const MAX_NOTE = 500

/** Stripe takes one file of a type, and texts as text (docs.stripe.com/api/disputes/update). */
export function evidenceFaultOfStripe(documents: readonly EvidenceFacts[]): string | undefined {
  for (const { type, mediaType } of documents) {
    const allowed = mediaType === TEXT ? TEXT_TYPES : FILE_TYPES
    if (type === null || allowed.includes(type)) continue
    const what = mediaType === TEXT ? 'text' : 'PDF, JPEG or PNG'
    return `Stripe takes no ${what} of the type ${type}: it takes ${allowed.join(', ')}`
  }
  const texts = documents.filter(({ mediaType }) => mediaType === TEXT)
  const files = documents.filter(({ mediaType }) => mediaType !== TEXT).map(memberFor)
  const twice = files.find((member, at) => files.indexOf(member) !== at)
  if (twice !== undefined) {
    return `Stripe takes one PDF, JPEG or PNG of the type ${twice}: give the other one another type, or put both together into one PDF`
  }
  const size = texts.reduce((sum, one) => sum + one.size + SEPARATOR.length, MAX_NOTE)
  if (size <= MAX_EVIDENCE_TEXT) return undefined
  const most = MAX_EVIDENCE_TEXT - MAX_NOTE
  return `Stripe takes ${most} characters of text in all: send a PDF instead`
}

const SEPARATOR = '\n\n'

/**
 * Submits evidence, which Stripe takes once. It leaves its number in the metadata of the dispute, so that a submission
 * whose answer was lost is found by reading, and is never sent a second time.
 */
export async function submitAtStripe(submission: EvidenceSubmission, steps: Steps): Promise<Told> {
  const { submissionId, documents, note } = submission
  const read = await readCase(submission, steps)
  if ('told' in read) return read.told
  const { dispute, path } = read
  if (isSubmitted(dispute, submissionId)) return taken
  if (!isAnswerable(dispute)) return refused('was answered or has ended at Stripe')
  const evidence = textsOf(note, documents)
  for (const file of documents.filter(({ mediaType }) => mediaType !== TEXT)) {
    const member = memberFor(file)
    const uploaded = await steps.client.upload(file, `${submissionId}-${member}`)
    if (uploaded.kind !== 'object') return notDone(uploaded)
    evidence[member] = textAt(uploaded.object, 'id')
  }
  const body = {
    evidence,
    metadata: { submission: submissionId },
    submit: true,
  }
  const answer = await steps.client.post(path, body, `${submissionId}-submit`)
  if (answer.kind === 'object') return taken
  if (answer.kind !== 'error') return notDone(answer)
  // An earlier sending of it may have arrived meanwhile.
  const again = await readCase(submission, steps)
  if ('told' in again) return again.told
  return isSubmitted(again.dispute, submissionId) ? taken : notDone(answer)
}

/** Texts by the member that they are sent as; several of one stand below each other, the note first. */
function textsOf(
  note: string,
  documents: EvidenceSubmission['documents'],
): Record<string, string | undefined> {
  const texts: Record<string, string | undefined> = {}
  const add = (member: string, text: string) => {
    const before = texts[member]
    if (text !== '') texts[member] = before === undefined ? text : before + SEPARATOR + text
  }
  add('uncategorized_text', note)
  for (const one of documents.filter(({ mediaType }) => mediaType === TEXT)) {
    add(memberFor(one), one.bytes.toString('utf8'))
  }
  return texts
}

/** Accepts a dispute: Stripe calls it lost. An inquiry cannot be accepted there. */
export async function acceptAtStripe(accepted: AcceptedDispute, steps: Steps): Promise<Told> {
  const read = await readCase(accepted, steps)
  if ('told' in read) return read.told
  const status = textAt(read.dispute, 'status')
  if (status === 'lost') return taken
  if (status !== 'needs_response') {
    return refused('cannot be accepted at Stripe now; of an inquiry refund the payment')
  }
  const answer = await steps.client.post(`${read.path}/close`, {}, `${accepted.disputeId}-close`)
  return answer.kind === 'object' ? taken : notDone(answer)
}

type Read = { readonly dispute: JsonObject; readonly path: string } | { readonly told: Told }

async function readCase(
  { acquirerReference }: Pick<AcceptedDispute, 'acquirerReference'>,
  { client, environment }: Steps,
): Promise<Read> {
  if (acquirerReference === null) return { told: refused('has no number at Stripe') }
  const path = `/v1/disputes/${encodeURIComponent(acquirerReference)}`
  const answer = await client.get(path)
  if (answer.kind !== 'object') return { told: notDone(answer) }
  const fault = environmentFault(answer.object, { environment })
  return fault === undefined ? { dispute: answer.object, path } : { told: unknown(fault) }
}

function isSubmitted(dispute: JsonObject, submissionId: string): boolean {
  return textAt(dispute, 'metadata.submission') === submissionId && !isAnswerable(dispute)
}

function isAnswerable(dispute: JsonObject): boolean {
  const status = textAt(dispute, 'status')
  const isOver = memberAt(dispute, 'evidence_details.past_due') === true
  return !isOver && (status === 'needs_response' || status === 'warning_needs_response')
}

const taken: Told = { outcome: { kind: 'taken' } }

function refused(why: string): Told {
  return { outcome: { kind: 'refused', reason: `The dispute ${why}` } }
}

/** An error says what Stripe does not take, by its codes; anything else may have been received. */
function notDone(answer: Exclude<Answer, { readonly kind: 'object' }>): Told {
  if (answer.kind !== 'error') return unknown(answer.reason)
  const { error, status } = answer
  // An earlier sending of it is still being worked on.
  if (status === 409) return unknown('works on an earlier request')
  const words = ['code', 'param'].flatMap((name) => textAt(error, name) ?? [])
  const why = words.length === 0 ? `status ${status}` : words.join(', ')
  return { outcome: { kind: 'refused', reason: `Stripe does not take it (${why})` } }
}
