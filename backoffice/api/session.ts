import { signal } from '@preact/signals'
import type { AdminSession } from '../../common/admin-wire.ts'
import { followGateway } from '../texts/times.ts'
import { ACTIONS, type Action, type Facts } from './actions.ts'
import { read } from './request.ts'

/** Who is signed in; `null`: nobody; `undefined`: not known yet. */
export const session = signal<AdminSession | null | undefined>(undefined)

/** Asks the gateway who is signed in. */
export async function loadSession(): Promise<void> {
  const answer = await read<AdminSession>('/session')
  if (answer.ok) {
    followGateway(answer.body.now)
    session.value = answer.body
  } else if (answer.failure.status === 401) session.value = null
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
