/** Gift cards for the manual; the test beside asks the simulated issuer for each of them. */
export const issuedGiftCards: readonly {
  readonly number: string
  readonly pin: string
  /** A currency that it is issued in. */
  readonly currency: string
  readonly worth: string
  readonly shownCurrency: string
}[] = [
  card('6006000500000014', 'EUR', '50.00', 'any'),
  card('6006000500000022', 'EUR', '50.00', 'any'),
  card('6006000300000016', 'EUR', '30.00', 'any'),
  card('6006101000000015', 'EUR', '100.00', 'EUR'),
  card('6006200250000012', 'USD', '25.00', 'USD'),
  card('6006300750000015', 'GBP', '75.00', 'GBP'),
  card('6006450000000016', 'JPY', '5000.00', 'JPY'),
  card('6006000000000019', 'EUR', '0.00', 'any'),
]

function card(number: string, currency: string, worth: string, shownCurrency: string) {
  return { number, pin: number.slice(-4), currency, worth, shownCurrency }
}
