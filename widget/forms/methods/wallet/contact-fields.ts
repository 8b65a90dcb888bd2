import { type Members, membersOf, textOf, wants } from './wallet-options.ts'

/** Which groups of parameters a page wants to have from the wallet (option `submitOnPaymentAuthorized`). */
const GROUPS = ['customer', 'billing', 'shipping'] as const

/**
 * What a wallet has told of the shopper, as parameters of the payment.
 *
 * @param payment as the page's `onPaymentAuthorized` gets it: in the shape of Apple Pay or of Google Pay
 */
export function contactFields(options: Members, payment: Members): Record<string, string> {
  const groups = GROUPS.filter((name) => wants(options, name))
  const info = membersOf(membersOf(payment.paymentMethodData).info)
  const shipping = membersOf(payment.shippingContact ?? payment.shippingAddress)
  const billing = membersOf(payment.billingContact ?? info.billingAddress)
  const person = Object.keys(shipping).length > 0 ? shipping : billing
  const values = {
    customer: personOf({ emailAddress: payment.email, ...person }),
    billing: addressOf(billing),
    shipping: addressOf(shipping),
  }
  const entries = groups.flatMap((group) =>
    Object.entries(values[group]).map(([name, value]) => [`${group}.${name}`, value] as const),
  )
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

type Values = Readonly<Record<string, string | undefined>>

function personOf(contact: Members): Values {
  // Google Pay has the whole name in one.
  const [, first, last] = /^(.*)\s(\S+)$/.exec(textOf(contact.name) ?? '') ?? []
  return {
    givenName: textOf(contact.givenName) ?? first,
    surname: textOf(contact.familyName) ?? last,
    email: textOf(contact.emailAddress),
    phone: textOf(contact.phoneNumber),
  }
}

function addressOf(contact: Members): Values {
  const lines = Array.isArray(contact.addressLines)
    ? contact.addressLines
    : [contact.address1, contact.address2]
  return {
    street1: textOf(lines[0]),
    street2: textOf(lines[1]),
    city: textOf(contact.locality),
    state: textOf(contact.administrativeArea),
    postcode: textOf(contact.postalCode),
    country: textOf(contact.countryCode),
  }
}
