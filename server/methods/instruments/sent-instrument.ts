import { paymentBrand } from '../../../common/payment-brands.ts'
import type { ParameterName } from '../../wire/parameters/tables.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { type Refusal, refuseParameters } from '../../wire/results/refusal.ts'

/** What a request wants to be paid with; `brand`: nothing but a brand, or not even that. */
export type SentInstrument =
  | 'registration'
  | 'applePay'
  | 'googlePay'
  | 'samsungPay'
  | 'terminal'
  | 'tokenAccount'
  | 'giftCard'
  | 'bankAccount'
  | 'virtualAccount'
  | 'card'
  | 'brand'

interface Mark {
  readonly name: ParameterName
  readonly instrument: SentInstrument
}

/**
 * Parameters that tell what is paid with. Those that may go along with another instrument are not
 * among them: a message for a gift card that is bought, or a holder that replaces a stored one.
 */
const MARKS: readonly Mark[] = [
  { name: 'card.number', instrument: 'card' },
  { name: 'registrationId', instrument: 'registration' },
  { name: 'bankAccount.iban', instrument: 'bankAccount' },
  { name: 'bankAccount.number', instrument: 'bankAccount' },
  { name: 'virtualAccount.accountId', instrument: 'virtualAccount' },
  ...walletMarks('applePay', 'walletA'),
  ...walletMarks('googlePay', 'walletB'),
  ...walletMarks('samsungPay', 'walletC'),
  { name: 'tokenAccount.number', instrument: 'tokenAccount' },
  { name: 'giftCard.number', instrument: 'giftCard' },
  { name: 'pos.terminalId', instrument: 'terminal' },
  { name: 'pos.entryMode', instrument: 'terminal' },
]

/** Of a bank account without its number: what a transfer on the bank's page may begin with. */
const BANK_WORDS: readonly ParameterName[] = [
  'bankAccount.holder',
  'bankAccount.bankName',
  'bankAccount.bic',
  'bankAccount.bankCode',
  'bankAccount.country',
]

/** The one instrument of a request; a refusal that names the parameters of the others, if there are. */
export function sentInstrument(values: ParameterValues): SentInstrument | Refusal {
  const found: Mark[] = []
  const takesBankAccount = !isBankChosenElsewhere(values.sent('paymentBrand'))
  for (const mark of MARKS) {
    if (mark.instrument === 'bankAccount' && !takesBankAccount) continue
    if (values.has(mark.name) && found.at(-1)?.instrument !== mark.instrument) found.push(mark)
  }
  const [first] = found
  if (first === undefined) {
    if (!takesBankAccount) return 'brand'
    return BANK_WORDS.some((name) => values.has(name)) ? 'bankAccount' : 'brand'
  }
  return found.length === 1 ? first.instrument : among(found, values)
}

/**
 * Whether the shopper of this brand chooses a bank on the brand's own page, such as Paytrail's. Clients
 * send bankAccount.* all the same: it is taken, and nothing needs it.
 */
function isBankChosenElsewhere(named: string | undefined): boolean {
  const brand = named === undefined ? undefined : paymentBrand(named)
  return brand?.kind === 'virtualAccount' && brand.flow === 'redirect' && brand.method === 'OT'
}

/** Card data stand beside the wallet they came out of, and beside the terminal they were typed into. */
function among(found: readonly Mark[], values: ParameterValues): SentInstrument | Refusal {
  const rest = found.filter(({ instrument }) => instrument !== 'card')
  const [only] = rest
  if (rest.length !== 1 || only === undefined) return severalRefusal(found)
  if (only.instrument === 'terminal' && values.sent('pos.entryMode') === 'MANUAL') return 'card'
  const isDecrypted = /^(?:applePay|googlePay|samsungPay|wallet[ABC])\.source$/.test(only.name)
  return isDecrypted ? only.instrument : severalRefusal(found)
}

function severalRefusal([first, ...others]: readonly Mark[]): Refusal {
  const message = `must not be sent together with ${first?.name}: a payment is paid with one of them`
  return refuseParameters(others.map(({ name }) => ({ name, value: '***', message })))
}

type Wallet = Extract<SentInstrument, 'applePay' | 'googlePay' | 'samsungPay'>

/** A wallet by its own name and by that of the interface document. A token comes before its source. */
function walletMarks(instrument: Wallet, alias: 'walletA' | 'walletB' | 'walletC'): Mark[] {
  return [
    { name: `${instrument}.paymentToken`, instrument },
    { name: `${alias}.paymentToken`, instrument },
    { name: `${instrument}.source`, instrument },
    { name: `${alias}.source`, instrument },
  ]
}
