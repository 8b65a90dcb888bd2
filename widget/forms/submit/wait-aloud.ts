import { notify } from '../../fetched/notices.ts'
import type { FormShell } from '../shell/form-shell.ts'

/** What the shopper reads and hears while the answer to a payment takes long. */
const SPEECHES = [
  [8_000, 'payingLong'],
  [20_000, 'payingVeryLong'],
] as const

/** Waits for an answer, and speaks to the shopper meanwhile. */
export async function waitAloud<Answer>(form: FormShell, answer: Promise<Answer>): Promise<Answer> {
  const timers = SPEECHES.map(([ms, key]) =>
    setTimeout(() => {
      if (form.phase.peek() === 'busy') notify(form, { tone: 'calm', key })
    }, ms),
  )
  return answer.finally(() => {
    for (const timer of timers) clearTimeout(timer)
    if (SPEECHES.some(([, key]) => form.notice.peek()?.key === key)) form.notice.value = undefined
  })
}
