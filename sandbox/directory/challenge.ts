import {
  decodeFromBrowser,
  encodeForBrowser,
} from '../../server/features/three-ds/messages/browser-text.ts'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import {
  erroOf,
  isMessageFault,
  readMessage,
} from '../../server/features/three-ds/messages/read-message.ts'
import type { Decision, Interaction } from './results.ts'
import type { Envelope, Transaction } from './transaction.ts'

/** The one-time code of the simulated bank. The page shows it, because no message is sent. */
export const ONE_TIME_CODE = '123456'

/** Number of wrong codes at which the authentication fails. */
export const MAX_WRONG_CODES = 3

/** Time for the whole challenge, in milliseconds (EMV 3DS: 10 minutes). */
export const MAX_CHALLENGE_MS = 10 * 60 * 1000

/** What the page asks the cardholder for: a code, a confirmation in the app, or nothing. */
export type Question = 'code' | 'app' | 'nothing'

/** The state of the challenge page, which is sent sealed through the browser. */
export interface ChallengeForm {
  readonly transaction: Transaction
  readonly asks: Question
  /** How often the cardholder has answered. */
  readonly answers: number
  readonly wrongCodes: number
}

/** What the form of the page sends. */
export interface SentAnswer {
  readonly code?: string | undefined
  readonly cancel?: string | undefined
  /** An outcome that the tester has chosen: a value of `RETURN_CODES`, or `app`. */
  readonly returnCode?: string | undefined
}

/** The decision for each result code in `select[name=returnCode]`. */
export const RETURN_CODES: Readonly<Record<string, Decision>> = {
  '000.000.000': 'approve',
  '100.380.401': 'fail',
  '100.390.114': 'fraud',
  '100.390.105': 'unavailable',
  '100.396.101': 'cancel',
  '100.396.103': 'timeout',
}

/** The value of the same list with which the page asks for the app. */
export const ASK_IN_APP = 'app'

/** Reads the CReq that a browser sends to the URL of a transaction. */
export function readChallenge(
  sealed: string,
  creq: string,
  envelope: Envelope,
): ChallengeForm | MessageOf<'Erro'> {
  const transaction = envelope.open('challenge', sealed) as Transaction | undefined
  const sent = decodeFromBrowser(creq, 'A')
  if (isMessageFault(sent)) return sent.erro
  const message = readMessage('CReq', sent, { component: 'A' })
  if (isMessageFault(message)) return message.erro
  const foreign = (detail: string) =>
    erroOf({ code: '301', component: 'A', detail, message: message })
  if (transaction === undefined) return foreign('acsURL')
  if (message.threeDSServerTransID !== transaction.serverTransactionId)
    return foreign('threeDSServerTransID')
  if (message.acsTransID !== transaction.issuerTransactionId) return foreign('acsTransID')
  if (message.messageVersion !== transaction.version) {
    return erroOf({ code: '102', component: 'A', detail: 'messageVersion', message })
  }
  return { transaction, asks: firstQuestion(transaction), answers: 0, wrongCodes: 0 }
}

function firstQuestion({ scenario }: Transaction): Question {
  if (scenario === 'outOfBand') return 'app'
  return scenario === 'challengeTimeout' ? 'nothing' : 'code'
}

/** The reaction to an answer of the cardholder: another page, or the end. */
export type Reaction =
  | {
      readonly kind: 'asked'
      readonly form: ChallengeForm
      readonly notice?: 'codeEmpty' | 'codeWrong'
    }
  | { readonly kind: 'decided'; readonly decision: Decision; readonly interaction: Interaction }

export function reactTo(form: ChallengeForm, sent: SentAnswer, nowMs: number): Reaction {
  const { transaction, asks } = form
  const answers = form.answers + 1
  const decided = (decision: Decision): Reaction => {
    const interaction: Interaction = { type: asks === 'app' ? '03' : '02', count: answers }
    return { kind: 'decided', decision, interaction }
  }
  if (nowMs - transaction.startedAtMs > MAX_CHALLENGE_MS) return decided('timeout')
  if (sent.cancel !== undefined) return decided('cancel')
  if (sent.returnCode === ASK_IN_APP)
    return { kind: 'asked', form: { ...form, asks: 'app', answers } }
  const chosen = Object.hasOwn(RETURN_CODES, sent.returnCode ?? '')
    ? RETURN_CODES[sent.returnCode ?? '']
    : undefined
  if (chosen !== undefined) return decided(chosen)
  if (asks === 'nothing') return decided('timeout')
  if (asks === 'app') return decided('approve')
  return reactToCode({ ...form, answers }, sent.code ?? '', decided)
}

function reactToCode(
  form: ChallengeForm,
  code: string,
  decided: (decision: Decision) => Reaction,
): Reaction {
  const digits = code.replaceAll(/\s/g, '')
  if (digits === ONE_TIME_CODE) return decided('approve')
  if (digits === '') return { kind: 'asked', form, notice: 'codeEmpty' }
  const wrongCodes = form.wrongCodes + 1
  if (wrongCodes >= MAX_WRONG_CODES) return decided('fail')
  return { kind: 'asked', form: { ...form, wrongCodes }, notice: 'codeWrong' }
}

/** The last message of the challenge, which the browser sends to the notification URL. */
export function finalResponse(transaction: Transaction, decision: Decision): string {
  const cres: MessageOf<'CRes'> = {
    messageType: 'CRes',
    messageVersion: transaction.version,
    threeDSServerTransID: transaction.serverTransactionId,
    acsTransID: transaction.issuerTransactionId,
    challengeCompletionInd: 'Y',
    transStatus: decision === 'approve' ? 'Y' : 'N',
  }
  return encodeForBrowser(cres)
}
