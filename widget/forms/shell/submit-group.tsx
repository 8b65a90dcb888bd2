import { effect, useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { WidgetSession } from '../../../common/widget-wire.ts'
import { useSignalLayoutEffect } from '../../fields/use-signal-layout-effect.ts'
import type { FormShell } from './form-shell.ts'

interface SubmitGroupProps {
  readonly form: FormShell
  /** Further classes of the button, each after a blank. */
  readonly classes?: string
  /** Id of the element that says what the button does. */
  readonly describedBy?: string
  /** Reads signals: whether a field shows an error. */
  readonly hasErrors?: () => boolean
  /** Reads signals: whether the shopper can type. */
  readonly isTypable?: () => boolean
}

/**
 * The button. Its text and `aria-label` are "Pay now" and nothing else; the amount beside it is
 * drawn from an attribute, because shops and their tests compare the text.
 */
export function SubmitGroup(props: SubmitGroupProps) {
  const { form, classes = '', describedBy, hasErrors, isTypable } = props
  const { language, session, phase } = form
  const text = useComputed(() => language.value.translate('submit'))
  const button = useRef<HTMLButtonElement>(null)
  useSignalLayoutEffect(() => {
    button.current?.classList.toggle('wpwl-button-error', hasErrors?.() ?? false)
  })
  const mayFormat = useSignal(false)
  useEffect(() => whenTypable(isTypable, () => (mayFormat.value = true)), [])
  useSignalLayoutEffect(() => {
    const { value } = session
    if (value?.amount === undefined || form.endpoint.value === '/registration') return
    // A shop's own text with digits names the amount itself.
    if (/\p{Nd}/u.test(text.value)) {
      button.current?.removeAttribute('data-amount')
      return
    }
    const amount = mayFormat.value ? amountText(value, language.value.tag) : undefined
    // Empty at first: the text beside it does not move when the amount appears.
    if (amount !== undefined || !button.current?.dataset.amount)
      button.current?.setAttribute('data-amount', amount ?? '')
  })
  return (
    <div class="wpwl-group wpwl-group-submit wpwl-clearfix">
      <div class="wpwl-wrapper wpwl-wrapper-submit">
        <button
          ref={button}
          type="submit"
          name="pay"
          class={`wpwl-button wpwl-button-pay${classes}`}
          aria-label={text}
          aria-describedby={describedBy}
          aria-disabled={useComputed(() => phase.value !== 'open')}
        >
          {text}
        </button>
        <NoticeLine form={form} />
      </div>
    </div>
  )
}

/** A frame that does not load must not hide the amount for longer. */
const AMOUNT_WITHIN_MS = 3000

/** What became ready has been painted by then. */
const PAINTED_WITHIN_MS = 100

/**
 * Calls `then` after the form was painted in which the shopper can type: the first use of Intl takes
 * so long that it would delay typing. Returns how to cancel it.
 */
function whenTypable(isTypable: (() => boolean) | undefined, then: () => void): () => void {
  let timer = setTimeout(then, AMOUNT_WITHIN_MS)
  const end = effect(() => {
    if (isTypable?.() === false) return
    clearTimeout(timer)
    timer = setTimeout(then, PAINTED_WITHIN_MS)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

/** The sentence about the whole form. */
export function NoticeLine({ form }: { readonly form: FormShell }) {
  const { notice, language } = form
  if (notice.value === undefined) return null
  const { key, values, tone, retry } = notice.value
  const { translate } = language.value
  return (
    <div class="wpwl-notice" data-tone={tone}>
      {translate(key, values)}
      {retry && (
        <button type="button" class="wpwl-retry-link" onClick={retry}>
          {translate('retry')}
        </button>
      )}
    </div>
  )
}

/** The amount as people of the language write it. Nothing for a pure registration. */
export function amountText(session: WidgetSession | undefined, tag: string): string | undefined {
  if (session?.amount === undefined || session.currency === undefined) return undefined
  // Intl thinks that some currencies have no cents; what is to be paid must not be rounded away.
  const hasCents = !session.amount.endsWith('.00')
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: session.currency,
    ...(hasCents ? { minimumFractionDigits: 2 } : {}),
  }).format(Number(session.amount))
}
