import { DAY_MS, HOUR_MS } from '../../common/durations.ts'
import {
  brandNames,
  capabilities,
  type MethodKind,
  methodKindOf,
} from '../../common/payment-brands.ts'
import { SIMULATOR_BANK } from '../../common/transfer-methods.ts'
import { RISK_PARAMETER } from '../../server/features/risk/provider.ts'
import { descriptionOf } from '../../server/results/catalogue.ts'
import {
  avsRules,
  type CheckRule,
  cvvRules,
  declineReasons,
  issuerOfOthers,
  issuers,
  otherDeclines,
} from './card-answer.ts'
import { cardsOfSeveralBrands } from './manual-card-brands.fixture.ts'
import { issuedGiftCards } from './manual-gift-cards.fixture.ts'
import { selectableOutcomes } from './manual-outcomes.fixture.ts'
import { parts } from './operation.fixture.ts'
import { OUTCOME_PARAMETER } from './outcomes.ts'
import {
  approveChoice,
  declineChoice,
  lateChoice,
  otherChoices,
  otherSlipChoices,
  slipPaidChoice,
} from './pages/choices.ts'
import { flowOf, PENDING_EXPIRES_AFTER_MS, SLIP_EXPIRES_AFTER_MS } from './pending.ts'
import { shopperAccounts } from './shopper-account.ts'
import { createSimulator } from './simulator.ts'
import { slipAccounts } from './slips.ts'

/** `docs/simulator.md`, made of what the simulator itself goes by. */
export function simulatorManual(): string {
  return `${[
    introduction,
    outcomes(),
    pages(),
    slips(),
    methods(),
    cards(),
    giftCards(),
    declines(),
    answers,
    `## Beside the acquirer

\`customParameters[${RISK_PARAMETER}]\` asks the simulated risk provider, also on a channel without risk checks, and chooses what it says: \`score:NNN\`, \`refuse\`, or \`timeout\`. A channel whose \`risk\` names another provider asks that one instead. [Risk checks](risk.md#providers) explains the effects.

\`customParameters[SIMULATOR_dispute]\` (\`inquiry\`, \`alert\` or \`firstChargeback\`) of a payment that charges begins a dispute with its success. \`POST /test/disputes\` takes it further, or begins one of any payment: [disputes](disputes.md). The simulator takes the evidence that is submitted; a submission with a document whose name begins with \`unreadable\` comes back.

A token of \`POST /test/wallet-tokens\` contains what its shopper approved: with \`applePay\` and \`samsungPay\` a payment in another currency, or above that \`amount\`, is refused with \`200.100.603\`; a smaller one is accepted. Tokens of \`googlePay\` contain no amount. Each token pays once or is [stored](registrations.md#storing) once: a second payment with it fails with \`800.110.100\`. The number of a device without a cryptogram (\`card.numberType=DPAN\`) is charged with \`standingInstruction.source=MIT\` only.`,
  ].join('\n\n')}\n`
}

const introduction = `# The simulator

\`testMode=INTERNAL\`, the default of the test environment, uses a simulated acquirer. It accepts every brand, moves no money, and gives equal requests equal answers; a request can choose the outcome. This page is generated from its tables by \`npx vitest run sandbox/simulator/manual -u\`; a test fails when the page is out of date.`

function outcomes(): string {
  return `## Choosing the outcome

Without a choice a payment is approved, or pending if the method needs the shopper. A result code as \`card.holder\` or \`bankAccount.holder\`, such as \`800.100.152\`, declines the payment with this code; with a pending code, such as \`800.400.500\`, the payment waits for a decision on the page, as with \`pending\`. A server may send \`customParameters[${OUTCOME_PARAMETER}]\` with every kind of operation, also captures and refunds; it has priority over the holder. The widget cannot send it, because names from a browser begin with \`SHOPPER_\`.

${table(
  ['Value', 'What happens'],
  selectableOutcomes.map(({ value, effect }) => [`\`${value}\``, effect]),
)}

