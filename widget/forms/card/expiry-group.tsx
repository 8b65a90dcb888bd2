import { ExpiryInput } from '../../fields/expiry-input.tsx'
import { Group } from '../../fields/group.tsx'
import type { FormProps } from './card-form.ts'
import { CardHint, hintId, labelOf, useFieldElement } from './field-parts.tsx'

export function ExpiryGroup({ form }: FormProps) {
  const { options, language, phase } = form
  const { expiry, shownFaults } = form.state
  const { translate } = language.value
  const input = useFieldElement(form, 'expiry')
  return (
    <Group name="expiry" label={labelOf(form, 'expiryDate')} onLabel={() => input.current?.focus()}>
      <ExpiryInput
        element={input}
        hintId={hintId(form.container, 'expiry')}
        label={translate('expiryDate')}
        placeholder={options.showPlaceholders ? translate('mmyy') : ''}
        isFaulty={shownFaults.value.expiry !== undefined}
        isLocked={phase.value !== 'open'}
        text={expiry}
        onEdit={() => form.edited('expiry')}
        onLeave={() => form.left('expiry')}
      />
      <CardHint form={form} field="expiry" />
    </Group>
  )
}
