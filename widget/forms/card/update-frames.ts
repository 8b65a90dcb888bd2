import { effect } from '@preact/signals'
import { frameLook, type LookTexts, readLooks } from '../../secured/frame-look.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import { fitToPage } from '../../styles/fit-to-page.ts'
import type { CardForm } from './card-form.ts'
import { codeHelp, faultText } from './card-state.ts'

/**
 * Sends rules, errors and appearance to the secured fields when they change. The appearance is read
 * from the page again when it may have changed: texts, a new document, the page's theme, an error.
 */
export function updateFrames(form: CardForm): {
  /** For a new document in a frame, before the next paint. */
  readonly sendLooks: () => void
  readonly end: () => void
} {
  const { state, number, frames } = form
  const ends: (() => void)[] = [
    effect(sendGrouping),
    effect(sendCodeRules),
    effect(sendFaults),
    effect(sendPhase),
  ]

  function sendGrouping(): void {
    const { numberFormatting, brandDetectionType } = form.options
    number.sendState({ kind: 'grouping', grouped: numberFormatting })
    number.sendState({ kind: 'binList', isAsked: brandDetectionType === 'binlist' })
  }

  function sendCodeRules(): void {
    form.code?.sendState({
      kind: 'codeRules',
      lengths: state.codeLengths.value.filter((length) => length > 0),
      required: state.isCodeRequired.value,
      mask: form.options.maskCvv,
    })
  }

  function sendFaults(): void {
    const { cardNumber, cvv } = state.shownFaults.value
    number.sendState({ kind: 'fault', message: cardNumber ? faultText(form, cardNumber) : null })
    form.code?.sendState({ kind: 'fault', message: cvv ? faultText(form, cvv) : null })
  }

  function sendPhase(): void {
    const disabled = form.phase.value !== 'open'
    for (const frame of frames()) frame.sendState({ kind: 'disabled', disabled })
  }

  function sendLooks(some: readonly SecuredFrame[]): void {
    const shown = some.flatMap((frame) => {
      const element = frame.element()
      return element?.isConnected ? [{ frame, element }] : []
    })
    if (shown.length === 0) return
    fitToPage(form.container)
    const model = form.container.querySelector('input.wpwl-control')
    const pageLooks = readLooks(
      shown.map(({ element }) => element),
      model,
    )
    pageLooks.forEach((page, index) => {
      const frame = shown[index]?.frame
      frame?.sendState({ kind: 'look', look: frameLook(page, lookTexts(form, frame)) })
    })
  }

  let frameRequest = 0
  const scheduleLooks = () => {
    cancelAnimationFrame(frameRequest)
    frameRequest = requestAnimationFrame(() => {
      // A paid form shows what was paid with until the page has gone.
      if (form.phase.peek() !== 'leaving') sendLooks(frames().filter((frame) => frame.isReached()))
    })
  }
  ends.push(
    effect(() => {
      form.options.iframeStyles
      form.session.value
      form.language.value
      state.codeLengths.value
      state.shownFaults.value
      scheduleLooks()
    }),
  )
  ends.push(watchTheme(scheduleLooks), () => cancelAnimationFrame(frameRequest))

  return {
    sendLooks: scheduleLooks,
    end() {
      for (const end of ends) end()
    },
  }
}

/** Calls `changed` when the page has probably changed its theme. Returns how to end it. */
export function watchTheme(changed: () => void): () => void {
  // A style sheet has come late.
  const onLoad = ({ target }: Event) => (target as HTMLLinkElement).sheet && changed()
  document.addEventListener('load', onLoad, true)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', changed)
  const observer = new MutationObserver(changed)
  const attributeFilter = ['class', 'style', 'data-theme', 'data-bs-theme']
  for (const root of [document.documentElement, document.body]) {
    if (root !== null) observer.observe(root, { attributes: true, attributeFilter })
  }
  return () => {
    document.removeEventListener('load', onLoad, true)
    scheme.removeEventListener('change', changed)
    observer.disconnect()
  }
}

function lookTexts(form: CardForm, frame: SecuredFrame): LookTexts {
  const { options, number, state } = form
  const { tag, translate } = form.language.value
  const isNumber = frame === number
  const label = translate(isNumber ? 'cardNumber' : 'cvv')
  const example = isNumber
    ? '0000 0000 0000 0000'
    : '0'.repeat(state.codeLengths.value.find(Boolean) ?? 3)
  const own = isNumber ? options.labels.cardNumber : options.labels.cvv
  const isExample =
    options.showLabels && own === undefined && form.session.value?.profile !== 'legacy'
  const hint = isExample ? example : label
  const key = isNumber ? 'card-number-placeholder' : 'cvv-placeholder'
  return {
    label,
    description: !isNumber && options.showCVVHint ? codeHelp(form) : '',
    lang: tag,
    placeholder: options.showPlaceholders ? hint : '',
    placeholderStyle: options.iframeStyles[key] ?? {},
  }
}