Codes that begin with 000 cannot be chosen. They, codes that are not in the catalogue, and all other values decline with \`600.200.810\`.`
}

function pages(): string {
  const choices = [approveChoice, declineChoice, ...otherChoices, lateChoice]
  return `## The shopper's page

A payment of a redirect method answers \`000.200.000\` and \`redirect\` with the parameters \`paymentId\` and \`token\`. Send the shopper's browser there, by POST or GET; it returns to \`shopperResultUrl\` with \`id\` and \`resourcePath\`. These brands require that address, with every chosen outcome: without it the payment is refused with \`200.300.404\`, unless it needs no shopper (below). A payment without a decision fails after ${PENDING_EXPIRES_AFTER_MS / HOUR_MS} hours, also in a checkout: the checkout's status can be read for 30 minutes, and after that the payment by the \`id\` from the status (\`GET /v1/payments/{id}\`) or by your reference (\`GET /v1/query?merchantTransactionId=…\`). A channel with the setting \`checkouts: {"statusHoursAfterExpiry": 24}\` keeps the status readable longer ([operations](operations.md)). BCMC is decided there when no card is sent with it. Payments with \`standingInstruction.source=MIT\` need no shopper and are decided at once.

${choiceTable(choices)}

A test without a browser posts the same form:

\`\`\`sh
curl -d paymentId=… -d token=… -d choice=decline -d code=800.100.203 http://localhost:8080/simulator/redirect/decide
\`\`\`

\`${OUTCOME_PARAMETER}=pending\` makes any other operation wait as well: it answers \`000.200.001\`, and \`resultDetails.SimulatorUrl\` is the page. There \`shopperResultUrl\` may be missing: the page itself then shows the outcome.

The page of a failed payment, also of one that ran out of time, offers only \`late\`: an approval that comes too late. The payment stays failed, the log and \`resultDetails.ApprovedByAcquirerAt\` warn the merchant. The page of a slip offers it as well.

The page asks where the money comes from: for a transfer the bank (field \`bank\`, \`${SIMULATOR_BANK}\` if nothing is chosen), for an account at a provider the login name (field \`accountId\`). After an approval the answer contains the account that paid; values of the request do not change. \`bankAccount.bankName\` is the chosen bank. The country is that of the request's \`bankAccount.country\` or of the method's banks (\`IDEAL\`: NL, \`EPS\`: AT); the IBAN is that country's published sample, and the BIC is \`TEST\`, the country and \`21\`. Otherwise:

${table(['Field', 'Value'], Object.entries({ ...shopperAccounts.bankAccount, ...shopperAccounts.virtualAccount }).map(code))}`
}

function slips(): string {
  return `## Slips

A slip answers \`000.200.001\`, \`merchant.bankAccount\` to pay to, \`resultDetails.PaymentReference\` to give with the money, and \`resultDetails.SimulatorUrl\`: the page on which the tester chooses what the customer did. It can be paid for ${SLIP_EXPIRES_AFTER_MS / DAY_MS} days.

${table(
  ['Brand', 'Holder', 'Account', 'BIC', 'Country', 'Digits of the reference'],
  slipAccounts.map((one) => [
    one.brand,
    one.holder,
    one.number,
    one.bic,
    one.country,
    String(one.referenceDigits),
  ]),
)}

${choiceTable([slipPaidChoice, declineChoice, ...otherSlipChoices])}

\`curl -d token=… -d choice=approve http://localhost:8080/simulator/slips/{paymentId}\` does the same.`
}

