import { type Answer, type AnswerText, membersOf, textOfBody } from '../answer.ts'

/** An answer as it goes over the wire. */
export function textOf(answer: Answer): AnswerText {
  return { status: answer.status, text: textOfBody(answer) }
}

/**
 * An answer as it is repeated: without the members that are shown once. `alreadyShown` names them in their
 * place, so that nobody takes their absence for a fault.
 */
export function repeatable(answer: Answer): Answer {
  const { shownOnce } = answer
  if (shownOnce === undefined) return answer
  const kept = Object.entries(membersOf(answer)).filter(([name]) => !shownOnce.includes(name))
  return { ...answer, body: { ...Object.fromEntries(kept), alreadyShown: shownOnce } }
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
