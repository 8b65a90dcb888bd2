import type { ParameterTable } from './table.ts'
import {
  amount,
  choice,
  countryOrNumber,
  currency,
  date,
  integer,
  pattern,
  text,
  url,
} from './value-types.ts'

const percentage = pattern(
  /^(?:100(?:\.0{1,2})?|[0-9]{1,2}(?:\.[0-9]{1,2})?)$/,
  '19.00',
  'a percentage from 0 to 100 with up to two decimals',
)

/** What is bought. Index from 0, at most 1000 items. */
export const cartItems = {
  source: 'interface document, Cart items',
  rows: {
    'cart.items[n].name': { type: text(1, 255), requirement: 'conditional' },
    'cart.items[n].merchantItemId': { type: text(1, 255), requirement: 'conditional' },
    'cart.items[n].quantity': {
      type: pattern(
        /^[0-9]{1,12}(?:\.[0-9]{1,3})?$/,
        '2',
        'a number of up to 12 digits with up to three decimals',
      ),
      requirement: 'conditional',
    },
    'cart.items[n].type': {
      type: choice(['PHYSICAL', 'DIGITAL', 'MIXED', 'ANONYMOUS_DONATION', 'AUTHORITIES_PAYMENT']),
      requirement: 'conditional',
    },
    'cart.items[n].sku': { type: text(1, 255), requirement: 'optional' },
    'cart.items[n].currency': { type: currency, requirement: 'conditional' },
    'cart.items[n].description': { type: text(1, 2048), requirement: 'conditional' },
    'cart.items[n].commodityCode': {
      type: pattern(/^[0-9]{1,8}$/, '43211503'),
      requirement: 'optional',
    },
    'cart.items[n].commodityDescription': { type: text(1, 50), requirement: 'optional' },
    'cart.items[n].originalPrice': { type: text(1, 255), requirement: 'optional' },
    'cart.items[n].price': { type: amount, requirement: 'conditional' },
    'cart.items[n].totalAmount': { type: amount, requirement: 'conditional' },
    'cart.items[n].taxAmount': { type: amount, requirement: 'conditional' },
    'cart.items[n].totalTaxAmount': { type: amount, requirement: 'conditional' },
    'cart.items[n].tax': { type: percentage, requirement: 'conditional' },
    'cart.items[n].taxCategory': {
      type: choice(['AA', 'S', 'E', 'Z']),
      requirement: 'conditional',
    },
    'cart.items[n].shipping': { type: amount, requirement: 'conditional' },
    'cart.items[n].discount': { type: amount, requirement: 'conditional' },
    'cart.items[n].giftMessage': { type: text(1, 255), requirement: 'optional' },
    'cart.items[n].shippingMethod': { type: text(1, 255), requirement: 'optional' },
    'cart.items[n].shippingInstructions': { type: text(1, 255), requirement: 'optional' },
    'cart.items[n].shippingTrackingNumber': { type: text(1, 255), requirement: 'optional' },
    'cart.items[n].quantityUnit': {
      type: choice(['M', 'CM', 'KG', 'G', 'COUNT']),
      requirement: 'optional',
      default: 'COUNT',
    },
    'cart.items[n].productUrl': { type: url(1, 2048), requirement: 'optional' },
    'cart.items[n].imageUrl': { type: url(1, 2048), requirement: 'optional' },
    'cart.items[n].totalDiscountAmount': { type: amount, requirement: 'optional' },
    'cart.items[n].productCode': { type: text(1, 30), requirement: 'optional' },
    'cart.items[n].partNumber': { type: text(1, 30), requirement: 'optional' },
    'cart.items[n].vatReferenceNumber': { type: text(1, 30), requirement: 'optional' },
    'cart.items[n].itemNumber': { type: integer(1, 999), requirement: 'optional' },
    'cart.items[n].sellerId': { type: text(1, 255), requirement: 'optional' },
    'cart.items[n].deliveryDate': { type: date, requirement: 'optional' },
    'cart.items[n].recipient.salutation': { type: text(1, 5), requirement: 'optional' },
    'cart.items[n].recipient.firstName': { type: text(1, 48), requirement: 'optional' },
    'cart.items[n].recipient.lastName': { type: text(1, 48), requirement: 'optional' },
    'cart.items[n].recipient.middleName': { type: text(1, 50), requirement: 'optional' },
    'cart.items[n].recipient.apartment': { type: text(1, 100), requirement: 'optional' },
    'cart.items[n].recipient.street': { type: text(1, 100), requirement: 'optional' },
    'cart.items[n].recipient.address': { type: text(1, 100), requirement: 'optional' },
    'cart.items[n].recipient.city': { type: text(1, 80), requirement: 'optional' },
    'cart.items[n].recipient.state': { type: text(1, 50), requirement: 'optional' },
    'cart.items[n].recipient.postcode': { type: text(1, 16), requirement: 'optional' },
    'cart.items[n].recipient.country': { type: countryOrNumber, requirement: 'optional' },
    'cart.items[n].recipient.phone': {
      type: pattern(/^[0-9]{1,25}$/, '4930123456'),
      requirement: 'optional',
    },
    'cart.items[n].recipient.email': { type: text(1, 128), requirement: 'optional' },
  },
  rules: [],
} as const satisfies ParameterTable
