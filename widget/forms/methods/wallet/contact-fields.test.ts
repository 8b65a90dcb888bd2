import { describe, expect, it } from 'vitest'
import { contactFields } from './contact-fields.ts'
import { providerContact, simulatedContacts } from './simulated-contacts.ts'

const [, second] = simulatedContacts
const contact = second ?? simulatedContacts[0]
const all = { submitOnPaymentAuthorized: ['customer', 'billing', 'shipping', 'risk'] }
const address = (group: string) => ({
  [`${group}.street1`]: 'Example Avenue 350',
  [`${group}.street2`]: 'Floor 5',
  [`${group}.city`]: 'New York',
  [`${group}.state`]: 'NY',
  [`${group}.postcode`]: '10001',
  [`${group}.country`]: 'US',
})

describe('what a wallet tells of the shopper', () => {
  it('is sent in the groups that the page names, out of the shape of Apple Pay', () => {
    const payment = { shippingContact: contact, billingContact: contact }
    expect(contactFields(all, payment)).toEqual({
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.email': 'jane.jones@example.com',
      'customer.phone': '+4940123456',
      ...address('billing'),
      ...address('shipping'),
    })
  })

  it('is sent out of the shape of Google Pay as well', () => {
    const given = providerContact('googlePay', contact)
    const payment = {
      email: 'jane.jones@example.com',
      paymentMethodData: { info: { billingAddress: given } },
    }
    expect(contactFields({ submitOnPaymentAuthorized: ['customer', 'billing'] }, payment)).toEqual({
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.email': 'jane.jones@example.com',
      'customer.phone': '+4940123456',
      ...address('billing'),
    })
  })

  it.each([{}, { submitOnPaymentAuthorized: 'billing' }, { submitOnPaymentAuthorized: [] }])(
    'is not sent with %j',
    (options) => {
      expect(contactFields(options, { billingContact: contact })).toEqual({})
    },
  )
})
