import { useRef, useState } from 'preact/hooks'
import { isJsonObject } from '../../../common/json-object.ts'
import { t } from '../texts/texts.ts'
import { newKey } from './new-key.ts'
import { type Answer, type Change, type Failure, send } from './request.ts'
import { tellAfterDialog } from './told.ts'

/** The changes that one button makes. */
export interface Sending {
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  forget(): void
  /** `done`: what the page says when it was done, such as the name of the button. */
  run<Body>(change: Omit<Change, 'key'>, done?: string): Promise<Answer<Body>>
}

/**
 * Sends what a button asks for. A try after an answer that was lost has the key of the first one, so that
 * the gateway does it once; other content, or a refusal that was read, begins anew. A secret that the lost
 * answer had is shown by no other one: it is told as a failure, because it has to be made anew.
 */
export function useSend(): Sending {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const kept = useRef<{ readonly content: string; readonly key: string } | undefined>(undefined)
  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    async run<Body>(change: Omit<Change, 'key'>, done?: string) {
      const content = JSON.stringify(change)
      if (kept.current?.content !== content) kept.current = { content, key: newKey() }
      setBusy(true)
      setFailure(undefined)
      const answer = withoutLostSecret(await send<Body>({ ...change, key: kept.current.key }))
      if (answer.ok || isDefinite(answer.failure)) kept.current = undefined
      if (!answer.ok) setFailure(answer.failure)
      setBusy(false)
      if (answer.ok && done !== undefined) tellAfterDialog(t('action.doneWhat', { what: done }))
      return answer
    },
  }
}

function withoutLostSecret<Body>(answer: Answer<Body>): Answer<Body> {
  if (!answer.ok || !isJsonObject(answer.body) || !('alreadyShown' in answer.body)) return answer
  const description = t('error.alreadyShown')
  return { ok: false, failure: { status: 410, code: '', description, faults: [], body: {} } }
}

/** Whether it is known that nothing was done. */
export function isDefinite({ status }: Failure): boolean {
  return status >= 400 && status < 500 && status !== 409 && status !== 429
}
