import type { Answer, AnswerText } from '../http/answer.ts'

/** An answer as it goes over the wire. */
export function textOf({ status, body }: Answer): AnswerText {
  return { status, body: JSON.stringify(body) }
}

/** The text under which an answer is stored: status and body, the body as text to keep its bytes. */
export function storedTextOf({ status, body }: AnswerText): string {
  return JSON.stringify({ status, body })
}

/** A stored answer, as it was sent. */
export function storedAnswer(text: string): AnswerText {
  return JSON.parse(text) as AnswerText
}
