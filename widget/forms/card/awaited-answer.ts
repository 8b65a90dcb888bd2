import type { SubmitAnswer } from '../shell/submit-steps.ts'

/** The answer of the frame that pays. */
export interface AwaitedAnswer {
  /** The next one: `noAnswer` if the frame is reloaded or takes too long. */
  next(withinMs: number): Promise<SubmitAnswer>
  /** Resolves what waits for an answer, if anything does. */
  resolve(answer: SubmitAnswer): void
}

export const noAnswer: SubmitAnswer = { kind: 'noAnswer', reason: 'network' }

export function awaitedAnswer(): AwaitedAnswer {
  let answered: ((answer: SubmitAnswer) => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    next: (withinMs) =>
      new Promise((resolve) => {
        timer = setTimeout(() => answered?.(noAnswer), withinMs)
        answered = (answer) => {
          clearTimeout(timer)
          resolve(answer)
        }
      }),
    resolve: (answer) => answered?.(answer),
  }
}
