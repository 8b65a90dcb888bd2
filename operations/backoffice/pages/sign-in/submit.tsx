import type { Failure } from '../../api/request.ts'
import { FailureNotice } from '../../parts/notice.tsx'
import { t } from '../../texts/texts.ts'

/** The end of a form of the sign-in pages: why it was refused, and its button. */
export function Submit({
  text,
  sending: { failure, isBusy },
}: {
  readonly text: string
  readonly sending: { readonly failure?: Failure | undefined; readonly isBusy: boolean }
}) {
  return (
    <>
      {failure !== undefined && (
        <div class="-mx-4 -my-2">
          <FailureNotice failure={failure} />
        </div>
      )}
      <button type="submit" class="button button-primary min-h-10" disabled={isBusy}>
        {isBusy ? t('state.busy') : text}
      </button>
    </>
  )
}
