import type { Browser } from './browser.ts'

/** A card that is approved. */
export const VISA = '4200000000000000'
/** What the pages of merchants look like here. */
export const HEAD = '<style>body { margin: 16px; font-family: sans-serif }</style>'

export const NUMBER = 'iframe[name="card.number"]'
export const CODE = 'form.wpwl-form-card iframe[name="card.cvv"]'
/** Keys as WebDriver names them (W3C WebDriver, 17.4.2). */
const TAB = '\uE004'
export const ENTER = '\uE007'
export const BACKSPACE = '\uE003'
export const ESCAPE = '\uE00C'
export const ARROW_UP = '\uE013'
export const ARROW_DOWN = '\uE015'

/** What the class of the focused field says. */
const FOCUSED = `/wpwl-control-(?!iframe)(\\w+)/.exec(document.activeElement.className)?.[1]`

/** More than a form has. */
const MAX_STOPS = 10

const PAY = 'form.wpwl-form-card .wpwl-button-pay'

/** The secured fields have heard from the page, and the button shows the amount. */
export async function cardFormReady(browser: Browser): Promise<void> {
  for (const frame of [NUMBER, CODE]) {
    await browser.inFrame([frame], () =>
      browser.until("document.documentElement.style.getPropertyValue('color-scheme')"),
    )
  }
  await browser.until(`document.querySelector('${PAY}').dataset.amount`)
}

/** Types a card by keys, as a shopper does. */
export async function typeCard(
  browser: Browser,
  number: string,
  holder = 'Jane Jones',
): Promise<void> {
  await browser.inFrame([NUMBER], () => browser.type('input', number))
  await browser.type('.wpwl-control-expiry', '0534')
  await browser.type('.wpwl-control-cardHolder', holder)
  await browser.inFrame([CODE], () => browser.type('input', '123'))
}

/** What stands in the fields of the card form. */
export async function typedCard(browser: Browser): Promise<readonly string[]> {
  const value = () => browser.read<string>("document.querySelector('input').value")
  return [
    await browser.inFrame([NUMBER], value),
    await browser.read<string>("document.querySelector('.wpwl-control-expiry').value"),
    await browser.read<string>("document.querySelector('.wpwl-control-cardHolder').value"),
    await browser.inFrame([CODE], value),
  ]
}

export async function pay(browser: Browser): Promise<void> {
  await browser.click(PAY)
}

/** The fields that the tab key goes through, from the number to the holder. */
export async function tabStops(browser: Browser): Promise<readonly string[]> {
  await browser.inFrame([NUMBER], () => browser.click('input'))
  await browser.until(`${FOCUSED} === 'cardNumber'`)
  await browser.inFrame([NUMBER], () => browser.press(TAB))
  const stops = ['cardNumber']
  while (stops.at(-1) !== 'cardHolder' && stops.length < MAX_STOPS) {
    await browser.until(`${FOCUSED} !== '${stops.at(-1)}'`)
    const stop = await browser.read<string>(FOCUSED)
    stops.push(stop)
    if (stop === 'cvv') await browser.inFrame([CODE], () => browser.press(TAB))
    else if (stop !== 'cardHolder') await browser.press(TAB)
  }
  return stops
}
