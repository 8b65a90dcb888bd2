import { computed, effect, type Signal, signal } from '@preact/signals'
import type { FormKind } from '../../../common/form-kinds.ts'
import { resolveLocale } from '../../../common/locale-tags.ts'
import type { WidgetBoot, WidgetSession } from '../../../common/widget-wire.ts'
import { createCall } from '../../options/callbacks.ts'
import { liveOptions } from '../../options/live-options.ts'
import type { PageOptions } from '../../options/read-options.ts'
import { endpointOf, shopperResultUrl } from '../../session/result-address.ts'
import { createLanguage } from '../../texts/language.ts'
import { storingLanguage } from '../../texts/storing-language.ts'
import type { FormRequest } from '../registry.ts'
import type { Notice, Phase } from './notice.ts'
import { createSubmitLatch } from './submit-latch.ts'

/** What the page's placeholder says about the form to build. */
export interface FormOrder extends FormRequest {
  /** `action` of the placeholder. */
  readonly action: string
  /** `lang` of the placeholder. */
  readonly lang: string
}

/** What a form pays. */
export interface FormCheckout {
  readonly boot: WidgetBoot
  /** Of this form alone: what the page has removed must not be held by forms that it still has. */
  readonly session: Signal<WidgetSession | undefined>
}

/** What a form gets from its page. */
export interface FormPage {
  /** Its options as they are now. */
  readonly given: () => PageOptions
  /** Resolves when all scripts of the page that may set them have run; undefined after that. */
  readonly pending: () => Promise<void> | undefined
  /** The page has perhaps put a removed form back: its frames load, or it has a size again. */
  readonly shown: () => void
  /** The code of a form had to be fetched and is here: it is complete, or there is none for its brand. */
  readonly built: () => void
}

/** What every form has, whatever the shopper pays with. */
export type FormShell = ReturnType<typeof createFormShell>

/** The shell of one form, with its container, which is not in the page yet. */
export function createFormShell(
  checkout: FormCheckout,
  order: FormOrder,
  { given, pending, shown, built }: FormPage,
) {
  const { boot, session } = checkout
  const { kind, brands } = order
  const brand = kind === 'card' ? 'CARD' : (brands[0] ?? '')
  const { options, refresh } = liveOptions(given)
  const phase = signal<Phase>('open')
  const container = document.createElement('div')
  container.className = 'wpwl-container'
  const ownTexts = () => ({ ...options.errorMessages, ...options.labels })
  const texts = createLanguage(boot.locales, ownTexts)
  const endpoint = computed(() => endpointOf(session.value, boot))
  effect(() => {
    container.dataset.wpwlStyle = options.style
    container.style.setProperty('--tillgate-spinner', options.spinner.color ?? '')
  })
  effect(() => {
    const { lang } = document.documentElement
    const tags = [options.locale, session.value?.locale ?? '', order.lang, lang]
    void texts.choose(tags.map(resolveLocale).find(Boolean) ?? 'en')
  })
  return {
    /** Ends the classes, as in `wpwl-container-card` and `wpwl-container-prepayment-BOLETO`. See `setKind`. */
    name: '',
    /** The brand that it pays; `CARD` for all cards. */
    brand,
    checkout,
    session,
    /** What the checkout is for: a payment, or to store payment details. */
    endpoint,
    options,
    given,
    pending,
    shown,
    built,
    /** Reads the page's options again. */
    refresh,
    // A removed form calls nothing more, except about its own payment.
    call: createCall(
      () => (container.isConnected || phase.peek() === 'busy' ? given() : {}),
      pending,
    ),
    language: computed(() =>
      endpoint.value === '/registration'
        ? storingLanguage(texts.current.value, ownTexts())
        : texts.current.value,
    ),
    /** Whether the texts of the chosen language are here, or will not come. */
    areTextsSettled: texts.isSettled,
    /** Whether the code of the form is here, which perhaps has to be fetched. */
    codeState: signal<'loading' | 'here' | 'failed'>('here'),
    phase,
    notice: signal<Notice | undefined>(undefined),
    /** What the live region says. */
    announcement: signal(''),
    latch: createSubmitLatch(),
    container,
    /** The rendered form element. */
    element: (): HTMLFormElement => container.querySelector('form') as HTMLFormElement,
    resultUrl: (): string =>
      shopperResultUrl({
        option: options.shopperResultUrl,
        action: order.action,
        checkout: session.value?.shopperResultUrl,
        page: location.href,
      }),
  }
}

/** Gives a form the names of its kind, before it is shown. */
export function setKind(form: FormShell, kind: FormKind): void {
  const { brand, container } = form
  form.name = kind === 'card' ? kind : `${kind}-${brand}`
  container.id = `${kind}_${Math.floor(Math.random() * 1e15)}`
  container.classList.add(`wpwl-container-${form.name}`)
}

/** What a kind of form adds to its shell. */
export interface FormBody {
  /** Renders the form into the container, which is in the page. */
  show(): void
  /** The container has left the page: stops timers and frames, except for a payment under way. */
  sleep?(): void
  /** The container is back in the page. */
  wake?(): void
  /** The form was removed for good. */
  dispose(): void
  /** The card brands that the form takes, for `onReady`. */
  cardBrands?(): readonly string[]
  /** Moves the focus to the field that option `autofocus` names. */
  focusFirst?(): void
}
