import { conditional, conditionalRows, type ParameterTable } from './table.ts'
import { amount, country, date, text } from './value-types.ts'

const sums = [
  'airline.totalTaxAmount',
  'airline.totalFeesAmount',
  'airline.totalFareAmount',
  'airline.passengers[n].legs[n].taxAmount',
  'airline.passengers[n].legs[n].feesAmount',
  'airline.passengers[n].legs[n].fareAmount',
  'airline.passengers[n].legs[n].departureTaxAmount',
] as const

export const amountsOfTickets = { kind: 'fitsCurrency', names: sums, currency: 'currency' } as const

/** Tickets, with passengers and the legs of each. Both lists begin at 0. */
export const airline = {
  source: 'interface document, Airline',
  rows: {
    ...conditionalRows(amount, sums),
    ...conditionalRows(date, [
      'airline.ticketIssueDate',
      'airline.passengers[n].legs[n].departureDate',
      'airline.passengers[n].legs[n].arrivalDate',
    ]),
    ...conditionalRows(text(1, 255), [
      'airline.ticketIssueAddress',
      'airline.thirdPartyBooking',
      'airline.bookingtype',
      'airline.ticketDeliveryMethod',
      'airline.bookingRefNum',
      'airline.agentName',
      'airline.agentCode',
      'airline.passengers[n].type',
      'airline.passengers[n].name',
      'airline.passengers[n].ticketRestricted',
      'airline.passengers[n].ticketNumber',
      'airline.passengers[n].status',
      'airline.passengers[n].phone',
      'airline.passengers[n].frequentFlyerNumber',
      'airline.passengers[n].email',
      'airline.passengers[n].dob',
      'airline.passengers[n].checkDigit',
      'airline.passengers[n].legs[n].ticketNumber',
      'airline.passengers[n].legs[n].stopOverAllowed',
      'airline.passengers[n].legs[n].restrictions',
      'airline.passengers[n].legs[n].flightNumber',
      'airline.passengers[n].legs[n].fareBasis',
      'airline.passengers[n].legs[n].exchangeTicketNum',
      'airline.passengers[n].legs[n].departureCountry',
      'airline.passengers[n].legs[n].departureAirport',
      'airline.passengers[n].legs[n].airlineName',
      'airline.passengers[n].legs[n].airlineCode',
      'airline.passengers[n].legs[n].departureTime',
      'airline.passengers[n].legs[n].arrivalCountry',
      'airline.passengers[n].legs[n].arrivalAirport',
      'airline.passengers[n].legs[n].arrivalTime',
      'airline.passengers[n].legs[n].couponNumber',
      'airline.passengers[n].legs[n].classOfService',
      'airline.passengers[n].legs[n].carrierCode',
    ]),
    'airline.passengers[n].residenceCountry': conditional(country),
    'airline.passengers[n].legs[n].timeToDeparture': conditional(text(1, 10)),
  },
  passedOn: { allExcept: [] },
  rules: [amountsOfTickets],
} as const satisfies ParameterTable
