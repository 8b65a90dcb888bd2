import { addQuery } from '../../../common/add-query.ts'
import type { PaymentAnswer } from '../../../common/widget-wire.ts'

export type Redirect = NonNullable<PaymentAnswer['redirect']>

/** How the window goes on to a bank or wallet: to an address, or there with the fields of a form. */
export type RedirectRequest =
  | { readonly method: 'GET'; readonly address: string }
  | {
      readonly method: 'POST'
      readonly address: string
      readonly fields: readonly (readonly [name: string, value: string])[]
    }

/** Without a method it is POST (reference behaviour §4): parameters may be secrets, which histories keep. */
export function redirectRequest({
  url,
  method = 'POST',
  parameters = [],
}: Redirect): RedirectRequest {
  const fields = parameters.map(({ name, value }) => [name, value] as [string, string])
  return method === 'GET'
    ? { method, address: addQuery(url, new URLSearchParams(fields).toString()) }
    : { method: 'POST', address: url, fields }
}
