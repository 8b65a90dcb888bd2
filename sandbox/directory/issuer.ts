import { RESULTS_PATH } from '../../common/authentication-wire.ts'
import type {
  CardRange,
  Directory,
  DirectoryAnswer,
  MessageExtension,
} from '../../server/features/three-ds/index.ts'
import type { MessageOf } from '../../server/features/three-ds/messages/messages.ts'
import type { OutgoingClient, OutgoingLimits } from '../../server/http/outgoing/client.ts'
import { readScenario } from '../enrolled-cards.ts'
import { answerMessage, type DirectoryMessage, SIMULATOR_EXTENSION } from './directory.ts'
import {
  type Decision,
  type Interaction,
  type Receipt,
  readReceipt,
  resultRequest,
} from './results.ts'
import { createEnvelope, type Envelope, type Sign, type Transaction } from './transaction.ts'

export interface SimulatedIssuerParts {
  /** Origin of the gateway itself: results for it are passed on in this process. */
  readonly baseUrl: string
  /** Origin of the issuer's pages. */
  readonly issuerUrl: string
  readonly sign: Sign
  readonly now: () => number
  /** Sends results to other servers. Absent: results can only be sent to this gateway. */
  readonly send?: OutgoingClient
  readonly log: { warn(about: object, message: string): void }
  /** Runs work later; by default with a timer that does not keep the process alive. */
  readonly later?: (milliseconds: number, work: () => void) => void
}

/** Receives a result for the gateway itself: `AuthenticationService.receiveResult`. */
export type ResultListener = (
  transactionId: string,
  token: string,
  body: unknown,
) => Promise<unknown>

/** Directory and issuer of the test environment. */
export interface SimulatedIssuer {
  /** The directory for the 3DS server of the same process. */
  readonly directory: Directory & Required<Pick<Directory, 'forcedRange' | 'extension'>>
  readonly envelope: Envelope
  /** `undefined`: the directory does not answer. */
  answer(message: unknown): DirectoryMessage | undefined
  /** Ends a challenge: sends the result, once for each transaction, and returns the decision. */
  decide(transaction: Transaction, decision: Decision, interaction: Interaction): Promise<Decision>
  onResult(listener: ResultListener): void
  now(): number
}

/** Duration of a decoupled authentication, and delay of a late result, in milliseconds. */
export const DECOUPLED_AFTER_MS = 3_000
export const LATE_RESULT_AFTER_MS = 7_000

/** Limits of results for other servers: the shopper's browser waits for the answer. */
export const RESULT_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 10_000,
  answerBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  sockets: 8,
  idleSocketMs: 4_000,
}

/** Maximum number of remembered decisions; a repeated form gets the decision of the first one. */
const MAX_REMEMBERED = 10_000

