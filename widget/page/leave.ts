import type { PaymentAnswer } from '../../common/widget-wire.ts'

type Redirect = NonNullable<PaymentAnswer['redirect']>

/**
 * Takes the whole window to an address, also out of a frame. An anchor keeps the address as it is,
 * where a form would write its query anew.
 */
export function leaveTo(address: string): void {
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.target = '_top'
  anchor.click()
}

/** Sends the shopper on to a bank or wallet as the gateway says. GET is the default. */
export function followRedirect({ url, method = 'GET', parameters = [] }: Redirect): void {
  if (method === 'GET') {
    const address = new URL(url)
    for (const { name, value } of parameters) address.searchParams.append(name, value)
    leaveTo(address.href)
    return
  }
  const form = document.createElement('form')
  form.method = 'POST'
  form.action = url
  form.target = '_top'
  form.hidden = true
  for (const { name, value } of parameters) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // The prototype's own: a parameter may be called "submit".
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}
