import { useContext } from 'preact/hooks'
import { currencyCodes } from '../../../../common/money.ts'
import { brandNames } from '../../../../common/payment-brands.ts'
import type { FieldOf } from '../../../../common/setting-field.ts'
import { type Choice, Field, Select, TextArea } from '../../parts/field.tsx'
import { t } from '../../texts/texts.ts'
import { BrandChoice } from './brand-choice.tsx'
import { Channels } from './channels.ts'
import { chosenOf, type Draft, hasMembers, linesOf, textOf, withOption } from './setting-draft.ts'
import { MapField, RecordsField } from './setting-entries.tsx'
import { Group } from './setting-group.tsx'
import { Faults, hintOf, PartOfForm, type PartProps } from './setting-part.ts'
import type { FaultTexts } from './setting-places.ts'

const SUGGESTED = { currency: 'setting-currencies', brand: 'setting-brands' } as const

const CURRENCIES = currencyCodes()

/** The form of one setting. */
export function SettingForm(props: PartProps & { readonly faults: FaultTexts }) {
  return (
    <Faults.Provider value={props.faults}>
      <Suggestions id={SUGGESTED.currency} of={CURRENCIES} />
      <Suggestions id={SUGGESTED.brand} of={brandNames} />
      <PartOfForm.Provider value={Part}>
        <Part {...props} isWhole />
      </PartOfForm.Provider>
    </Faults.Provider>
  )
}

function Suggestions(props: { readonly id: string; readonly of: readonly string[] }) {
  return (
    <datalist id={props.id}>
      {props.of.map((one) => (
        <option key={one} value={one} />
      ))}
    </datalist>
  )
}

function Part({ field, ...props }: PartProps) {
  switch (field.kind) {
    case 'object':
      return <ObjectField {...props} field={field} />
    case 'map':
      return <MapField {...props} field={field} />
    case 'records':
      return <RecordsField {...props} field={field} />
    case 'oneOf':
      return <OneOfField {...props} field={field} />
    case 'constant':
      return null
    case 'list':
      return <ListField {...props} field={field} />
    case 'boolean':
    case 'choice':
    case 'channel':
      return <ChoiceField {...props} field={field} />
    default:
      return <LineField {...props} field={field} />
  }
}

function LineField({ field, draft, onDraft, place }: PartProps) {
  const error = useContext(Faults).get(place)
  const isName = field.kind === 'currency' || field.kind === 'brand'
  const write = (typed: string) => onDraft({ text: isName ? typed.toUpperCase() : typed })
  const isCount = field.kind === 'number' && field.min >= 0
  return (
    <Field
      label={field.name}
      hint={hintOf(field)}
      error={error}
      value={textOf(draft)}
      onValue={write}
      inputMode={isCount ? 'numeric' : field.kind === 'amount' ? 'decimal' : 'text'}
      {...(isName && { list: SUGGESTED[field.kind] })}
      autocomplete="off"
    />
  )
}

function ListField({ field, draft, onDraft, place }: PartProps<FieldOf<'list'>>) {
  const error = useContext(Faults).get(place)
  const text = textOf(draft)
  const hint = hintOf(field) ?? ''
  if (field.choices !== undefined) {
    return (
      <BrandChoice
        label={field.name}
        hint={hint}
        error={error}
        known={field.choices}
        chosen={linesOf(draft)}
        onChosen={(chosen) => onDraft({ text: chosen.join('\n') })}
      />
    )
  }
  return (
    <TextArea
      label={field.name}
      hint={`${hint} ${t('field.listHint', { example: field.example })}`}
      error={error}
      class="font-mono"
      rows={Math.min(Math.max(text.split('\n').length, 3), 12)}
      value={text}
      onValue={(typed) => onDraft({ text: typed })}
    />
  )
}

function ChoiceField(props: PartProps<FieldOf<'boolean' | 'choice' | 'channel'>>) {
  const { field, draft, onDraft, place } = props
  const error = useContext(Faults).get(place)
  const channels = useContext(Channels)
  const value = textOf(draft)
  const known = choicesOf(field, channels)
  const isKnown = value === '' || known.some((one) => one.value === value)
  const empty = t(field.default === undefined ? 'field.choose' : 'entity.notSet')
  return (
    <Select
      label={field.name}
      hint={hintOf(field)}
      error={error}
      value={value}
      onValue={(text) => onDraft({ text })}
      choices={[{ value: '', text: empty }, ...known, ...(isKnown ? [] : [{ value, text: value }])]}
    />
  )
}

function choicesOf(
  field: FieldOf<'boolean' | 'choice' | 'channel'>,
  channels: readonly { readonly id: string; readonly name: string }[],
): readonly Choice[] {
  switch (field.kind) {
    case 'boolean':
      return [
        { value: 'true', text: t('entity.true') },
        { value: 'false', text: t('entity.false') },
      ]
    case 'channel':
      return channels.map(({ id, name }) => ({ value: id, text: name }))
    case 'choice':
      return field.choices.map((value) => ({ value, text: field.choiceNames[value] ?? value }))
  }
}

function ObjectField({ field, draft, onDraft, place, isWhole }: PartProps<FieldOf<'object'>>) {
  return (
    <Group field={field} draft={draft} place={place} isWhole={isWhole === true}>
      <Members field={field} draft={draft} onDraft={onDraft} place={place} />
    </Group>
  )
}

function Members({ field, draft, onDraft, place }: PartProps<FieldOf<'object'>>) {
  const typed = hasMembers(draft) ? draft.members : {}
  return Object.entries(field.members).map(([name, member]) => {
    const one = typed[name]
    if (one === undefined) return null
    return (
      <Part
        key={name}
        field={member}
        draft={one}
        place={`${place}.${name}`}
        onDraft={(next) => onDraft({ members: { ...typed, [name]: next } })}
      />
    )
  })
}

/** Which shape, then the fields of that one. */
function OneOfField({ field, draft, onDraft, place }: PartProps<FieldOf<'oneOf'>>) {
  const error = useContext(Faults).get(place)
  const chosen = chosenOf(draft)
  const { option, drafts } = chosen
  const shape = field.options[option]
  const typed = drafts[option]
  // A shape without parts has the same place, and says itself what is wrong.
  const hasParts = shape === undefined || shape.kind === 'object'
  const inner = { place, onDraft: onInner }
  function onInner(next: Draft) {
    onDraft({ option, drafts: { ...drafts, [option]: next } })
  }
  return (
    <>
      <Select
        label={field.name}
        hint={shape?.help ?? hintOf(field)}
        error={hasParts ? error : undefined}
        value={option}
        onValue={(next) => onDraft(withOption(field, chosen, next))}
        choices={[
          ...(field.default === undefined ? [] : [{ value: '', text: t('entity.notSet') }]),
          ...Object.entries(field.options).map(([value, { name }]) => ({ value, text: name })),
        ]}
      />
      {shape?.kind === 'object' && typed !== undefined && (
        <Members {...inner} field={shape} draft={typed} />
      )}
      {shape !== undefined && shape.kind !== 'object' && typed !== undefined && (
        <Part {...inner} field={shape} draft={typed} />
      )}
    </>
  )
}