export function createSimulatedIssuer(parts: SimulatedIssuerParts): SimulatedIssuer {
  const { issuerUrl, sign, now } = parts
  const later = parts.later ?? ((ms, work) => void setTimeout(work, ms).unref())
  const envelope = createEnvelope(sign)
  const decided = new Map<string, Promise<Decision>>()
  let listener: ResultListener | undefined

  async function deliver(
    transaction: Transaction,
    decision: Decision,
    interaction: Interaction,
  ): Promise<void> {
    const request = resultRequest(transaction, decision, interaction, sign)
    const receipt = await sendResult(request, transaction.resultUrl, { ...parts, listener })
    if (receipt.kind === 'received') return
    parts.log.warn({ receipt, transaction: transaction.serverTransactionId }, 'result not taken')
  }

  async function firstDecision(
    transaction: Transaction,
    decision: Decision,
    interaction: Interaction,
  ): Promise<Decision> {
    const send = () => deliver(transaction, decision, interaction)
    if (transaction.scenario === 'resultLate') later(LATE_RESULT_AFTER_MS, () => void send())
    else if (transaction.scenario !== 'resultNever') await send()
    return decision
  }

  function decideLater(transaction: Transaction): void {
    const { scenario } = transaction
    if (scenario === 'decoupledNever') return
    const decision = scenario === 'decoupledDeclined' ? 'fail' : 'approve'
    const send = () => deliver(transaction, decision, { type: '04', count: 1 })
    later(DECOUPLED_AFTER_MS, () => void send())
  }

  const answer = (message: unknown) =>
    answerMessage(message, { issuerUrl, sign, envelope, now, decideLater })

  /** A missing answer counts as a timeout at once, so that no test has to wait for it. */
  function answered(message: unknown): DirectoryAnswer {
    const json = answer(message)
    return json === undefined ? { kind: 'failed', reason: 'timeout' } : { kind: 'answered', json }
  }

  return {
    envelope,
    now,
    answer,
    directory: {
      name: 'simulator',
      // Other acquirers do not accept its proofs.
      connector: 'simulator',
      decide: answered,
      // Converted to JSON and back, as if it had arrived over HTTP.
      async send(message) {
        const answer = answered(asJson(message))
        return answer.kind === 'answered' ? { ...answer, json: asJson(answer.json) } : answer
      },
      forcedRange,
      extension,
    },
    decide(transaction, decision, interaction) {
      const id = transaction.issuerTransactionId
      const known = decided.get(id) ?? firstDecision(transaction, decision, interaction)
      decided.set(id, known)
      const [oldest] = decided.keys()
      if (decided.size > MAX_REMEMBERED && oldest !== undefined) decided.delete(oldest)
      return known
    },
    onResult(next) {
      listener = next
    },
  }
}

function asJson(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message))
}

/** Makes any card enrolled: `customParameters[3DS2_enrolled]=true`, or the name of a scenario. */
function forcedRange(custom: Readonly<Record<string, string>>): CardRange | undefined {
  const isForced =
    custom['3DS2_enrolled'] === 'true' || readScenario(custom['3DS2_scenario']) !== undefined
  return isForced ? { version: '2.2.0' } : undefined
}

/** The message extension with `customParameters[3DS2_…]` of the request, for the directory. */
function extension(custom: Readonly<Record<string, string>>): MessageExtension | undefined {
  const wishes = ['enrolled', 'flow', 'scenario'].flatMap((wish) => {
    const value = custom[`3DS2_${wish}`]
    return value === undefined ? [] : [[wish, value]]
  })
  if (wishes.length === 0) return undefined
  const data = Object.fromEntries(wishes)
  return { name: 'tillgate-simulator', id: SIMULATOR_EXTENSION, criticalityIndicator: false, data }
}

interface Delivery extends Pick<SimulatedIssuerParts, 'baseUrl' | 'send'> {
  readonly listener: ResultListener | undefined
}

/** Sends a result request to the 3DS server of a transaction and reads its answer. Never rejects. */
async function sendResult(
  request: MessageOf<'RReq'>,
  url: string,
  { baseUrl, send, listener }: Delivery,
): Promise<Receipt> {
  try {
    const own = ownAddress(url, baseUrl)
    if (own !== undefined && listener !== undefined) {
      const body: unknown = JSON.parse(JSON.stringify(request))
      return readReceipt(request, await listener(own.transactionId, own.token, body))
    }
    if (send === undefined) return { kind: 'lost', reason: 'there is no client' }
    const exchange = await send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(request),
    })
    if (exchange.kind !== 'answered') return { kind: 'lost', reason: exchange.reason }
    return readReceipt(request, JSON.parse(exchange.body))
  } catch (error) {
    return { kind: 'lost', reason: error instanceof Error ? error.message : String(error) }
  }
}

function ownAddress(
  url: string,
  baseUrl: string,
): { readonly transactionId: string; readonly token: string } | undefined {
  const start = `${baseUrl}${RESULTS_PATH}/`
  if (!url.startsWith(start)) return undefined
  const [, transactionId, token] = /^([^./////?#]+)\.([^/?#]+)$/.exec(url.slice(start.length)) ?? []
  return transactionId === undefined || token === undefined ? undefined : { transactionId, token }
}
