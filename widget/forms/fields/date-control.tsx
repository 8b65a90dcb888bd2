import { asciiDigits } from '../../../common/ascii-digits.ts'
import {
  type DatePart,
  dateOrder,
  isFull,
  joinedDate,
  PART_SIZE,
  partsOfDate,
  wholeDate,
  wireDate,
} from './date-parts.ts'
import type { Field } from './field.ts'
import { type FieldSet, hintId, labelText } from './field-set.ts'

interface DateProps {
  readonly fields: FieldSet
  readonly field: Field
}

const PART_TEXT = { day: 'personDay', month: 'personMonth', year: 'personYear' } as const

/**
 * A date as a field for each of its parts, in the order of the language. The whole is a hidden field of the
 * date's own name: pages read it there, and may write it.
 */
export function DateControl({ fields, field }: DateProps) {
  const { form } = fields
  const { wireName, group } = field
  const order = dateOrder(form.language.value.tag, navigator.languages)
  const isFaulty = fields.shownFault(field) !== undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: pages have looks of their own for a fieldset
    <div
      role="group"
      aria-label={labelText(form, field)}
      aria-describedby={isFaulty ? hintId(form, field) : undefined}
      class="wpwl-date"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) leave({ fields, field })
      }}
    >
      <input
        type="hidden"
        class={`wpwl-control-${group}`}
        name={wireName}
        value={fields.typedValue(field)}
      />
      {order.map((part) => (
        <PartInput key={part} fields={fields} field={field} order={order} part={part} />
      ))}
    </div>
  )
}

interface PartProps extends DateProps {
  readonly order: readonly DatePart[]
  readonly part: DatePart
}

function PartInput(props: PartProps) {
  const { fields, field, part } = props
  const { form } = fields
  const text = form.language.value.translate(PART_TEXT[part])
  const isFaulty = fields.shownFault(field) !== undefined
  const { showLabels } = form.options
  return (
    <label class={`wpwl-date-part wpwl-date-part-${part}`}>
      {showLabels && <span>{text}</span>}
      <input
        ref={(element) => {
          element?.classList.toggle('wpwl-has-error', isFaulty)
        }}
        type="text"
        inputMode="numeric"
        class={`wpwl-control wpwl-control-${field.group} wpwl-control-${field.group}-${part}`}
        data-part={part}
        autocomplete={`bday-${part}`}
        aria-label={text}
        aria-required={field.isRequired}
        aria-invalid={isFaulty}
        dir="ltr"
        spellcheck={false}
        placeholder={showLabels ? '' : text}
        readOnly={form.phase.value !== 'open'}
        value={partsOfDate(fields.typedValue(field))[part]}
        onInput={(event) => {
          const { isComposing, inputType = '' } = event as InputEvent
          if (!isComposing) take(props, event.currentTarget, !inputType.startsWith('delete'))
        }}
        onCompositionEnd={({ currentTarget }) => take(props, currentTarget, true)}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text') ?? ''
          if (takeWhole(props, pasted, event.currentTarget)) event.preventDefault()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Backspace' || event.currentTarget.value) return
          if (focusPart(props, event.currentTarget, -1)) event.preventDefault()
        }}
      />
    </label>
  )
}

/** @param isTyped the edit has added something: then the focus may go on */
function take(props: PartProps, input: HTMLInputElement, isTyped: boolean): void {
  const { fields, field, part } = props
  const { value } = input
  if (takeWhole(props, value, input)) return
  const digits = asciiDigits(value).replace(/\D/g, '').slice(0, PART_SIZE[part])
  input.value = digits
  fields.edit(field, joinedDate({ ...partsOfDate(fields.typedValue(field)), [part]: digits }))
  const isEnded = isFull(part, digits) || (digits !== '' && /[\s./-]$/.test(value))
  if (isTyped && isEnded && document.activeElement === input) focusPart(props, input, 1)
}

/** A whole date in one part: browsers and shoppers put it there. Returns whether it was one. */
function takeWhole({ fields, field, order }: PartProps, text: string, input: HTMLElement): boolean {
  const parts = fields.form.phase.peek() === 'open' ? wholeDate(text, order) : undefined
  if (parts === undefined) return false
  fields.edit(field, joinedDate(parts))
  // Where the value was the same before, nothing is drawn anew.
  for (const each of inputsAround(input)) each.value = parts[each.dataset.part as DatePart]
  return true
}

/** Moves the focus to the next part, or to the one before; returns whether there is one. */
function focusPart({ order, part }: PartProps, input: HTMLElement, by: 1 | -1): boolean {
  const wanted = order[order.indexOf(part) + by]
  const next = inputsAround(input).find(({ dataset }) => dataset.part === wanted)
  next?.focus()
  if (by === 1) next?.select()
  return next !== undefined
}

function inputsAround(input: HTMLElement): readonly HTMLInputElement[] {
  return [...(input.closest('.wpwl-date')?.querySelectorAll<HTMLInputElement>('[data-part]') ?? [])]
}

function leave({ fields, field }: DateProps): void {
  const typed = fields.typedValue(field)
  if (wireDate(typed) !== typed) fields.fill({ [field.wireName]: wireDate(typed) })
  fields.leave(field)
}
