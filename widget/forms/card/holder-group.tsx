import { Group } from '../../fields/group.tsx'
import type { FormProps } from './card-form.ts'
import { isHolderRequired } from './card-state.ts'
import { CardHint, hintId, labelOf, useFieldElement } from './field-parts.tsx'

export function HolderGroup({ form }: FormProps) {
  const { options, language, session, phase } = form
  const { holder, shownFaults } = form.state
  const { translate } = language.value
  const input = useFieldElement(form, 'cardHolder')
  const isFaulty = shownFaults.value.cardHolder !== undefined
  const isLegacy = session.value?.profile === 'legacy'
  // A merchant's own label is meant for both places.
  const hasOwnText = options.labels.cardHolder !== undefined || !options.showLabels || isLegacy
  const isRequired = isHolderRequired(options)
  // Old pages check the holder themselves: for them "optional" would be wrong.
  const isOptional = !isRequired && session.value !== undefined && !isLegacy
  return (
    <Group
      name="cardHolder"
      wireName="card.holder"
      label={labelOf(form, 'cardHolder')}
      optional={isOptional ? translate('optional') : undefined}
      onLabel={() => input.current?.focus()}
    >
      <input
        ref={input}
        name="card.holder"
        class="wpwl-control wpwl-control-cardHolder"
        autocomplete="cc-name"
        autocapitalize="words"
        spellcheck={false}
        maxLength={128}
        placeholder={options.showPlaceholders && hasOwnText ? translate('cardHolder') : ''}
        aria-label={translate('cardHolder')}
        aria-required={isRequired}
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? hintId(form.container, 'cardHolder') : undefined}
        readOnly={phase.value !== 'open'}
        onInput={({ currentTarget }) => {
          holder.value = currentTarget.value
          form.edited('cardHolder')
        }}
        onBlur={() => form.left('cardHolder')}
      />
      <CardHint form={form} field="cardHolder" />
    </Group>
  )
}
