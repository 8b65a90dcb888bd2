import type { Failure } from '../../api/request.ts'
import { FailureNotice } from '../../parts/notice.tsx'
import { Pill } from '../../parts/state.tsx'

/** The end of a form of the profile: why it was refused, its button, and that it is done. */
export function Save(props: {
  readonly text: string
  /** Said when it is done. */
  readonly done: string
  readonly isDone: boolean
  readonly sending: { readonly failure?: Failure | undefined; readonly isBusy: boolean }
}) {
  const { failure, isBusy } = props.sending
  return (
    <>
      {failure !== undefined && (
        <div class="-mx-4">
          <FailureNotice failure={failure} />
        </div>
      )}
      <div class="flex items-center gap-3">
        <button type="submit" class="button" disabled={isBusy}>
          {props.text}
        </button>
        {props.isDone && <Pill icon="tick" tone="good" text={props.done} />}
      </div>
    </>
  )
}
