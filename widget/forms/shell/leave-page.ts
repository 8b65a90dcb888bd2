import { type Redirect, redirectRequest } from '../../session/redirect-request.ts'

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

/** Sends the shopper on to a bank or wallet as the gateway says, with the whole window. */
export function followRedirect(redirect: Redirect): void {
  const request = redirectRequest(redirect)
  if (request.method === 'GET') {
    leaveTo(request.address)
    return
  }
  const form = document.createElement('form')
  form.method = 'POST'
  form.action = request.address
  form.target = '_top'
  form.hidden = true
  for (const [name, value] of request.fields) {
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
