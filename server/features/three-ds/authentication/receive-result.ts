import { areEqual } from '../../../kernel/equal-secrets.ts'
import type { MessageOf } from '../messages/messages.ts'
import { erroOf, isMessageFault, readMessage } from '../messages/read-message.ts'
import { resultOfRReq } from '../server/result.ts'
import { type RunningParts, resultToken } from './parts.ts'
import { dataOf, endByResult, endOf, hasEnded } from './state.ts'

/** A received result request. Its address names the transaction and proves that the directory sent it. */
export interface ReceivedResult {
  readonly transactionId: string
  readonly token: string
  readonly body: unknown
}

/**
 * Takes the result of a challenge (RReq); nothing else decides the outcome (R-3DS-1). It is durable
 * before the answer is sent; the charge runs after that. A repeated result gets the same answer and
 * changes nothing.
 */
export async function receiveResult(
  { transactionId, token, body }: ReceivedResult,
  parts: RunningParts,
): Promise<MessageOf<'RRes'> | MessageOf<'Erro'>> {
  const { store, vault, access } = parts
  const rreq = readMessage('RReq', body)
  if (isMessageFault(rreq)) return rreq.erro
  const refused = (detail: string) => erroOf({ code: '301', component: 'S', detail, message: rreq })
  const isRight = areEqual(token, resultToken(transactionId, vault))
  if (!isRight || rreq.threeDSServerTransID !== transactionId)
    return refused('threeDSServerTransID')
  const row = await store.read.authentication(transactionId)
  if (row === undefined) return refused('threeDSServerTransID')
  const { acsTransId, dsTransId } = dataOf(row)
  if (acsTransId !== rreq.acsTransID) return refused('acsTransID')
  if (dsTransId !== rreq.dsTransID) return refused('dsTransID')
  const payment = await store.read.payment(row.paymentId)
  if (payment === undefined || hasEnded(row)) return received(rreq)
  if (row.state !== 'challenge' && row.state !== 'decoupled') return refused('threeDSServerTransID')
  const { threeDSecure = {} } = await access.settingsOf(row.entityId)
  const ended = endByResult({ payment, row }, resultOfRReq(rreq), threeDSecure)
  await parts.end(payment, endOf(row, ended, parts))
  return received(rreq)
}

function received(rreq: MessageOf<'RReq'>): MessageOf<'RRes'> {
  const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = rreq
  const ids = { threeDSServerTransID, acsTransID, dsTransID }
  return { messageType: 'RRes', messageVersion, ...ids, resultsStatus: '01' }
}