function methods(): string {
  const { reversalWindowMs } = createSimulator(parts)
  const rows = Object.entries(capabilities).map(
    ([kind, { first, firstOfLegacy = first, references }]) => [
      brandsOf(kind as MethodKind),
      flowsOf(kind as MethodKind),
      first.join(', '),
      firstOfLegacy.join(', '),
      references.join(', '),
    ],
  )
  return `## What each method can do

In the column "References", PA means raising or renewing a hold (\`referenceUuid\`). A hold of any method can be captured (CP) and reversed (RV); channels of the [legacy profile](profiles.md) can make holds with methods other than cards. Wallets, token accounts and terminals count as cards. A DB or CD can be reversed for ${reversalWindowMs / HOUR_MS} hours, a PA as long as it is open. An operation that is not in the table is refused and not stored: \`600.200.310\` for a first payment, \`700.400.101\` for CP, \`700.300.800\` for RV, \`900.100.202\` for the others. With \`${OUTCOME_PARAMETER}=unsupported\` the acquirer refuses it: the payment is recorded as failed with that code.

${table(['Brands', 'Decided', 'First payments', 'In the legacy profile', 'References'], rows)}`
}

function cards(): string {
  return `## Cards

Address check, \`result.avsResponse\`, when the request has a street or a postcode:

${checkTable(avsRules)}

Code check, \`result.cvvResponse\`, when the request has a code; of a code of four digits the last three count:

${checkTable(cvvRules)}

Neither decides about the payment. Issuers, by the first six digits or the brand:

${table(
  ['Numbers', 'Bank', 'Type', 'Level', 'Country', 'Regulated'],
  [...issuers, issuerOfOthers].map((one) => [
    one.numbers,
    one.bank,
    one.type,
    one.level,
    one.country,
    one.regulatedFlag,
  ]),
)}

Card networks have more rules for some countries: with \`4356000000000002\`, a VISA card of India, recurring payments need \`standingInstruction.recurringType\`.

A number that may be that of a real card, because it passes the check digit, fits a brand and is no test number, is accepted like any other. The answer has a warning in \`warning\`, and the log has one at most once a minute (PCI DSS 6.5.5). The same member warns of a cart whose items (\`cart.items[n].totalAmount\`, else \`price\` times \`quantity\`), with or without \`shipping\` and \`shipping.cost\`, less \`cart.payments\`, do not make the amount.

### Cards of several brands

Some cards have several brands: a scheme and a part of it (VISA and VISADEBIT), or a domestic and an international scheme. A payment may name each of them that the channel accepts. Without \`paymentBrand\` the first accepted one of this order is used:

${table(['`card.number`', 'Without `paymentBrand`', 'Also'], cardsOfSeveralBrands)}`
}

function giftCards(): string {
  return `## Gift cards

The simulated issuer has issued every number of this form, 16 digits, each with its own balance:

| Digits | Meaning |
|---|---|
| 1–4 | \`6006\` |
| 5 | currency: 0 that of the first payment with it, 1 EUR, 2 USD, 3 GBP, 4 JPY |
| 6–9 | its first balance, in whole units of the currency: 0000 to 9999 |
| 10–15 | any digits: for as many cards as a test needs |
| 16 | check digit (Luhn) |

The PIN is the last four digits.

${table(
  ['`giftCard.number`', '`giftCard.pin`', 'Holds', 'Currency'],
  issuedGiftCards.map((one) => [
    `\`${one.number}\``,
    `\`${one.pin}\``,
    one.worth,
    one.shownCurrency,
  ]),
)}

\`\`\`sh
curl http://localhost:8080/v1/payments -H "Authorization: Bearer $TOKEN" \\
  -d entityId=$ENTITY -d 'amount=20.00&currency=EUR&paymentType=DB&paymentBrand=GIFTCARD' \\
  -d 'giftCard.number=6006000500000014&giftCard.pin=0014'
\`\`\`

Payments take from the balance, preauthorisations too; reversals, refunds and failures give back. More than the balance is declined with \`100.550.311\`, a missing or wrong PIN and a number that was not issued both with \`100.350.400\`, a wrong check digit with \`100.100.101\`, another currency with \`800.100.173\`. \`giftCard.holder\` does not choose the outcome; \`${OUTCOME_PARAMETER}\` does. A brand of a single merchant, such as ACME_GIFT_CARD, is taken where the channel's setting \`brands\` names it.

With the setting \`giftCards.partPayment\` a card pays a part of a larger checkout ([gift cards](gift-cards.md)): of 100.00, the third card takes 30.00, and 70.00 are left to pay.`
}

