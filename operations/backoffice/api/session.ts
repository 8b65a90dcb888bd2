import { signal } from '@preact/signals'
import type { AdminSession } from '../../people/answer.ts'
import { followGateway } from '../texts/times.ts'
import { ACTIONS, type Action, type Facts } from './actions.ts'
import { type Failure, read } from './request.ts'

/** Who is signed in; `null`: nobody; `undefined`: not known yet. */
export const session = signal<AdminSession | null | undefined>(undefined)

/** Why the session of this browser was ended, as the gateway says it. */
export const endedBy = signal<string | undefined>(undefined)

/** Nobody is signed in any more. */
export function signedOut({ body: { ended } }: Pick<Failure, 'body'>): void {
  endedBy.value = typeof ended === 'string' ? ended : undefined
  session.value = null
}

/** Asks the gateway who is signed in. */
export async function loadSession(): Promise<void> {
  const answer = await read<AdminSession>('/session')
  if (answer.ok) {
    followGateway(answer.body.now)
    endedBy.value = undefined
    session.value = answer.body
  } else if (answer.failure.status === 401) signedOut(answer.failure)
  else if (session.value === undefined) session.value = null
}

/** Whether the person may do something. What is hidden here is refused by the gateway as well. */
export function may(right: string): boolean {
  return session.value?.rights.includes(right) ?? false
}

/** Whether a button that changes something is shown. */
export function mayDo(action: Action): boolean {
  const { right, further = right }: Facts = ACTIONS[action]
  return right === 'own' || (may(right) && may(further))
}
