import type {
  DefendParams,
  DeleteDocumentParams,
  DisputeParams,
  SupplyParams,
} from '../requests/disputes.ts'
import type { World } from '../world.ts'
import { disputeGoesOn } from './disputes.ts'
import { checkMerchantAccount } from './pay.ts'
import type { Dispute } from './types.ts'

type Level = 'Required' | 'Optional' | 'AlternativeRequired'

/** Ways to defend a dispute, with the documents of each, as in the examples of Adyen's description. */
const REASONS: Readonly<Record<string, Readonly<Record<string, Level>>>> = {
  GoodsNotReturned: { TIDorInvoice: 'Optional', GoodsNotReturned: 'Required' },
  GoodsWereAsDescribed: { GoodsWereAsDescribed: 'Required', TIDorInvoice: 'Required' },
}

/** The one that the account has to be set up for. */
const GENERAL = { SupplyDefenseMaterial: { DefenseMaterial: 'AlternativeRequired' } } as const

const MEGABYTE = 1_000_000

/** What a document may be: how it begins, and how large it is at most. */
const KINDS: Readonly<Record<string, { readonly begins: string; readonly maxBytes: number }>> = {
  'application/pdf': { begins: '%PDF-', maxBytes: 2 * MEGABYTE },
  'image/jpeg': { begins: '\xff\xd8\xff', maxBytes: 10 * MEGABYTE },
  'image/tiff': { begins: 'II*\0', maxBytes: 10 * MEGABYTE },
}

const done = { disputeServiceResult: { success: true } }

const failed = (errorMessage: string) => ({
  disputeServiceResult: { success: false, errorMessage },
})

/** The dispute of a request, while the merchant may answer it; otherwise what Adyen answers. */
function openDispute(world: World, params: DisputeParams): Dispute | ReturnType<typeof failed> {
  checkMerchantAccount(world, params.merchantAccountCode)
  const dispute = world.disputes.get(params.disputePspReference)
  if (dispute === undefined) return failed('Dispute not found')
  const isOpen = dispute.answer === 'open' && world.nowMs() < dispute.answerUntilMs
  return isOpen ? dispute : failed('Dispute is no longer defendable')
}

const reasonsOf = ({ account }: World): typeof REASONS =>
  account.generalDefence ? { ...REASONS, ...GENERAL } : REASONS

const isSatisfied = (documents: Readonly<Record<string, Level>>, { documents: there }: Dispute) =>
  Object.entries(documents).every(([code, level]) => level === 'Optional' || there.has(code))

/** `POST /retrieveApplicableDefenseReasons`. */
export function applicableReasons(world: World, params: DisputeParams) {
  const dispute = openDispute(world, params)
  if ('disputeServiceResult' in dispute) return dispute
  const defenseReasons = Object.entries(reasonsOf(world)).map(([defenseReasonCode, documents]) => ({
    defenseReasonCode,
    satisfied: isSatisfied(documents, dispute),
    defenseDocumentTypes: Object.entries(documents).map(([code, requirementLevel]) => ({
      defenseDocumentTypeCode: code,
      requirementLevel,
      available: dispute.documents.has(code),
    })),
  }))
  return { ...done, defenseReasons }
}

/** `POST /supplyDefenseDocument`: all of its documents, or none. */
export function supplyDocuments(world: World, { defenseDocuments, ...params }: SupplyParams) {
  const dispute = openDispute(world, params)
  if ('disputeServiceResult' in dispute) return dispute
  const known = Object.values(reasonsOf(world)).flatMap((documents) => Object.keys(documents))
  for (const { content, contentType, defenseDocumentTypeCode: code } of defenseDocuments) {
    const kind = Object.hasOwn(KINDS, contentType) ? KINDS[contentType] : undefined
    const bytes = Buffer.from(content, 'base64')
    if (!known.includes(code)) return failed(`Document type ${code} is not applicable`)
    if (kind === undefined) return failed(`Content type ${contentType} is not supported`)
    if (bytes.length > kind.maxBytes) return failed('The document is too large')
    if (!bytes.toString('latin1').startsWith(kind.begins)) return failed('The document is corrupt')
  }
  for (const { defenseDocumentTypeCode } of defenseDocuments) {
    dispute.documents.add(defenseDocumentTypeCode)
  }
  return done
}

/** `POST /deleteDisputeDefenseDocument`. */
export function deleteDocument(
  world: World,
  { defenseDocumentType, ...params }: DeleteDocumentParams,
) {
  const dispute = openDispute(world, params)
  if ('disputeServiceResult' in dispute) return dispute
  return dispute.documents.delete(defenseDocumentType) ? done : failed('Document not found')
}

/** `POST /defendDispute`. */
export function defend(world: World, { defenseReasonCode, ...params }: DefendParams) {
  const dispute = openDispute(world, params)
  if ('disputeServiceResult' in dispute) return dispute
  const reasons = reasonsOf(world)
  const documents = Object.hasOwn(reasons, defenseReasonCode)
    ? reasons[defenseReasonCode]
    : undefined
  if (documents === undefined) return failed('Defense reason is not applicable')
  if (!isSatisfied(documents, dispute)) return failed('Required documents are missing')
  disputeGoesOn(world, dispute, 'INFORMATION_SUPPLIED')
  return done
}

/** `POST /acceptDispute`. */
export function acceptLiability(world: World, params: DisputeParams) {
  const dispute = openDispute(world, params)
  if ('disputeServiceResult' in dispute) return dispute
  dispute.answer = 'accepted'
  disputeGoesOn(world, dispute, 'DISPUTE_DEFENSE_PERIOD_ENDED')
  return done
}
