import type { Failure } from '../../api/request.ts'
import { t } from '../../texts/texts.ts'

/** A refusal, in the words of the reader where another person was first. */
export function changedMeanwhile(failure: Failure): Failure {
  if (failure.status !== 409) return failure
  return { ...failure, faults: [], description: t('entity.changedMeanwhile') }
}

/** What was typed stays, and is saved over what another person has set. */
export function ReadAgain({ onPress }: { readonly onPress: () => void }) {
  return (
    <button type="button" class="button self-start" onClick={onPress}>
      {t('entity.readAgain')}
    </button>
  )
}
