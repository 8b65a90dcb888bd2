import { isJsonObject } from '../../common/json-object.ts'
import type { FromFrame, PaymentAnswer, ToFrame } from '../../common/widget-wire.ts'

export type Submit = Extract<ToFrame, { kind: 'submit' }>
export type Outcome = Extract<FromFrame, { kind: 'answer' | 'noAnswer' }>

const ANSWER_WITHIN_MS = 90_000

/** Names that only the frames may fill. */
const CARD_DATA = new Set(['card.number', 'card.cvv'])
const FAULT = ['name', 'message']

/** The form fields of a payment: the page's, but for card data, then what the frames have of the card. */
export function submitBody(
  fields: Readonly<Record<string, string>>,
  card: { readonly number?: string; readonly code: string },
): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (!CARD_DATA.has(name.trim().toLowerCase())) body.append(name, value)
  }
  if (card.number !== undefined) body.append('card.number', card.number)
  if (card.code !== '') body.append('card.cvv', card.code)
  return body
}

/**
 * Sends the payment to the gateway that served this frame. Without an answer in time the outcome is
 * unknown: never sent again from here, the page asks for the status.
 */
export async function postPayment(
  path: string,
  body: URLSearchParams,
  request: typeof fetch,
): Promise<Outcome> {
  let status: number
  let text: string
  try {
    const answer = await request(path, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    status = answer.status
    text = await answer.text()
  } catch {
    return { kind: 'noAnswer', reason: 'network' }
  }
  const read = readAnswer(text)
  if (read === undefined) return { kind: 'noAnswer', reason: 'unreadable' }
  return { kind: 'answer', status, body: read }
}

/**
 * The part of a payment response that the page needs, or undefined if it is none. The rest stays
 * here, as does the value of a faulty card number or code.
 */
export function readAnswer(text: string): PaymentAnswer | undefined {
  const answer = parsed(text)
  if (
    !isJsonObject(answer) ||
    !isJsonObject(answer.result) ||
    typeof answer.result.code !== 'string'
  ) {
    return undefined
  }
  const { parameterErrors: errors } = answer.result
  return {
    // The details that the gateway tells a shopper are what his issuer tells him.
    ...pick(answer, ['id', 'redirect', 'kept', 'resultDetails']),
    result: {
      ...pick(answer.result, ['code', 'description']),
      ...(Array.isArray(errors) && {
        parameterErrors: errors.filter(isJsonObject).map(withoutCard),
      }),
    },
  } as unknown as PaymentAnswer
}

function withoutCard(error: Record<string, unknown>): Record<string, unknown> {
  return pick(error, CARD_DATA.has(String(error.name)) ? FAULT : [...FAULT, 'value'])
}

function pick(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
