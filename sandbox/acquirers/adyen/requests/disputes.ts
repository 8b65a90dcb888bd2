import type { ValuesOf } from '../wire/describe.ts'
import { group, list, required, text } from './parts.ts'

/** The longest base64 text of a document that a request can have. */
const MAX_CONTENT = 14_000_000

/** `POST /retrieveApplicableDefenseReasons` and `/acceptDispute`. */
export const disputeFields = {
  disputePspReference: required(text(16)),
  merchantAccountCode: required(text(80)),
} as const

export const defendFields = { ...disputeFields, defenseReasonCode: required(text(80)) } as const

export const deleteDocumentFields = {
  ...disputeFields,
  defenseDocumentType: required(text(80)),
} as const

const document = group({
  content: required(text(MAX_CONTENT, /^[A-Za-z0-9+/]+={0,2}$/)),
  contentType: required(text(80)),
  defenseDocumentTypeCode: required(text(80)),
})

export const supplyFields = {
  ...disputeFields,
  defenseDocuments: required(list(document, 20)),
} as const

export type DisputeParams = ValuesOf<typeof disputeFields>
export type DefendParams = ValuesOf<typeof defendFields>
export type DeleteDocumentParams = ValuesOf<typeof deleteDocumentFields>
export type SupplyParams = ValuesOf<typeof supplyFields>
