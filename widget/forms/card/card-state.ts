import { computed, type Signal, signal } from '@preact/signals'
import type { NumberState } from '../../../common/widget-wire.ts'
import type { WidgetOptions } from '../../options/table.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { announce } from '../shell/notice.ts'
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
  thisMonth,
} from './faults.ts'

export const emptyNumber: NumberState = { length: 0, empty: true, brands: [], complete: [] }
export const emptyCode: CodeState = { length: 0, empty: true, valid: false }

export type CardState = ReturnType<typeof createCardState>

/**
 * Everything a card form knows of its fields, and what follows from it.
 *
 * @param named brands that the placeholder form names
 */
export function createCardState(
  { options, session, isListed }: Pick<FormShell, 'options' | 'session' | 'isListed'>,
  named: readonly string[],
) {
  const number = signal<NumberState>(emptyNumber)
  const code = signal<CodeState>(emptyCode)
  const expiry = signal('')
  const holder = signal('')
  /** What the frames of expiry and holder report, where they are secured fields. */
  const framed = signal<CardFaults>({})
  const picked = signal('')
  const shown = signal<ReadonlySet<CardField>>(new Set())
  const fromGateway = signal<CardFaults>({})

  const accepted = computed(() => acceptedBrands(named, session.value?.brands))
  const detected = computed(() =>
    prioritised(detectedBrands(number.value, accepted.value), options.brandDetectionPriority),
  )
  // In a list of ways to pay the digits decide: the marks are in its row.
  const isDetected = () => options.brandDetection || isListed.value
  const hasSelector = computed(() => named.length > 0 && !isDetected() && accepted.value.length > 1)
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
    const lengths = codeLengths.value.filter((length) => length > 0)
    const found: Record<CardField, Fault | undefined> = {
      cardNumber: numberFault(number.value, {
        brand: brand.value,
        detected: detected.value,
        // A brand that only the form names is the shop's mistake: the gateway's refusal explains more.
        isTaken: session.value?.brands.includes(brand.value) ?? true,
      }),
      expiry: expiryFault(expiry.value, {
        now: options.disableCardExpiryDateValidation ? undefined : thisMonth(session.value?.atMs),
        example: '08 / 30',
      }),
      cardHolder: holderFault(holder.value, isHolderRequired(options)),
      cvv: options.requireCvv ? codeFault(code.value, lengths, isCodeRequired.value) : undefined,
      ...framed.value,
    }
    const entries = cardFields.map((field) => [field, found[field] ?? fromGateway.value[field]])
    return Object.fromEntries(entries.filter(([, fault]) => fault !== undefined))
  })

  return {
    number,
    code,
    expiry,
    holder,
    framed,
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
    shownFaults: computed<CardFaults>(() => {
      const visible = cardFields.filter((field) => shown.value.has(field))
      return Object.fromEntries(visible.map((field) => [field, faults.value[field]]))
    }),
  }
}

export function isHolderRequired(options: WidgetOptions): boolean {
  if (!options.showCardHolder) return false
  return options.requireCardHolder || !options.allowEmptyCardHolderName
}

/** A form with its fields. */
type CardFields = FormShell & { readonly state: CardState }

/**
 * A field was edited: what the gateway said of it is out of date, and its error is not shown while
 * the shopper types, only when the field is left again.
 */
export function handleEdit(state: CardState, field: CardField): void {
  if (state.fromGateway.value[field] !== undefined) {
    const { [field]: _mended, ...rest } = state.fromGateway.value
    state.fromGateway.value = rest
  }
  if (state.shown.value.has(field)) setShown(state.shown, field, false)
}

/** A field was left: shows and announces its fault, unless the shopper has never edited it. */
export function handleBlur(form: CardFields, field: CardField, isEdited: boolean): boolean {
  const { state } = form
  const fault = state.faults.value[field]
  // A paid form has emptied its fields itself: the shopper did nothing wrong.
  const isOpen = form.phase.value === 'open'
  if (isOpen && fault !== undefined && isEdited && !state.shown.value.has(field)) {
    setShown(state.shown, field, true)
    announce(form, faultText(form, fault))
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
export function faultText({ options, language }: FormShell, fault: Fault): string {
  const { translate } = language.value
  const own = { ...options.labels, ...options.errorMessages }
  return own[fault.text] ?? own[fault.hint] ?? translate(fault.text, fault.values)
}

/** Where the security code is on the card. */
export function codeHelp({ language, state }: CardFields): string {
  const keys = { AMEX: 'cvvHintAmex', MAESTRO: 'cvvHintMaestro' } as const
  const key = keys[state.brand.value as keyof typeof keys] ?? 'cvvHint'
  return language.value.translate(key)
}
