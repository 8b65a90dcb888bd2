import { type Answer, type AnswerText, textOfBody } from '../answer.ts'

/** An answer as it goes over the wire. */
export function textOf(answer: Answer): AnswerText {
  return { status: answer.status, text: textOfBody(answer) }
}

/** What is stored of an answer: its status, and its body as text to keep the bytes. */
interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** The text under which an answer is stored. */
export function storedTextOf({ status, text }: AnswerText): string {
  return JSON.stringify({ status, body: text } satisfies StoredAnswer)
}

/** A stored answer, as it was sent. */
export function storedAnswer(stored: string): AnswerText {
  const { status, body } = JSON.parse(stored) as StoredAnswer
  return { status, text: body }
}
