/** A body of a request: nested as the provider's documentation shows it. What is `undefined` is left out. */
export type Body = { readonly [name: string]: BodyValue }

type BodyValue = string | number | boolean | undefined | Body | readonly (string | Body)[]

/** A body as Stripe reads it: `card[number]=…&list[0]=…`. */
export function encodedBody(body: Body): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) append(form, name, value)
  return form.toString()
}

function append(form: URLSearchParams, name: string, value: BodyValue): void {
  if (value === undefined) return
  if (typeof value === 'object') {
    for (const [inner, one] of Object.entries(value)) append(form, `${name}[${inner}]`, one)
  } else form.append(name, String(value))
}
