/** A form with the address that it goes to. */
export interface SentForm {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/** Sends a form into the frame or window of this name. */
export function sendForm({ url, method, fields }: SentForm, target: string): void {
  const form = document.createElement('form')
  form.method = method
  form.action = url
  form.target = target
  form.hidden = true
  for (const { name, value } of fields) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // The prototype's own: a field may be called "submit" and then hides the method of the form.
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}
