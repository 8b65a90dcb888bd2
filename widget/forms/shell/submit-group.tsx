import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keepSteady } from '../../fields/steady.ts'
import { useSignalLayoutEffect } from '../../fields/use-signal-layout-effect.ts'
import type { MessageKey, MessageValues } from '../../i18n/translator.ts'
import { BrandPictures } from '../card/brand-pictures.tsx'
import { amountText } from './amount-text.ts'
import type { FormShell } from './form-shell.ts'
import { shownMoney } from './shown-money.ts'

export interface SubmitGroupProps {
  readonly form: FormShell
  /** Further classes of the button, each after a blank. */
  readonly classes?: string
  /** Id of the element that says what the button does. */
  readonly describedBy?: string
  /** The brand whose mark is on the button. */
  readonly mark?: string | undefined
  /** Reads signals: whether a field shows an error. */
  readonly hasErrors?: () => boolean
}

/**
 * The button. Its text and `aria-label` are "Pay now" and nothing else until the shopper pays; the
 * amount beside it is drawn from an attribute, because shops and their tests compare the text.
 */
export function SubmitGroup(props: SubmitGroupProps) {
  const { form, classes = '', describedBy, hasErrors, mark } = props
  const { language, phase } = form
  const text = useComputed(() => language.value.translate(...buttonText(form)))
  const button = useRef<HTMLButtonElement>(null)
  let shown: Element | Text | undefined
  useSignalLayoutEffect(() => {
    const now = new Text(text.value)
    // A browser that translates the page has put an element of its own in the place of our text.
    const foreign = button.current?.querySelector('font') ?? shown
    if (foreign) shown = now
    foreign?.replaceWith(now)
  })
  useSignalLayoutEffect(() => {
    button.current?.classList.toggle('wpwl-button-error', hasErrors?.() ?? false)
  })
  useSignalLayoutEffect(() => {
    const { amount, currency } = shownMoney(form)
    if (amount === undefined || form.endpoint.value === '/registration') return
    // A shop's own text with digits names the amount itself.
    if (/\p{Nd}/u.test(language.value.translate('submit'))) {
      button.current?.removeAttribute('data-amount')
      return
    }
    const written = amountText(form, amount, currency)
    for (const name of ['data-amount', 'aria-description'])
      button.current?.setAttribute(name, written)
  })
  return (
    <div class="wpwl-group wpwl-group-submit wpwl-clearfix">
      <div ref={keepSteady} class="wpwl-wrapper wpwl-wrapper-submit">
        <button
          ref={button}
          type="submit"
          // Were the event stopped, the browser would leave the page.
          formMethod="dialog"
          name="pay"
          class={`wpwl-button wpwl-button-pay${classes}`}
          aria-label={text}
          aria-describedby={describedBy}
          aria-disabled={useComputed(() => phase.value !== 'open')}
        >
          {mark && <BrandPictures names={[mark]} label="" />}
          {text}
        </button>
        <NoticeLine form={form} />
      </div>
    </div>
  )
}

function buttonText(form: FormShell): [MessageKey, MessageValues?] {
  const { outcome, phase, isListed, method, options } = form
  if (outcome.value) return [outcome.value]
  if (phase.value === 'busy' || phase.value === 'leaving') return ['processing']
  const { verb, name } = method.value ?? {}
  // A text of the page's own counts in each form.
  if (!isListed.value || !verb || !name || options.labels.submit) return ['submit']
  return [verb, { brand: name() }]
}

/** The sentence about the whole form. */
export function NoticeLine({ form }: { readonly form: FormShell }) {
  const { notice, language } = form
  if (notice.value === undefined) return null
  const { key, values, text, tone, actions } = notice.value
  const { translate } = language.value
  return (
    // A browser that translates the page takes our text out of it: another one needs another element.
    <div key={key} class="wpwl-notice" data-tone={tone}>
      {text ?? translate(key, values)}
      <div class="wpwl-notice-actions">
        {actions?.map((action) => (
          <button type="button" class="wpwl-retry-link" onClick={action.run}>
            {translate(action.key)}
          </button>
        ))}
      </div>
    </div>
  )
}
