import type { Field, Fields, Missing } from '../wire/describe.ts'

/** Short ways to write a description. */
export const text = (max: number, form?: RegExp) =>
  form === undefined ? ({ kind: 'text', max } as const) : ({ kind: 'text', max, form } as const)

export const choice = <const C extends readonly string[]>(...of: C) =>
  ({ kind: 'choice', of }) as const

export const integer = (min: number, max = 2 ** 31 - 1) => ({ kind: 'integer', min, max }) as const

export const flag = { kind: 'flag' } as const

export const group = <const Fs extends Fields>(fields: Fs) => ({ kind: 'group', fields }) as const

export const list = <const F extends Field>(of: F, max: number) =>
  ({ kind: 'list', of, max }) as const

export const required = <const F extends Field>(field: F, missing?: Missing) =>
  ({ ...field, required: true, ...(missing === undefined ? {} : { missing }) }) as F & {
    readonly required: true
  }

const MAX_AMOUNT = 10 ** 12

const amountFields = {
  currency: required(text(3, /^[A-Z]{3}$/)),
  value: required(integer(0, MAX_AMOUNT)),
}

/** A value in minor units, as Adyen counts them, with its currency. */
export const amount = group(amountFields)

export const neededAmount = required(amount, {
  code: '100',
  message: "Required object 'amount' is not provided.",
})

export const merchantAccount = required(text(80))

/** Adyen cuts references after so many characters where a scheme cannot take more; the emulator refuses them. */
export const reference = text(80)

const country = text(2, /^[A-Z]{2}$/)

export const billingAddress = group({
  city: required(text(3_000)),
  country: required(country),
  houseNumberOrName: required(text(3_000)),
  postalCode: required(text(10)),
  stateOrProvince: text(3),
  street: required(text(3_000)),
})

export const deliveryAddress = group({
  ...billingAddress.fields,
  firstName: text(80),
  lastName: text(80),
})

export const shopperName = group({
  firstName: required(text(80)),
  lastName: required(text(80)),
})

export const browserInfo = group({
  acceptHeader: required(text(2_048)),
  colorDepth: required(integer(1, 48)),
  javaEnabled: required(flag),
  javaScriptEnabled: flag,
  language: required(text(8)),
  screenHeight: required(integer(0, 999_999)),
  screenWidth: required(integer(0, 999_999)),
  timeZoneOffset: required(integer(-1_440, 1_440)),
  userAgent: required(text(2_048)),
})

export const lineItem = group({
  amountExcludingTax: integer(0),
  amountIncludingTax: integer(0),
  brand: text(200),
  color: text(200),
  description: text(10_000),
  id: text(100),
  imageUrl: text(2_000),
  itemCategory: text(200),
  manufacturer: text(200),
  productUrl: text(2_000),
  quantity: integer(0),
  size: text(100),
  sku: text(100),
  taxAmount: integer(0),
  taxPercentage: integer(0, 10_000),
  upc: text(100),
})

const commonField = group({ name: text(100), version: text(50) })

export const applicationInfo = group({
  externalPlatform: group({ integrator: text(100), name: text(100), version: text(50) }),
  merchantApplication: commonField,
})

const airline = group({
  agency: group({ invoiceNumber: text(50), planName: text(50) }),
  boardingFee: integer(0),
  code: text(3),
  computerizedReservationSystem: text(4),
  customerReferenceNumber: text(20),
  designatorCode: text(2),
  documentType: text(2),
  flightDate: text(30),
  legs: list(
    group({
      carrierCode: text(2),
      classOfTravel: text(2),
      dateOfTravel: text(30),
      departureAirportCode: text(3),
      departureTax: integer(0),
      destinationAirportCode: text(3),
      fareBasisCode: text(15),
      flightNumber: text(5),
      stopOverCode: text(1),
    }),
    10,
  ),
  passengerName: required(text(49)),
  passengers: list(
    group({
      dateOfBirth: text(10),
      firstName: text(20),
      lastName: text(20),
      phoneNumber: text(30),
      travellerType: text(3),
    }),
    10,
  ),
  ticket: group({ issueAddress: text(16), issueDate: text(10), number: text(15) }),
  travelAgency: group({ code: text(8), name: text(25) }),
})

const levelTwoThree = group({
  customerReferenceNumber: text(25),
  destination: group({
    countryCode: text(3),
    postalCode: text(10),
    stateOrProvince: text(3),
  }),
  dutyAmount: integer(0),
  freightAmount: integer(0),
  itemDetailLines: list(
    group({
      commodityCode: text(12),
      description: text(26),
      discountAmount: integer(0),
      productCode: text(12),
      quantity: integer(0),
      totalAmount: integer(0),
      unitOfMeasure: text(3),
      unitPrice: integer(0),
    }),
    9,
  ),
  orderDate: text(10),
  shipFromPostalCode: text(10),
  totalTaxAmount: integer(0),
})

export const enhancedSchemeData = group({ airline, levelTwoThree })
