import type { FormKit } from '../forms/form-kit.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { BrandPictures, formName } = __TILLGATE_KIT__

/** Further ones are only counted by the card form itself. */
const MAX_MARKS = 4

interface MethodRowProps {
  readonly form: FormShell
  /** Of the radio group. */
  readonly name: string
  /** All forms of the page. */
  readonly shells: readonly FormShell[]
}

/** The row of one form: a radio button with the name of the way to pay. */
export function MethodRow({ form, name, shells }: MethodRowProps) {
  const { container, isOpen, language, phase } = form
  const isPaying = shells.some(({ phase }) => phase.value === 'busy' || phase.value === 'leaving')
  return (
    <label
      class="wpwl-method-label"
      lang={language.value.tag}
      dir={language.value.isRightToLeft ? 'rtl' : 'ltr'}
      data-phase={phase}
    >
      <input
        type="radio"
        class="wpwl-method-choice"
        name={name}
        value={form.name}
        checked={isOpen.value}
        disabled={isPaying}
        aria-controls={container.id || undefined}
        onChange={() => {
          isOpen.value = true
        }}
        onKeyDown={chooseByKey}
      />
      <span class="wpwl-method-title">{formName(form)}</span>
      <span class="wpwl-method-marks" aria-hidden="true">
        <RowMarks form={form} />
      </span>
    </label>
  )
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** WebKit looks for the next radio button of a group only up to the next form, and a form stands between two rows. */
function chooseByKey(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  const at = ARROWS.indexOf(key)
  if (at < 0 || altKey || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  const choice = event.currentTarget as HTMLInputElement
  const place = choice.getRootNode() as Document | ShadowRoot
  const choices = [...place.querySelectorAll<HTMLInputElement>(`[name="${choice.name}"]`)].filter(
    (each) => each.getClientRects().length > 0,
  )
  const isRightToLeft = getComputedStyle(choice).direction === 'rtl'
  const isNext = at === 1 || at === (isRightToLeft ? 2 : 3)
  const next = choices.at((choices.indexOf(choice) + (isNext ? 1 : -1)) % choices.length)
  next?.focus()
  next?.click()
}

/** The mark of a way to pay; the brands of cards stand in their open form itself. */
function RowMarks({ form }: Pick<MethodRowProps, 'form'>) {
  const { kind, isOpen, brand, method } = form
  if (kind === 'card') return isOpen.value ? null : <BrandPictures names={marksOf(form)} />
  return method.value ? <BrandPictures names={[brand]} label={method.value.name()} /> : null
}

function marksOf({ brands, session }: FormShell): readonly string[] {
  const taken = session.value?.brands
  const named = brands.length > 0 ? brands : (taken ?? [])
  return named.filter((name) => taken?.includes(name) !== false).slice(0, MAX_MARKS)
}