function declines(): string {
  const rows = declineReasons.map(({ codes, acquirerResponse, adviceCode }) => [
    codes.map((one) => `\`${one}\` ${descriptionOf(one)}`).join('<br>'),
    acquirerResponse,
    adviceCode,
  ])
  const others = Object.entries(otherDeclines).map(([who, { acquirerResponse, adviceCode }]) => [
    who === 'bank' ? 'any other decline by the bank' : 'everything else',
    acquirerResponse,
    adviceCode,
  ])
  return `## Declines

\`resultDetails.MerchantAdviceCode\` comes with payments that the merchant starts (\`standingInstruction.source=MIT\`).

${table(['Code', 'AcquirerResponse', 'MerchantAdviceCode'], [...rows, ...others])}`
}

const answers = `## What answers contain

All of these values are calculated from the payment's id, so repeated reads show the same.

| Field | When |
|---|---|
| \`resultDetails.clearingInstituteName\`, \`ConnectorTxID1\` (retrieval reference) | always |
| \`resultDetails.AcquirerResponse\`, \`ExtendedDescription\`, \`ConnectorTxID3\` (trace number) | decided |
| \`resultDetails.AuthCode\`, \`resultDetails.ConnectorTxID2\` (authorisation code) | approved |
| \`resultDetails.CardholderInitiatedTransactionID\`, \`standingInstruction.initialTransactionId\` | approved cards with \`standingInstruction.source=CIT\` or \`mode=INITIAL\`; the second one unless it was sent |
| \`standingInstruction.agreementId\` | the same with MASTER, unless it was sent |
| \`transactionLinkId\`, \`lifecycleId\` | approved cards and rebills, unless they were sent |
| \`card.issuer\`, \`card.type\`, \`card.level\`, \`card.country\`, \`card.regulatedFlag\` | cards |
| \`brandResult\`, \`threeDSecure.eci\` | wallets: the brand of the card, and how the shopper was authenticated |
| \`bankAccount.mandate\` | DIRECTDEBIT_SEPA: the mandate that was sent, is stored, or is made for it |
| \`pos.clearing\`, \`pos.merchantId\`, \`pos.statusText\` | terminals |
| \`pos.iccDataResponse\` | terminals with entry mode ICC or NFC_ICC: EMV tag 91 with a made-up cryptogram |`

function brandsOf(kind: MethodKind): string {
  const names = brandNames.filter((name) => methodKindOf(name) === kind)
  const shown = names.slice(0, 3).map((name) => `\`${name}\``)
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : ''
  const ofMerchants = kind === 'giftCard' ? ', `…_GIFT_CARD`' : ''
  return `${capabilities[kind].name}: ${shown.join(', ')}${more}${ofMerchants}`
}

function flowsOf(kind: MethodKind): string {
  const flows = brandNames
    .filter((name) => methodKindOf(name) === kind)
    .map((paymentBrand) => flowOf({ paymentType: 'DB', paymentBrand, request: {} }))
  const words = { synchronous: 'at once', redirect: 'on the page', slip: 'when the slip is paid' }
  return [...new Set(flows)].map((flow) => words[flow]).join(' or ')
}

function choiceTable(choices: typeof otherChoices): string {
  return table(
    ['Choice', 'Field `choice`', 'What happens'],
    choices.map(({ title, choice, effect, code: declinedWith }) => [
      title,
      `\`${choice}\`${choice === 'decline' ? ' with `code`' : ''}`,
      effect + (declinedWith === undefined ? '' : ` \`${declinedWith}\``),
    ]),
  )
}

function checkTable(rules: readonly CheckRule[]): string {
  return table(
    ['Answer', 'Meaning', 'When'],
    rules.map(({ value, meaning, when }) => [value, meaning, when]),
  )
}

function code(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => `\`${cell}\``)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
