import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { FormKind } from '../../../common/form-kinds.ts'
import { resolveLocale } from '../../../common/locale-tags.ts'
import type { WidgetBoot, WidgetSession } from '../../../common/widget-wire.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import { createCall } from '../../options/callbacks.ts'
import { type LiveOptions, liveOptions } from '../../options/live-options.ts'
import type { PageOptions } from '../../options/page-options.ts'
import { endpointOf, resourcePath, shopperResultUrl } from '../../session/result-address.ts'
import type { EarlyForm } from '../../start/early-form.ts'
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
  /** The container and the secured fields that load already, of a card form. */
  readonly early?: EarlyForm | undefined
  /** Several forms were asked for together: they probably become a list. */
  readonly isListed?: boolean
}

/** What a form pays. */
export interface FormCheckout {
  /** Another one when the page makes the checkout (`checkout-of.ts`): never keep what is in it. */
  boot: WidgetBoot
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
  /** Resolves when the code of the list is here that the form is shown in, or will not come. */
  readonly arranged: () => Promise<void> | undefined
  /** The form is complete, or there is none for its brand. */
  readonly built: () => void
  /** The page has made a checkout for the form. */
  readonly opened: (session: WidgetSession) => void
  /** Asks the gateway for the session again, for all forms of the page. */
  readonly reload: () => void
  /** Whether forms are shown that option `hideInitialPaymentForms` hides behind the stored payment details. */
  readonly areRevealed: Signal<boolean>
}

/** How a list of several forms names a form that is not for cards. */
export interface MethodName {
  /** In the language of the form: reads signals. */
  readonly name: () => string
  /** What its button says. */
  readonly verb: MessageKey
  /** Of a wallet: the shopper can pay with it here. */
  readonly isReady?: boolean
}

/** What every form has, whatever the shopper pays with. */
export type FormShell = ReturnType<typeof createFormShell>

/** The shell of one form, with its container, which is not in the page yet. */
export function createFormShell(checkout: FormCheckout, order: FormOrder, page: FormPage) {
  const { given, pending, areRevealed } = page
  const { boot, session } = checkout
  const { kind, brands } = order
  const brand = kind === 'card' ? 'CARD' : (brands[0] ?? '')
  const { options, refresh } = liveOptions(given)
  const phase = signal<Phase>('open')
  const notice = signal<Notice | undefined>(undefined)
  const container = order.early?.container ?? document.createElement('div')
  container.removeAttribute('style')
  container.className = 'wpwl-container'
  const endpoint = computed(() => endpointOf(session.value, boot))
  effect(() => {
    container.dataset.wpwlStyle = options.style
    container.style.setProperty('--tillgate-spinner', options.spinner.color ?? '')
  })
  const visibility = createVisibility(order, { container, options, session, notice, areRevealed })
  return {
    ...page,
    /** Ends the classes, as in `wpwl-container-card` and `wpwl-container-prepayment-BOLETO`. See `setKind`. */
    name: '',
    kind,
    early: order.early,
    /** The brand that it pays; `CARD` for all cards. */
    brand,
    /** Brands by name, in the order of the placeholder; none: card brands of the channel. */
    brands,
    checkout,
    session,
    /** What the checkout is for: a payment, or to store payment details. */
    endpoint,
    options,
    ...visibility,
    /** How a list of several forms names this one, and what its button says there; cards have neither. */
    method: signal<MethodName | undefined>(undefined),
    /** Reads the page's options again. */
    refresh,
    // A removed form calls nothing more, except about its own payment.
    call: createCall(
      () => (container.isConnected || phase.peek() === 'busy' ? given() : {}),
      pending,
    ),
    ...createTexts(order, { boot, options, session, endpoint }),
    /** Whether the form is in its container, or its code perhaps has to be fetched before. */
    codeState: signal<'loading' | 'here' | 'failed'>('loading'),
    phase,
    /** Its session must be asked for again when the page puts it back. */
    isAsleep: signal(false),
    /** What became of the payment, once that is known. */
    outcome: signal<'accepted' | 'declined' | undefined>(undefined),
    notice,
    /** What the live region says. */
    announcement: signal(''),
    latch: createSubmitLatch(),
    container,
    /** The rendered form element. */
    element: (): HTMLFormElement => container.querySelector('form') as HTMLFormElement,
    /** Where a submit goes, below the gateway's origin: it is only kept where the page has a summary page. */
    submitPath(): string {
      const isKept = options.useSummaryPage && endpoint.peek() === '/payment'
      return resourcePath(checkout.boot.checkoutId ?? '', isKept ? '/summary' : endpoint.peek())
    },
    resultUrl: (): string =>
      shopperResultUrl({
        option: options.shopperResultUrl,
        action: order.action,
        checkout: session.value?.shopperResultUrl,
        // A page in `srcdoc` has no address of its own.
        page: location.protocol === 'about:' ? document.baseURI : location.href,
      }),
  }
}

