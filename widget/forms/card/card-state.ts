import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { NumberState, WidgetSession } from '../../../common/widget-wire.ts'
import type { MessageKey, MessageValues, Translate } from '../../i18n/translator.ts'
import type { WidgetOptions } from '../../options/table.ts'
import type { Language } from '../../texts/language.ts'
import {
  acceptedBrands,
  activeBrand,
  codeLengthsOf,
  detectedBrands,
  prioritised,
} from './brand-choice.ts'
import {
  type CardFaults,
  type CardField,
  type CodeState,
  cardFields,
  codeFault,
  expiryFault,
  type Fault,
  holderFault,
  numberFault,
} from './faults.ts'

/** A sentence under the button, about the form as a whole. */
export interface Notice {
  readonly tone: 'error' | 'calm'
  readonly key: MessageKey
  readonly values?: MessageValues
  /** Offers another try. */
  readonly retry?: () => void
}

/** The secured fields are not there; each offers another try of its own. */
export const framesFailed: Notice = { tone: 'error', key: 'frameFailed' }

/**
 * `open`: the shopper may type and pay. `busy`: a submit is under way. `leaving`: it has a result and
 * the page is about to change. `closed`: this checkout cannot be paid (any more).
 */
export type Phase = 'open' | 'busy' | 'leaving' | 'closed'

export const emptyNumber: NumberState = { length: 0, empty: true, brands: [], complete: [] }
export const emptyCode: CodeState = { length: 0, empty: true, valid: false }

export interface CardStateSources {
  readonly options: WidgetOptions
  /** Brands that the placeholder form names. */
  readonly named: readonly string[]
  readonly session: ReadonlySignal<WidgetSession | undefined>
  readonly language: ReadonlySignal<Language>
}

export type CardState = ReturnType<typeof createCardState>

/** Everything a card form knows, and what follows from it. */
export function createCardState({ options, named, session, language }: CardStateSources) {
  const number = signal<NumberState>(emptyNumber)
  const code = signal<CodeState>(emptyCode)
  const expiry = signal('')
  const holder = signal('')
  const picked = signal('')
  const shown = signal<ReadonlySet<CardField>>(new Set())
  const fromGateway = signal<CardFaults>({})

  const accepted = computed(() => acceptedBrands(named, session.value?.brands))
  const detected = computed(() =>
    prioritised(detectedBrands(number.value, accepted.value), options.brandDetectionPriority),
  )
  const hasSelector = computed(
    () => named.length > 0 && !options.brandDetection && accepted.value.length > 1,
  )
  const brand = computed(() =>
    activeBrand({
      accepted: accepted.value,
      detected: detected.value,
      picked: picked.value,
      pickFits: detectedBrands(number.value, [picked.value]).length > 0,
      hasSelector: hasSelector.value,
    }),
  )
  const codeLengths = computed(() => codeLengthsOf(brand.value))
  const isCodeRequired = computed(() => !options.allowEmptyCvv && !codeLengths.value.includes(0))

  const faults = computed<CardFaults>(() => {
    if (!options.validation) return fromGateway.value
    const holderRequired = options.requireCardHolder || !options.allowEmptyCardHolderName
    const lengths = codeLengths.value.filter((length) => length > 0)
    const found: Record<CardField, Fault | undefined> = {
      cardNumber: numberFault(number.value, {
        brand: brand.value,
        detected: detected.value,
        // A brand that only the form names is the shop's mistake: the gateway's refusal tells more.
        isTaken: session.value?.brands.includes(brand.value) ?? true,
      }),
      expiry: expiryFault(expiry.value, {
        now: options.disableCardExpiryDateValidation ? undefined : thisMonth(new Date()),
        example: '08 / 30',
      }),
      cardHolder: holderFault(holder.value, holderRequired),
      cvv: options.requireCvv ? codeFault(code.value, lengths, isCodeRequired.value) : undefined,
    }
    const entries = cardFields.map((field) => [field, found[field] ?? fromGateway.value[field]])
    return Object.fromEntries(entries.filter(([, fault]) => fault !== undefined))
  })

  return {
    options,
    language,
    session,
    number,
    code,
    expiry,
    holder,
    picked,
    accepted,
    detected,
    hasSelector,
    brand,
    codeLengths,
    isCodeRequired,
    faults,
    /** Fields whose fault the shopper gets to see. */
    shown,
    fromGateway,
    phase: signal<Phase>('open'),
    notice: signal<Notice | undefined>(undefined),
    /** What the live region says. */
    announcement: signal(''),
    shownFaults: computed<CardFaults>(() => {
      const visible = cardFields.filter((field) => shown.value.has(field))
      return Object.fromEntries(visible.map((field) => [field, faults.value[field]]))
    }),
  }
}

/**
 * A field was edited: what the gateway said of it is out of date, and its error is not shown while
 * the shopper is at it, only when the field is left again.
 */
export function noteEdit(state: CardState, field: CardField): void {
  if (state.fromGateway.value[field] !== undefined) {
    const { [field]: _mended, ...rest } = state.fromGateway.value
    state.fromGateway.value = rest
  }
  if (state.shown.value.has(field)) setShown(state.shown, field, false)
}

/** A field was left: shows and speaks its fault, unless it was never touched. */
export function noteBlur(state: CardState, field: CardField, touched: boolean): boolean {
  const fault = state.faults.value[field]
  // A paid form has emptied its fields itself: that is no fault of the shopper.
  const isOpen = state.phase.value === 'open'
  if (isOpen && fault !== undefined && touched && !state.shown.value.has(field)) {
    setShown(state.shown, field, true)
    announce(state, faultText(state, fault))
  }
  return fault === undefined
}

export function setShown(
  shown: Signal<ReadonlySet<CardField>>,
  field: CardField,
  isShown: boolean,
): void {
  const next = new Set(shown.value)
  if (isShown) next.add(field)
  else next.delete(field)
  shown.value = next
}

/** The merchant's text of an error, if there is one for the key that merchants know; else our finer one. */
export function faultText({ options, language }: CardState, fault: Fault): string {
  const { translate } = language.value
  const own = { ...options.labels, ...options.errorMessages }
  return own[fault.text] ?? own[fault.hint] ?? translate(fault.text, fault.values)
}

/** Lets screen readers say a text, also the same one twice. */
export function announce({ announcement }: CardState, text: string): void {
  announcement.value = announcement.value === text ? `${text}\u00a0` : text
}

/** Shows a sentence about the whole form and lets screen readers say it. */
export function notify(state: CardState, notice: Notice | undefined): void {
  state.notice.value = notice
  if (notice === undefined) return
  const translate: Translate = state.language.value.translate
  announce(state, translate(notice.key, notice.values))
}

/** The month it still is anywhere on earth (UTC−12): a card's last day must not end early. */
function thisMonth(date: Date): { month: number; year: number } {
  const latest = new Date(date.getTime() - 12 * 3_600_000)
  return { month: latest.getUTCMonth() + 1, year: latest.getUTCFullYear() }
}
