import type { CheckoutSettings } from '../../wire/entities/settings.ts'
import { shownText } from '../../wire/parameters/masking.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import type { ParameterError } from '../../wire/results/refusal.ts'

/**
 * What is wrong with the address that a shopper's submit wants to come back to. Whoever has the
 * checkout's id may send it, so it must not lead anywhere else than to a web page: what an app needs
 * the merchant's server sets, and then the shopper's address counts for nothing.
 */
export function returnAddressErrors(
  submitted: ParameterValues,
  held: ParameterValues,
  { returnOrigins }: CheckoutSettings = {},
): readonly ParameterError[] {
  const address = submitted.sent('shopperResultUrl')
  if (address === undefined || held.sent('shopperResultUrl') !== undefined) return []
  const fault = faultOf(address, returnOrigins)
  return fault === undefined
    ? []
    : [{ name: 'shopperResultUrl', value: shownText(address), message: fault }]
}

function faultOf(address: string, origins: readonly string[] | undefined): string | undefined {
  if (!URL.canParse(address)) return 'is no address'
  const { protocol, username, password, origin } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return "is not an http or https address: the merchant's server may set another at the checkout's creation"
  }
  if (username !== '' || password !== '') return 'must not carry a user name before its host'
  if (origins === undefined || origins.includes(origin)) return undefined
  return `leads to ${origin}, which is none of the origins that this merchant lets shoppers return to (setting checkouts.returnOrigins)`
}
