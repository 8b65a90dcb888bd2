import { batch, computed, effect, type Signal, signal } from '@preact/signals'
import { h, render } from 'preact'
import { resolveLocale } from '../../../common/locale-tags.ts'
import type { FromFrame, WidgetBoot, WidgetSession } from '../../../common/widget-wire.ts'
import { type Call, createCall } from '../../options/callbacks.ts'
import { elementList } from '../../options/element-list.ts'
import { liveOptions } from '../../options/live-options.ts'
import type { PageOptions } from '../../options/read-options.ts'
import { createSecuredFrame, type SecuredFrame } from '../../secured/secured-frame.ts'
import { widgetError } from '../../session/errors.ts'
import { endpointOf, shopperResultUrl } from '../../session/result-address.ts'
import { createLanguage } from '../../texts/language.ts'
import { storingLanguage } from '../../texts/storing-language.ts'
import { createSubmitLatch } from '../submit-latch.ts'
import { CardFormView } from './card-form-view.tsx'
import {
  type CardState,
  createCardState,
  emptyCode,
  emptyNumber,
  framesFailed,
  noteBlur,
  noteEdit,
  notify,
} from './card-state.ts'
import type { CardField } from './faults.ts'
import { keepFramesInformed } from './frame-news.ts'
import { clearPageMarks } from './page-marks.ts'

/** What the page's placeholder says about the form to build. */
export interface CardFormOrder {
  /** Card brands by name; none: detect among all that the channel takes. */
  readonly named: readonly string[]
  /** `action` of the placeholder. */
  readonly action: string
  /** `lang` of the placeholder. */
  readonly lang: string
}

/** What a form pays. */
export interface FormCheckout {
  readonly boot: WidgetBoot
  /** Of this form alone: what the page has forgotten must not be held by forms that it still has. */
  readonly session: Signal<WidgetSession | undefined>
}

/** What the page says to its form. */
export interface FormPage {
  /** Its options as they are now. */
  readonly given: () => PageOptions
  /** Until the page has had its chance to set them; undefined when it has. */
  readonly pending: () => Promise<void> | undefined
  /** A secured field has a new document: perhaps the page has put the form back. */
  readonly loaded: () => void
}

export type CardForm = ReturnType<typeof createCardForm>
export type FrameAnswer = Extract<FromFrame, { kind: 'answer' | 'noAnswer' }>

