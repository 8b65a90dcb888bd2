import type {
  AcceptedDispute,
  Defence,
  DefenceDocument,
  EvidenceFacts,
  EvidenceOutcome,
  EvidenceSubmission,
} from '../../server/payments/connectors/evidence.ts'
import { type JsonObject, memberAt, textAt } from '../shared/json.ts'
import { type Judged, unknown } from '../shared/judged.ts'
import type { Answer } from './client.ts'
import { MAX_DEFENCE_BYTES } from './limits.ts'
import type { AdyenSteps } from './steps.ts'

type Steps = Pick<AdyenSteps, 'account' | 'disputes'>
type Told = Judged<EvidenceOutcome>

/** The defence that takes any material, where Adyen has turned it on for the account, and its document. */
const GENERAL = { reason: 'SupplyDefenseMaterial', document: 'DefenseMaterial' } as const

const TAKEN = ['application/pdf', 'image/jpeg']

/** docs.adyen.com/risk-management/disputes-api: a document of each type, and neither PNG nor text. */
export function evidenceFaultOfAdyen(documents: readonly EvidenceFacts[]): string | undefined {
  const types = documents.map(typeFor)
  const twice = types.find((type, at) => types.indexOf(type) !== at)
  if (twice !== undefined) {
    return `Adyen takes one document of the type ${twice}: put both together into one PDF, or give one of them another type`
  }
  if (documents.some(({ mediaType }) => !TAKEN.includes(mediaType))) {
    return 'Adyen takes a PDF or a JPEG: send the document as one of these'
  }
  if (documents.every(({ size }) => size <= MAX_DEFENCE_BYTES)) return undefined
  return `Adyen takes documents of up to ${MAX_DEFENCE_BYTES} bytes: send a smaller one`
}

/** What a document shows, in Adyen's words. */
function typeFor({ type }: Pick<EvidenceFacts, 'type'>): string {
  return type ?? GENERAL.document
}

/** How Adyen calls what has to be there (docs.adyen.com, "Defend a dispute"). */
const NEEDS: Readonly<Record<string, DefenceDocument['need']>> = {
  Required: 'required',
  AlternativeRequired: 'alternative',
  Optional: 'optional',
}

/** In which ways a dispute can be defended; `undefined`: Adyen does not answer. None: it takes no answer any more. */
export async function defencesAtAdyen(
  caseReference: string,
  steps: Steps,
): Promise<readonly Defence[] | undefined> {
  const offered = await callerOf(caseReference, steps)('retrieveApplicableDefenseReasons')
  if (offered.kind === 'refused') return []
  return offered.kind === 'done' ? defencesOf(offered.object) : undefined
}

function defencesOf(offered: JsonObject): readonly Defence[] {
  const reasons = memberAt(offered, 'defenseReasons')
  return (Array.isArray(reasons) ? reasons : []).flatMap((one: unknown): Defence[] => {
    const reason = textAt(one, 'defenseReasonCode')
    const types = memberAt(one, 'defenseDocumentTypes')
    if (reason === undefined) return []
    const documents = (Array.isArray(types) ? types : []).flatMap((document: unknown) => {
      const type = textAt(document, 'defenseDocumentTypeCode')
      const need = NEEDS[textAt(document, 'requirementLevel') ?? ''] ?? 'optional'
      return type === undefined ? [] : [{ type, need, mediaTypes: TAKEN }]
    })
    return [{ reason, documents, takesUntyped: reason === GENERAL.reason }]
  })
}

/**
 * Defends a dispute with its documents, all in one request. Adyen is asked first what it takes: after an answer that was lost it is sent
 * again only where the dispute can still be defended; otherwise an event tells that it was.
 */
export async function defendAtAdyen(
  { acquirerReference, defence, documents, isRepeated }: EvidenceSubmission,
  steps: Steps,
): Promise<Told> {
  if (acquirerReference === null) return refused('The dispute has no number at Adyen')
  const call = callerOf(acquirerReference, steps)
  const offered = await call('retrieveApplicableDefenseReasons')
  if (offered.kind !== 'done') return lostOr(offered, isRepeated)
  const defenseReasonCode = defence ?? GENERAL.reason
  const isOffered = defencesOf(offered.object).some(({ reason }) => reason === defenseReasonCode)
  if (!isOffered) {
    const why = defence === null ? NOT_OFFERED : `Adyen does not take the defence ${defence} now`
    // An earlier request may be why it is not offered any more.
    return isRepeated
      ? unknown('does not offer this defence any more, and may have it')
      : refused(why)
  }
  if (documents.length === 0) return refused('There is no document to defend it with')
  const supplied = await call('supplyDefenseDocument', {
    defenseDocuments: documents.map((document) => ({
      content: document.bytes.toString('base64'),
      contentType: document.mediaType,
      defenseDocumentTypeCode: typeFor(document),
    })),
  })
  if (supplied.kind !== 'done') return lostOr(supplied, isRepeated)
  const defended = await call('defendDispute', { defenseReasonCode })
  return defended.kind === 'done' ? taken : lostOr(defended, isRepeated)
}

const NOT_OFFERED =
  'Adyen takes no general defence of this dispute: contest it with one of the reasons that it offers (defenceReason), or ask it to turn on generic defence documents for the account'

/** Accepts a dispute, where it still can be; otherwise an event tells that its time is over. */
export async function acceptAtAdyen(
  { acquirerReference, isRepeated }: AcceptedDispute,
  steps: Steps,
): Promise<Told> {
  if (acquirerReference === null) return refused('The dispute has no number at Adyen')
  const call = callerOf(acquirerReference, steps)
  const offered = await call('retrieveApplicableDefenseReasons')
  if (offered.kind !== 'done') return lostOr(offered, isRepeated)
  const accepted = await call('acceptDispute')
  return accepted.kind === 'done' ? taken : lostOr(accepted, isRepeated)
}

type Called =
  | { readonly kind: 'done'; readonly object: JsonObject }
  | { readonly kind: 'refused'; readonly why: string }
  | Exclude<Answer, { readonly kind: 'object' | 'error' }>

function callerOf(disputePspReference: string, { account, disputes }: Steps) {
  const common = { disputePspReference, merchantAccountCode: account.merchantId }
  return async (operation: string, more: object = {}): Promise<Called> => {
    const answer = await disputes.ask(`/${operation}`, JSON.stringify({ ...common, ...more }))
    if (answer.kind === 'error') return { kind: 'refused', why: `error ${answer.errorCode}` }
    if (answer.kind !== 'object') return answer
    const isDone = memberAt(answer.object, 'disputeServiceResult.success') === true
    return isDone ? { kind: 'done', object: answer.object } : { kind: 'refused', why: operation }
  }
}

/** `isPerhapsDone`: an earlier request may be why it is refused now. */
function lostOr(called: Exclude<Called, { readonly kind: 'done' }>, isPerhapsDone: boolean): Told {
  if (called.kind !== 'refused') return unknown(called.reason)
  if (isPerhapsDone) return unknown('takes no answer to a dispute any more, and may have it')
  return refused(`Adyen takes no answer to this dispute (${called.why})`)
}

const taken: Told = { outcome: { kind: 'taken' } }

function refused(reason: string): Told {
  return { outcome: { kind: 'refused', reason } }
}
