import { unknownId } from '../../server/entities/named-object.ts'
import { actorOf } from '../../server/entities/rights.ts'
import { type Answer, bodyOf } from '../../server/http/answer.ts'
import { type CallParts, type MerchantCall, withEcho } from '../../server/http/call.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { type EntityClock, wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { Defence, EvidenceFacts } from '../../server/payments/connectors/index.ts'
import type { ConnectorChoice } from '../../server/payments/read/index.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import type { DisputeRow, Store } from '../../server/store/port.ts'
import { disputeAnswer, orderMembers } from './answer.ts'
import type { WholeDispute } from './commit-step.ts'
import { contestRefusal, namesDefence, needlessWord, typeRefusal } from './defences.ts'
import { unknownDocument, unopenedDocument } from './evidence.ts'
import { listDisputes } from './list-disputes.ts'
import type { DisputeService } from './service.ts'
import { sentNow } from './submissions.ts'

export interface DisputeRouteParts extends CallParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly disputes: DisputeService
  readonly connectorOf: ConnectorChoice['connectorOf']
}

type Call = Asked<MerchantCall>

/** `/v1/disputes`: what a merchant reads of disputes, and answers. */
export const disputeRoutes: readonly Route<DisputeRouteParts>[] = [
  {
    method: 'get',
    path: '/v1/disputes',
    access: 'token',
    operation: 'disputes.list',
    throttle: 'status',
    docs: {
      id: 'listDisputes',
      tag: 'Disputes',
      summary: 'List disputes',
      description:
        'Of the entity and all below it, also of channels that are switched off. Newest first, or with `sortValue=respondBy` as a person works through them: the nearest deadline first, then what the bank decides, then what has ended. With `cursor` the next ones.',
      label: 'Dispute list',
      answers: ['DisputeList'],
    },
    handle: listDisputes,
  },
  {
    method: 'get',
    path: '/v1/disputes/{id}',
    access: 'token',
    operation: 'disputes.read',
    throttle: 'status',
    docs: {
      id: 'readDispute',
      tag: 'Disputes',
      summary: 'Read a dispute',
      description: 'With what happened to it, and its documents without their content.',
      label: 'Dispute',
      subject: 'dispute',
      answers: ['DisputeAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: read,
  },
  {
    method: 'post',
    path: '/v1/disputes/{id}/evidence',
    scopes: ['refund'],
    access: 'token',
    operation: 'disputes.evidence',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'addEvidence',
      tag: 'Disputes',
      summary: 'Add a document to a dispute',
      description: 'Kept sealed, for the submission; up to ten documents.',
      body: 'EvidenceRequest',
      label: 'Evidence',
      subject: 'dispute',
      answers: ['DisputeAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: addEvidence,
  },
  {
    method: 'get',
    path: '/v1/disputes/{id}/documents/{documentId}',
    access: 'token',
    operation: 'disputes.document',
    throttle: 'status',
    audited: true,
    docs: {
      id: 'readDocument',
      tag: 'Disputes',
      summary: 'Read a document of a dispute',
      description: 'With its content in base64, as it was sent. A document never changes.',
      label: 'Dispute',
      subject: 'dispute',
      answers: ['DisputeDocument'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: readDocument,
  },
  {
    method: 'delete',
    path: '/v1/disputes/{id}/documents/{documentId}',
    scopes: ['refund'],
    access: 'token',
    operation: 'disputes.document',
    throttle: 'registrations',
    docs: {
      id: 'removeDocument',
      tag: 'Disputes',
      summary: 'Take a document of a dispute back',
      description:
        'Before it is submitted: what was submitted stays, because the acquirer may have it.',
      label: 'Dispute',
      subject: 'dispute',
      answers: ['DisputeAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: removeDocument,
  },
  {
    method: 'get',
    path: '/v1/disputes/{id}/defences',
    access: 'token',
    operation: 'disputes.defences',
    throttle: 'status',
    docs: {
      id: 'listDefences',
      tag: 'Disputes',
      summary: 'List the ways in which a dispute can be contested',
      description:
        'As its acquirer offers them now, with the documents of each. An empty list: the acquirer takes any documents, and asks for no reason.',
      label: 'Defences',
      subject: 'dispute',
      answers: ['DefenceList'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: listDefences,
  },
  {
    method: 'post',
    path: '/v1/disputes/{id}/submission',
    scopes: ['refund'],
    access: 'token',
    operation: 'disputes.submission',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'submitDispute',
      tag: 'Disputes',
      summary: 'Contest a dispute with its documents',
      description: 'Once for each stage: then the shopper’s bank decides.',
      body: 'DisputeSubmissionRequest',
      label: 'Dispute answer',
      subject: 'dispute',
      answers: ['DisputeAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: contest,
  },
  {
    method: 'post',
    path: '/v1/disputes/{id}/acceptance',
    scopes: ['refund'],
    access: 'token',
    operation: 'disputes.answer',
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'acceptDispute',
      tag: 'Disputes',
      summary: 'Accept a dispute',
      description: 'The money stays with the shopper. There is no way back.',
      body: 'DisputeAnswerRequest',
      label: 'Dispute answer',
      subject: 'dispute',
      answers: ['DisputeAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handle: accept,
  },
]

async function read({ id, call, request }: Call, parts: DisputeRouteParts): Promise<Worked> {
  const found = await reached(id, call, parts)
  if (isRefusal(found)) return found
  const payment = await parts.store.read.payment(found.dispute.paymentId)
  const { timeZone = 'UTC' } = await parts.access.settingsOf(found.dispute.entityId)
  const more = { ...orderMembers(payment), timeZone }
  return disputeAnswer(found, request.ndc, parts.clock, more)
}

async function addEvidence(
  { id, call, entry, request }: Call,
  parts: DisputeRouteParts,
): Promise<Worked> {
  const found = await reached(id, call, parts)
  if (isRefusal(found)) return found
  const sent = (name: 'fileName' | 'mediaType' | 'content') => call.values.get(name) ?? ''
  const evidence = {
    name: sent('fileName'),
    mediaType: sent('mediaType'),
    type: call.values.get('documentType') ?? null,
    bytes: Buffer.from(sent('content'), 'base64'),
  }
  const { mediaType, type, bytes } = evidence
  const createdAtMs = parts.clock.of(found.dispute.entityId)
  const added = { mediaType, type, size: bytes.length, createdAtMs }
  const refusal = (await untakenType(found, type, parts)) ?? (await untaken(found, added, parts))
  if (refusal !== undefined) return withEcho(refusal, call.values)
  const answer = (after: WholeDispute) => disputeAnswer(after, request.ndc, parts.clock)
  const kept = await parts.disputes.addEvidence(
    id,
    evidence,
    whoAnswers(call),
    keyParts(entry, answer),
  )
  return answerTo(withEcho(kept, call.values), answer)
}

/** Why the acquirer would not take a document with those that are to be sent. */
async function untaken(
  { dispute, documents, events }: WholeDispute,
  added: EvidenceFacts & { readonly createdAtMs: number },
  { connectorOf }: DisputeRouteParts,
): Promise<Refusal | undefined> {
  const { evidenceFault } = await connectorOf(dispute.connector)
  const fault = evidenceFault?.(sentNow([...documents, added], events))
  return fault === undefined ? undefined : refuse('200.300.404', { description: fault })
}

/** Why a document of a type is not taken: its acquirer has no such type, or none at all. */
async function untakenType(
  { dispute }: WholeDispute,
  type: string | null,
  parts: DisputeRouteParts,
): Promise<Refusal | undefined> {
  if (type === null) return undefined
  const defences = await defencesOf(dispute, parts)
  if (defences === 'none') return needlessWord('documentType', type)
  return defences && typeRefusal(defences, { type })
}

/** `none`: its acquirer offers none, and takes any documents. `undefined`: it does not answer now. */
async function defencesOf(
  dispute: DisputeRow,
  { connectorOf, disputes }: DisputeRouteParts,
): Promise<readonly Defence[] | 'none' | undefined> {
  const connector = await connectorOf(dispute.connector)
  const reference = await disputes.caseAtProvider(dispute)
  if (connector.defences === undefined || reference === null) return 'none'
  return connector.defences(reference)
}

async function listDefences(
  { id, call, request }: Call,
  parts: DisputeRouteParts,
): Promise<Worked> {
  const found = await reached(id, call, parts)
  if (isRefusal(found)) return found
  const defences = await defencesOf(found.dispute, parts)
  if (defences === undefined) return unanswered
  const after = { defences: defences === 'none' ? [] : defences.map(shownDefence) }
  const meta = { ndc: request.ndc, atMs: parts.clock.of(found.dispute.entityId) }
  return { status: 200, body: bodyOf('000.100.110', meta, { before: { id }, after }) }
}

const unanswered = refuse('900.100.300', {
  status: 503,
  description:
    'The acquirer of this dispute does not answer now: ask again in a minute. The dispute can be contested meanwhile',
})

function shownDefence({ reason, documents, takesUntyped }: Defence) {
  return {
    defenceReason: reason,
    takesUntyped,
    documents: documents.map(({ type, need, mediaTypes }) => ({
      documentType: type,
      need,
      mediaTypes,
    })),
  }
}

async function readDocument(
  { id, call, request }: Call,
  parts: DisputeRouteParts,
): Promise<Answer | Refusal> {
  const found = await reached(id, call, parts)
  if (isRefusal(found)) return found
  const documentId = documentIdOf(request)
  const document = await parts.disputes.document(id, documentId)
  if (document === undefined) return unknownDocument
  if (document === 'unopened') return unopenedDocument
  const { entityId } = found.dispute
  const after = {
    disputeId: id,
    fileName: document.name,
    mediaType: document.mediaType,
    ...(document.type === null ? {} : { documentType: document.type }),
    size: document.bytes.length,
    content: document.bytes.toString('base64'),
    addedAt: wireTimestamp(document.createdAtMs),
  }
  const meta = { ndc: request.ndc, atMs: parts.clock.of(entityId) }
  return {
    status: 200,
    body: bodyOf('000.100.110', meta, { before: { id: documentId }, after }),
  }
}

async function removeDocument(
  { id, call, request }: Call,
  parts: DisputeRouteParts,
): Promise<Worked> {
  const found = await reached(id, call, parts)
  if (isRefusal(found)) return found
  const removed = await parts.disputes.removeEvidence(id, documentIdOf(request), whoAnswers(call))
  return answerTo(removed, (after) => disputeAnswer(after, request.ndc, parts.clock))
}

function documentIdOf({ params }: Call['request']): string {
  return (params as { readonly documentId?: string }).documentId ?? ''
}

/** Who has answered, as the history has it: a person by name, a merchant's server as the merchant. */
function whoAnswers(call: MerchantCall): string {
  return call.person === undefined ? 'merchant' : actorOf(call)
}

async function contest(
  { id, call, entry, request }: Call,
  parts: DisputeRouteParts,
): Promise<Worked> {
  const found = await reached(id, call, parts)
  if (isRefusal(found)) return found
  const defence = call.values.get('defenceReason') ?? null
  const refusal = await untakenDefence(found, defence, parts)
  if (refusal !== undefined) return withEcho(refusal, call.values)
  const answer = (after: WholeDispute) => disputeAnswer(after, request.ndc, parts.clock)
  const said = { ...whatIsSaid(call), defence }
  const contested = await parts.disputes.submit(id, said, keyParts(entry, answer))
  return answerTo(withEcho(contested, call.values), answer)
}

/** Why its acquirer would not take the defence with these documents; where it does not answer, it judges later. */
async function untakenDefence(
  { dispute, documents, events }: WholeDispute,
  defence: string | null,
  parts: DisputeRouteParts,
): Promise<Refusal | undefined> {
  const contesting = { defence, documents: sentNow(documents, events) }
  if (dispute.outcome !== 'open' || !namesDefence(contesting)) return undefined
  const defences = await defencesOf(dispute, parts)
  if (defences !== 'none') return defences && contestRefusal(defences, contesting)
  return defence === null ? undefined : needlessWord('defenceReason', defence)
}

async function accept(
  { id, call, entry, request }: Call,
  parts: DisputeRouteParts,
): Promise<Worked> {
  const found = await reached(id, call, parts)
  if (isRefusal(found)) return found
  const answer = (after: WholeDispute) => disputeAnswer(after, request.ndc, parts.clock)
  const accepted = await parts.disputes.accept(id, whatIsSaid(call), keyParts(entry, answer))
  return answerTo(withEcho(accepted, call.values), answer)
}

function whatIsSaid(call: MerchantCall) {
  return { madeBy: whoAnswers(call), note: call.values.get('note') ?? '' }
}

async function reached(
  id: string,
  call: MerchantCall,
  parts: DisputeRouteParts,
): Promise<WholeDispute | Refusal> {
  const found = await parts.disputes.find(id)
  if (found !== undefined && (await reaches(found.dispute.entityId, call, parts))) return found
  return unknownId(unknownDispute, { id, caller: call, as: ['dispute'] }, parts)
}

/** Whether a caller may see what belongs to an entity. */
export function reaches(
  entityId: string,
  call: MerchantCall,
  { access }: Pick<DisputeRouteParts, 'access'>,
) {
  return access.reaches(call, entityId, call.usable?.entity)
}

export const unknownDispute: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no such dispute or payment',
})
