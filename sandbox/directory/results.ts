import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import {
  isMessageFault,
  type MessageFault,
  readMessage,
} from '../../server/features/three-ds/messages/read-message.ts'
import { messageIdsOf, proofOf, type Sign, type Transaction } from './transaction.ts'

/** How an authentication ends at the issuer. */
export type Decision = 'approve' | 'fail' | 'fraud' | 'unavailable' | 'cancel' | 'timeout'

/** How the cardholder answered. */
export interface Interaction {
  /** authenticationType: `02` code, `03` confirmed elsewhere, `04` decoupled. */
  readonly type: '02' | '03' | '04'
  /** Number of answers of the cardholder. */
  readonly count: number
}

interface Ending {
  readonly transStatus: 'Y' | 'N' | 'U' | 'R'
  readonly transStatusReason?: string
  readonly challengeCancel?: string
}

/** transStatusReason of a technical problem; 2.1.0 does not have the code 22. */
export const TECHNICAL_REASON: Readonly<Record<Transaction['version'], string>> = {
  '2.1.0': '01',
  '2.2.0': '22',
}

const ENDINGS: Readonly<Record<Decision, Ending>> = {
  approve: { transStatus: 'Y' },
  fail: { transStatus: 'N', transStatusReason: '01' },
  fraud: { transStatus: 'R', transStatusReason: '11' },
  unavailable: { transStatus: 'U', transStatusReason: '22' },
  cancel: { transStatus: 'N', transStatusReason: '01', challengeCancel: '01' },
  timeout: { transStatus: 'N', transStatusReason: '14', challengeCancel: '04' },
}

/** The result request for a decision. Nothing else decides at the 3DS server. */
export function resultRequest(
  transaction: Transaction,
  decision: Decision,
  { type, count }: Interaction,
  sign: Sign,
): MessageOf<'RReq'> {
  const { transStatus, transStatusReason, challengeCancel } = ENDINGS[decision]
  const reason =
    decision === 'unavailable' ? TECHNICAL_REASON[transaction.version] : transStatusReason
  return {
    messageType: 'RReq',
    messageVersion: transaction.version,
    ...messageIdsOf(transaction),
    messageCategory: transaction.category,
    transStatus,
    ...(reason !== undefined && { transStatusReason: reason }),
    ...(transStatus === 'Y' && proofOf(transaction, 'Y', sign)),
    authenticationType: type,
    interactionCounter: String(Math.min(count, 99)).padStart(2, '0'),
    ...(challengeCancel !== undefined && { challengeCancel }),
  }
}

/** The outcome of sending a result. */
export type Receipt =
  | { readonly kind: 'received'; readonly status: string }
  | { readonly kind: 'refused'; readonly erro: MessageOf<'Erro'> }
  | { readonly kind: 'lost'; readonly reason: string }

/** Reads the answer to a result request: an RRes of the same transaction, or an error message. */
export function readReceipt(request: MessageOf<'RReq'>, answer: unknown): Receipt {
  const erro = readMessage('Erro', answer, { component: 'D' })
  if (!isMessageFault(erro)) return { kind: 'refused', erro }
  const response: MessageOf<'RRes'> | MessageFault = readMessage('RRes', answer, {
    component: 'D',
  })
  if (isMessageFault(response)) return { kind: 'lost', reason: response.erro.errorDetail }
  const names = ['threeDSServerTransID', 'acsTransID', 'dsTransID', 'messageVersion'] as const
  const foreign = names.find((name) => response[name] !== request[name])
  return foreign === undefined
    ? { kind: 'received', status: response.resultsStatus }
    : { kind: 'lost', reason: `${foreign} is of another transaction` }
}