/** One card form: its state, its frames, its element; not yet in the page, and empty until `show`. */
export function createCardForm(
  checkout: FormCheckout,
  order: CardFormOrder,
  { given, pending, loaded }: FormPage,
) {
  const { boot, session } = checkout
  const { options, refresh } = liveOptions(given)
  // A form that is gone says nothing more, but for what became of its payment.
  const call = createCall(() => (container.isConnected || isBusy() ? given() : {}), pending)
  const ownTexts = () => ({ ...options.errorMessages, ...options.labels })
  const language = createLanguage(boot.locales, ownTexts)
  const endpoint = computed(() => endpointOf(session.value, boot))
  const state = createCardState({
    options,
    named: order.named,
    session,
    language: computed(() =>
      endpoint.value === '/registration'
        ? storingLanguage(language.current.value, ownTexts())
        : language.current.value,
    ),
  })
  const instance = randomHex(16)
  const container = document.createElement('div')
  container.id = `card_${Math.floor(Math.random() * 1e15)}`
  container.className = 'wpwl-container wpwl-container-card'
  effect(() => {
    container.dataset.wpwlStyle = options.style
    container.style.setProperty('--tillgate-spinner', options.spinner.color ?? '')
  })
  effect(() => {
    const { lang } = document.documentElement
    const tags = [options.locale, session.value?.locale ?? '', order.lang, lang]
    void language.choose(tags.map(resolveLocale).find(Boolean) ?? 'en')
  })
  const touched = new Set<CardField>()
  const focused = signal<CardField | undefined>(undefined)
  let answered: ((answer: FrameAnswer) => void) | undefined
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  const isBusy = () => state.phase.peek() === 'busy'
  const codeFrame = createFrame('card.cvv', 'cvv')

  const form = {
    checkout,
    /** What the checkout is for: a payment, or to store what is typed. */
    endpoint,
    state,
    given,
    pending,
    /** Reads the page's options again. */
    refresh,
    call,
    language,
    container,
    instance,
    focused,
    latch: createSubmitLatch(),
    number: createFrame('card.number', 'cardNumber'),
    get code(): SecuredFrame | undefined {
      return options.requireCvv ? codeFrame : undefined
    },
    /** The secured fields that the form shows. */
    frames: () => (options.requireCvv ? [form.number, codeFrame] : [form.number]),
    /** The rendered form element. */
    element: (): HTMLFormElement => container.querySelector('form') as HTMLFormElement,
    resultUrl: (): string =>
      shopperResultUrl({
        option: options.shopperResultUrl,
        action: order.action,
        checkout: session.value?.shopperResultUrl,
        page: location.href,
      }),
    edited(field: CardField): void {
      touched.add(field)
      noteEdit(state, field)
      clearPageMarks(form, field)
    },
    left(field: CardField): void {
      const isValid = noteBlur(state, field, touched.has(field))
      clearPageMarks(form, field)
      call(blurCallbacks[field], { $form: elementList([form.element()]) }, isValid)
    },
    /** What the number frame says next of a submit: nothing, if it is reloaded or takes too long. */
    nextAnswer: (withinMs: number): Promise<FrameAnswer> =>
      new Promise((resolve) => {
        answerTimer = setTimeout(() => answered?.(silence), withinMs)
        answered = (answer) => {
          clearTimeout(answerTimer)
          resolve(answer)
        }
      }),
    show,
    sleep,
    wake,
    dispose,
  }

  function createFrame(wireName: 'card.number' | 'card.cvv', field: CardField): SecuredFrame {
    let wasReady = false
    const tell = (name: Parameters<Call>[0]) =>
      call(name, { $iframe: elementList([frame.element()].filter((element) => element !== null)) })
    const frame = createSecuredFrame(boot, wireName, instance, {
      loaded() {
        loaded()
        if (field === 'cardNumber') state.number.value = emptyNumber
        else state.code.value = emptyCode
        touched.delete(field)
        answered?.(silence)
        news.look(frame)
      },
      failed() {
        if (state.phase.value === 'open' && state.notice.value === undefined) {
          notify(state, framesFailed)
        }
        const message = `The frame of ${wireName} was not ready in time`
        call('onError', undefined, widgetError('PciIframeCommunicationError', message))
      },
      received(message) {
        receive(message, field, tell)
        if (message.kind !== 'ready') return
        const isWhole = form.frames().every((each) => each.state.value === 'ready')
        if (isWhole && state.notice.value === framesFailed) notify(state, undefined)
        if (wasReady) return
        wasReady = true
        if (options.autofocus === wireName) frame.say({ kind: 'focus' })
        tell('onReadyIframeCommunication')
      },
    })
    return frame
  }

  function receive(
    message: FromFrame,
    field: CardField,
    tell: (name: Parameters<Call>[0]) => void,
  ) {
    switch (message.kind) {
      case 'focus':
        focused.value = field
        tell('onFocusIframeCommunication')
        break
      case 'blur':
        if (focused.value === field) focused.value = undefined
        form.left(field)
        tell('onBlurIframeCommunication')
        break
      case 'number':
        take(field, state.number, message.state)
        break
      case 'code':
        take(field, state.code, message)
        break
      case 'enter':
        if (!options.disableSubmitOnEnter) form.element().requestSubmit()
        break
      case 'answer':
      case 'noAnswer':
        answered?.(message)
        break
    }
  }

  function take<State extends { readonly length: number }>(
    field: CardField,
    held: Signal<State>,
    told: State,
  ): void {
    const isEdited = told.length !== held.peek().length
    batch(() => {
      held.value = told
      if (isEdited) form.edited(field)
    })
  }

  let news = keepFramesInformed(form)
  const endBrandNews = tellBrands(state, call)
  effect(() => {
    if (!options.requireCvv) codeFrame.rest()
  })

  /**
   * Renders the form; its container must be in the page. The frames come first, so that they load
   * while everything around them is built.
   */
  function show(): void {
    render(h(CardFormView, { form, isWhole: false }), container)
    render(h(CardFormView, { form, isWhole: true }), container)
  }

  /** The container is out of the page: nothing is waited for but the outcome of a payment. */
  function sleep(): void {
    news.end()
    form.number.rest()
    codeFrame.rest()
    answered?.(silence)
  }

  /** The container is back in the page, and its frames load again. */
  function wake(): void {
    news = keepFramesInformed(form)
  }

  function dispose(): void {
    endBrandNews()
    news.end()
    clearTimeout(answerTimer)
    state.phase.value = 'closed'
    form.number.dispose()
    codeFrame.dispose()
    render(null, container)
    container.remove()
  }

  return form
}

const silence: FrameAnswer = { kind: 'noAnswer', reason: 'network' }

const blurCallbacks = {
  cardNumber: 'onBlurCardNumber',
  cvv: 'onBlurSecurityCode',
  cardHolder: 'onBlurCardHolder',
  expiry: 'onBlurExpiryDate',
} as const

/**
 * Tells the page of each new brand and each detection while the shopper may type; what holds at the
 * start is no news, nor is that a paid form has emptied its fields.
 */
function tellBrands(state: CardState, call: Call): () => void {
  let brand = state.brand.peek()
  let seen = state.detected.peek().join()
  return effect(() => {
    const detected = state.detected.value
    const active = state.brand.value
    if (state.phase.value !== 'open') return
    if (detected.join() !== seen) {
      seen = detected.join()
      call('onDetectBrand', undefined, [...detected], active)
    }
    if (active !== brand) {
      brand = active
      call('onChangeBrand', undefined, active)
    }
  })
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
