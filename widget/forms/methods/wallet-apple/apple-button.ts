import type { FormShell } from '../../shell/form-shell.ts'
import { textOf, walletOptions } from '../wallet/wallet-options.ts'

const ELEMENT = 'apple-pay-button'

/**
 * Apple's button: where the browser draws it, the form's own gets its look; where Apple's script brings an
 * element, that stands in its place. `undefined`: the form's own stays as it is.
 */
export function appleButton(form: FormShell, pay: () => void): HTMLElement | undefined {
  const options = walletOptions(form, 'applePay')
  const style = textOf(options.buttonStyle ?? options.style) ?? 'black'
  const type = textOf(options.buttonType) ?? 'plain'
  if (CSS.supports('-webkit-appearance', `-${ELEMENT}`)) {
    const own = form.container.querySelector<HTMLElement>('.wpwl-button-pay')
    own?.style.setProperty('-webkit-appearance', `-${ELEMENT}`)
    own?.style.setProperty(`-${ELEMENT}-style`, style)
    own?.style.setProperty(`-${ELEMENT}-type`, type)
    return undefined
  }
  if (customElements.get(ELEMENT) === undefined) return undefined
  const button = document.createElement(ELEMENT)
  const attributes = { buttonstyle: style, type, locale: form.language.value.tag }
  for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value)
  button.style.cssText = '--apple-pay-button-width: 100%; --apple-pay-button-height: 48px'
  button.onclick = pay
  return button
}
