import { isJsonObject } from '../../common/json-object.ts'
import { matches } from './read-message.ts'

/**
 * How the security code gets from its frame into the number frame, which pays: between documents of
 * the gateway only, never through the page.
 *
 * Attacks considered:
 * - The page listens: messages go to a window with the gateway's origin as target, or over a
 *   BroadcastChannel, which only documents of the gateway's origin can open.
 * - Another tab with a copied instance name: the frame beside is asked itself, found through the
 *   parent. Inside a shadow root, where only the channel is left, another tab could answer first:
 *   the payment would carry a wrong code and be declined, the code would still not leak.
 * - The page makes a second code frame of the same instance: then no frame is asked and nothing is paid,
 *   because it is not known which code the shopper meant.
 * - The page makes a second number frame: it gets the code, but the code only leaves it towards the
 *   gateway. Which checkout is paid is the page's word in any case.
 * - An old request or answer is sent again: each request has a random name, is answered once, and
 *   takes one answer while it is open.
 */
export interface HandoverMessage {
  /** `codeSpent`: it was used up, the code frame forgets it. */
  readonly tillgate: 'codeWanted' | 'code' | 'codeSpent'
  readonly instance: string
  /** Random name of the request, 32 hex. */
  readonly request: string
  /** Digits in a `code` (of expiry and holder: their text), else empty. */
  readonly code: string
}

const ANSWER_WITHIN_MS = 3000

export interface CodeAskerOptions {
  readonly instance: string
  /** Passes a message on; false unless there is exactly one receiver. */
  readonly send: (message: HandoverMessage) => boolean
  readonly newRequest: () => string
  /** `setTimeout`, replaceable by tests. */
  readonly later: (run: () => void, ms: number) => void
  /** Whether a text can be the value; the security code if absent. */
  readonly isValue?: (value: unknown) => boolean
}

/** The number frame's end. */
export interface CodeAsker {
  /** The code, empty if the shopper left it empty; undefined if the code frame was silent. */
  ask(): Promise<string | undefined>
  receive(data: unknown): void
  /** Tells the code frame that the code it gave last is used up. */
  spend(): void
}

export function codeAsker({
  instance,
  send,
  newRequest,
  later,
  isValue,
}: CodeAskerOptions): CodeAsker {
  let request = ''
  let settle: ((code?: string) => void) | undefined
  const say = (tillgate: 'codeWanted' | 'codeSpent') =>
    send({ tillgate, instance, request, code: '' })
  return {
    ask: () =>
      new Promise((resolve) => {
        request = newRequest()
        settle = resolve
        later(() => resolve(undefined), ANSWER_WITHIN_MS)
        if (!say('codeWanted')) resolve(undefined)
      }),
    receive(data) {
      const message = readHandover(instance, data, isValue)
      if (message?.tillgate !== 'code' || message.request !== request) return
      settle?.(message.code)
      settle = undefined
    },
    spend: () => void say('codeSpent'),
  }
}

/** The code frame's end: takes a message, gives the answer to send back, if there is one. */
export function codeGiver(
  instance: string,
  code: { read(): string; wipe(): void },
): (data: unknown) => HandoverMessage | undefined {
  const answered = new Set<string>()
  return (data) => {
    const message = readHandover(instance, data)
    if (message === undefined) return undefined
    const { tillgate, request } = message
    const isAnswered = answered.has(request)
    if (tillgate === 'codeSpent' && isAnswered) code.wipe()
    if (tillgate !== 'codeWanted' || isAnswered) return undefined
    answered.add(request)
    return { tillgate: 'code', instance, request, code: code.read() }
  }
}

const isRequest = matches(/^[0-9a-f]{32}$/)
const isCode = matches(/^[0-9]{0,4}$/)

function readHandover(
  instance: string,
  data: unknown,
  isValue = isCode,
): HandoverMessage | undefined {
  const isOurs =
    isJsonObject(data) &&
    data.instance === instance &&
    isRequest(data.request) &&
    isValue(data.code)
  return isOurs ? (data as unknown as HandoverMessage) : undefined
}
