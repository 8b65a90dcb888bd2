import { conditional, optional, type ParameterTable } from './table.ts'
import {
  amount,
  boolean,
  choice,
  countryOrNumber,
  currency,
  date,
  integer,
  pattern,
  phoneDigits,
  text,
  url,
} from './value-types.ts'

const percentage = pattern(
  /^(?:100(?:\.0{1,2})?|[0-9]{1,2}(?:\.[0-9]{1,2})?)$/,
  '19.00',
  'a percentage from 0 to 100 with up to two decimals',
)

/** What items cost, in their own currency or that of the payment. `discount` is a percentage. */
export const amountsOfItems = {
  kind: 'fitsCurrency',
  names: [
    'cart.items[n].price',
    'cart.items[n].totalAmount',
    'cart.items[n].taxAmount',
    'cart.items[n].totalTaxAmount',
    'cart.items[n].shipping',
    'cart.items[n].totalDiscountAmount',
  ],
  currency: 'currency',
  itemCurrency: 'cart.items[n].currency',
} as const

/** What is bought. Index from 0, at most 1000 items. */
export const cartItems = {
  source: 'interface document, Cart items',
  rows: {
    'cart.items[n].name': conditional(text(1, 255)),
    'cart.items[n].merchantItemId': conditional(text(1, 255)),
    'cart.items[n].quantity': conditional(
      pattern(
        /^[0-9]{1,12}(?:\.[0-9]{1,3})?$/,
        '2',
        'a number of up to 12 digits with up to three decimals',
      ),
    ),
    'cart.items[n].type': conditional(
      choice(['PHYSICAL', 'DIGITAL', 'MIXED', 'ANONYMOUS_DONATION', 'AUTHORITIES_PAYMENT']),
    ),
    'cart.items[n].sku': optional(text(1, 255)),
    'cart.items[n].currency': conditional(currency),
    'cart.items[n].description': conditional(text(1, 2048)),
    'cart.items[n].commodityCode': optional(pattern(/^[0-9]{1,8}$/, '43211503')),
    'cart.items[n].commodityDescription': optional(text(1, 50)),
    'cart.items[n].originalPrice': optional(text(1, 255)),
    'cart.items[n].price': conditional(amount),
    'cart.items[n].totalAmount': conditional(amount),
    'cart.items[n].taxAmount': conditional(amount),
    'cart.items[n].totalTaxAmount': conditional(amount),
    'cart.items[n].tax': conditional(percentage),
    'cart.items[n].taxCategory': conditional(choice(['AA', 'S', 'E', 'Z'])),
    'cart.items[n].shipping': conditional(amount),
    'cart.items[n].discount': conditional(amount),
    'cart.items[n].giftMessage': optional(text(1, 255)),
    'cart.items[n].shippingMethod': optional(text(1, 255)),
    'cart.items[n].shippingInstructions': optional(text(1, 255)),
    'cart.items[n].shippingTrackingNumber': optional(text(1, 255)),
    'cart.items[n].quantityUnit': optional(choice(['M', 'CM', 'KG', 'G', 'COUNT']), {
      default: 'COUNT',
    }),
    'cart.items[n].productUrl': optional(url(1, 2048)),
    'cart.items[n].imageUrl': optional(url(1, 2048)),
    'cart.items[n].totalDiscountAmount': optional(amount),
    'cart.items[n].productCode': optional(text(1, 30)),
    'cart.items[n].partNumber': optional(text(1, 30)),
    'cart.items[n].vatReferenceNumber': optional(text(1, 30)),
    'cart.items[n].itemNumber': optional(integer(1, 999)),
    'cart.items[n].sellerId': optional(text(1, 255)),
    'cart.items[n].deliveryDate': optional(date),
    'cart.items[n].recipient.salutation': optional(text(1, 5)),
    'cart.items[n].recipient.firstName': optional(text(1, 48)),
    'cart.items[n].recipient.lastName': optional(text(1, 48)),
    'cart.items[n].recipient.middleName': optional(text(1, 50)),
    'cart.items[n].recipient.apartment': optional(text(1, 100)),
    'cart.items[n].recipient.street': optional(text(1, 100)),
    'cart.items[n].recipient.address': optional(text(1, 100)),
    'cart.items[n].recipient.city': optional(text(1, 80)),
    'cart.items[n].recipient.state': optional(text(1, 50)),
    'cart.items[n].recipient.postcode': optional(text(1, 16)),
    'cart.items[n].recipient.country': optional(countryOrNumber),
    'cart.items[n].recipient.phone': optional(phoneDigits),
    'cart.items[n].recipient.email': optional(text(1, 128)),
  },
  // In test their sum is compared with the amount.
  passedOn: {
    allExcept: [
      'cart.items[n].price',
      'cart.items[n].totalAmount',
      'cart.items[n].quantity',
      'cart.items[n].shipping',
      'cart.items[n].currency',
    ],
  },
  rules: [amountsOfItems],
} as const satisfies ParameterTable

/** What the cart was paid with already. Index from 0. */
export const cartPayments = {
  source: 'interface document, Cart payments',
  rows: {
    'cart.payments[n].name': optional(text(1, 255)),
    'cart.payments[n].type': optional(choice(['GIFTCARD', 'PROMOTION'])),
    'cart.payments[n].amount': optional(amount),
    'cart.payments[n].currency': optional(currency),
    'cart.payments[n].status': optional(choice(['pending', 'authorized', 'captured'])),
    'cart.payments[n].brand': optional(text(1, 255)),
    'cart.payments[n].primary': optional(boolean),
  },
  passedOn: { allExcept: ['cart.payments[n].amount'] },
  rules: [
    {
      kind: 'fitsCurrency',
      names: ['cart.payments[n].amount'],
      currency: 'currency',
      itemCurrency: 'cart.payments[n].currency',
    },
  ],
} as const satisfies ParameterTable

/** Who sells: the items of a seller are the cart items with its `sellerId`. Index from 0. */
export const marketplace = {
  source: 'interface document, Marketplace',
  rows: {
    'marketPlace.sellers[n].id': optional(text(1, 255)),
    'marketPlace.sellers[n].amount': optional(amount),
  },
  passedOn: { allExcept: [] },
  rules: [
    { kind: 'sumNotAbove', name: 'marketPlace.sellers[n].amount', limit: 'amount' },
    { kind: 'fitsCurrency', names: ['marketPlace.sellers[n].amount'], currency: 'currency' },
  ],
} as const satisfies ParameterTable
