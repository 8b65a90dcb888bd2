import { TextArea } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'

/** As the gateway takes it, in characters. */
export const MIN_REASON = 3
const MAX_REASON = 500

/** Why a person does something with a payment; it is kept. */
export function ReasonField(props: {
  readonly value: string
  readonly onValue: (reason: string) => void
  readonly hint?: string
  /** Where another reason is shown beside it. */
  readonly label?: string
}) {
  return <TextArea label={t('reason.label')} {...props} rows={2} maxLength={MAX_REASON} required />
}