interface Speaking {
  readonly boot: WidgetBoot
  readonly options: LiveOptions['options']
  readonly session: Signal<WidgetSession | undefined>
  readonly endpoint: ReadonlySignal<string>
}

/** The texts of a form in the language that the option, the checkout, the placeholder or the document has. */
function createTexts({ lang }: FormOrder, { boot, options, session, endpoint }: Speaking) {
  const ownTexts = () => ({ ...options.errorMessages, ...options.labels })
  const texts = createLanguage(boot.locales, ownTexts, () => session.value?.profile === 'legacy')
  effect(() => {
    const { documentElement } = document
    const tags = [options.locale, session.value?.locale ?? '', lang, documentElement.lang]
    void texts.choose(tags.map(resolveLocale).find(Boolean) ?? 'en')
  })
  return {
    language: computed(() =>
      endpoint.value === '/registration'
        ? storingLanguage(texts.current.value, ownTexts())
        : texts.current.value,
    ),
    /** Whether the texts of the chosen language are here, or will not come. */
    areTextsSettled: texts.isSettled,
    /** Adds the texts of fetched code; resolves when they are here, or will not come. */
    addFetchedTexts: texts.addFetched,
  }
}

interface Visible {
  readonly container: HTMLElement
  readonly options: LiveOptions['options']
  readonly session: Signal<WidgetSession | undefined>
  readonly notice: Signal<Notice | undefined>
  readonly areRevealed: Signal<boolean>
}

/** Whether the shopper sees the form: not behind stored payment details, nor closed in a list, nor without its brand. */
function createVisibility(
  { kind, brands, isListed: isOfList = false }: FormOrder,
  { container, options, session, notice, areRevealed }: Visible,
) {
  const areRegistrationsOffered = computed(() => {
    const { registrations, state, endpoint: path } = session.value ?? {}
    // While a payment waits for its cardholder there is nothing to choose.
    const isOpen = state === 'open' && path === '/payment'
    return isOpen && registrations !== undefined && options.showOneClickWidget
  })
  /** Whether the rules of the channel offer the brand, or one of the cards. */
  const isOffered = computed(() => {
    const { brandOffer, brands: cards } = session.value ?? {}
    const names = brands.length > 0 ? brands : cards
    return brandOffer?.some((name) => names?.includes(name)) !== false
  })
  const isShown = signal(true)
  const isListed = signal(isOfList)
  const isOpen = signal(true)
  if (kind !== 'registration') {
    effect(() => {
      // Also while it is not known whether there are any: a form that is shown and then hidden would flash.
      const mayBeOffered = areRegistrationsOffered.value || (!session.value && !notice.value)
      const isBehind = options.registrations.hideInitialPaymentForms && mayBeOffered
      isShown.value = (!isBehind || areRevealed.value) && isOffered.value
    })
  }
  effect(() => {
    // Without our styles nothing else closes it.
    const isClosed = options.style === 'none' && isListed.value && !isOpen.value
    container.hidden = isClosed || !isShown.value
  })
  return {
    /** Whether the page shows a form of the stored payment details. */
    areRegistrationsOffered,
    isOffered,
    /** Whether the form is one of a list of ways to pay. */
    isListed,
    /** Whether the form is shown whole: of a list one is. */
    isOpen,
    /** Whether the shopper may see it, perhaps as a closed one of a list. */
    isShown,
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
  /** Renders the form into the container, which is in the page; resolves when all of it is there. */
  show(): void | Promise<void>
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
