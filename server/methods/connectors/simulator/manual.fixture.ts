import { brandNames } from '../../../../common/payment-brands.ts'
import { SIMULATOR_BANK } from '../../../../common/transfer-methods.ts'
import {
  approveChoice,
  declineChoice,
  lateChoice,
  otherChoices,
  otherSlipChoices,
  slipPaidChoice,
} from '../../../api/pages/simulator/choices.ts'
import { RISK_PARAMETER } from '../../../api/risk/provider.ts'
import { descriptionOf } from '../../../wire/results/catalogue.ts'
import { capabilities, type MethodKind, methodKindOf } from './capabilities.ts'
import { avsRules, type CheckRule, cvvRules } from './card-checks.ts'
import { declineReasons, otherDeclines } from './decline-reasons.ts'
import { issuerOfOthers, issuers } from './issuers.ts'
import { cardsOfSeveralBrands } from './manual-card-brands.fixture.ts'
import { issuedGiftCards } from './manual-gift-cards.fixture.ts'
import { selectableOutcomes } from './manual-outcomes.fixture.ts'
import { parts } from './operation.fixture.ts'
import { OUTCOME_PARAMETER } from './outcomes.ts'
import { flowOf, PENDING_EXPIRES_AFTER_MS, SLIP_EXPIRES_AFTER_MS } from './pending.ts'
import { shopperAccounts } from './shopper-account.ts'
import { createSimulator } from './simulator.ts'
import { slipAccounts } from './slips.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

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

\`customParameters[${RISK_PARAMETER}]\` asks the simulated risk provider, also on a channel without risk checks, and chooses what it says: \`score:NNN\`, \`refuse\`, or \`timeout\`. A channel whose \`risk\` names another provider asks that one instead. [Risk checks](risk.md#providers) tells what follows.

A token of \`POST /test/wallet-tokens\` stands for what its shopper approved: with \`applePay\` and \`samsungPay\` a payment in another currency, or of more than that \`amount\`, is refused with \`200.100.603\`, and one of less is taken; tokens of \`googlePay\` tell no amount.`,
  ].join('\n\n')}\n`
}

const introduction = `# The simulator

\`testMode=INTERNAL\`, the default of the test environment, leads to a simulated acquirer. It takes every brand, moves no money, and answers the same to the same request; what it does can be chosen. This page is made of its tables: \`npx vitest run server/methods/connectors/simulator/manual -u\` renews it, and a test fails when it is not true any more.`

function outcomes(): string {
  return `## Choosing the outcome

Nothing chosen: approved, or pending where the method needs the shopper. A result code as \`card.holder\` or \`bankAccount.holder\`, such as \`800.100.152\`, declines with it; one that says pending, such as \`800.400.500\`, answers with it and waits for a decision on the page, as \`pending\` does. A server may send \`customParameters[${OUTCOME_PARAMETER}]\`, with every kind of operation, captures and refunds too; the widget cannot, because names from a browser begin with \`SHOPPER_\`. It goes before the holder.

${table(
  ['Value', 'What happens'],
  selectableOutcomes.map(({ value, effect }) => [`\`${value}\``, effect]),
)}

Codes that begin with 000 cannot be forced: they, codes outside the catalogue and values that are none of these decline with \`600.200.810\`.`
}

function pages(): string {
  const choices = [approveChoice, declineChoice, ...otherChoices, lateChoice]
  return `## The shopper's page

A payment of a redirect method answers \`000.200.000\` and \`redirect\` with the parameters \`paymentId\` and \`token\`. Send the shopper's browser there, by POST or GET; it comes back to \`shopperResultUrl\` with \`id\` and \`resourcePath\`. For their brands that address is required, whatever the outcome is to be: without it the payment is refused with \`200.300.404\`, unless it needs no shopper (below). What nobody decides within ${PENDING_EXPIRES_AFTER_MS / HOUR_MS} hours fails, no sooner in a checkout: its status can be read for 30 minutes, and after that the payment by the \`id\` that the status told (\`GET /v1/payments/{id}\`) or by your reference (\`GET /v1/query?merchantTransactionId=…\`). A channel with the setting \`checkouts: {"statusHoursAfterExpiry": 24}\` keeps the status readable longer ([operations](operations.md)). BCMC is decided there when no card is sent with it. Payments with \`standingInstruction.source=MIT\` need no shopper and are decided at once.

${choiceTable(choices)}

A test without a browser posts the same form:

\`\`\`sh
curl -d paymentId=… -d token=… -d choice=decline -d code=800.100.203 http://localhost:8080/simulator/redirect/decide
\`\`\`

\`${OUTCOME_PARAMETER}=pending\` makes any other operation wait as well: it answers \`000.200.001\`, and \`resultDetails.SimulatorUrl\` is the page. There \`shopperResultUrl\` may be absent: the page itself then tells the outcome.

The page of a payment that has failed, also of one that ran out of time, offers \`late\` alone: an approval that comes too late. The payment stays failed, the log and \`resultDetails.ApprovedByAcquirerAt\` warn the merchant. The page of a slip offers it as well.

The page asks where the money comes from: of a transfer the bank (field \`bank\`, \`${SIMULATOR_BANK}\` if nothing is chosen), of an account at a provider the name to log in with (field \`accountId\`). On an approval the provider tells the account that paid, except what the request named: the chosen bank as \`bankAccount.bankName\`, in the country of the request's \`bankAccount.country\` or of the method's banks (\`IDEAL\`: NL, \`EPS\`: AT), where the IBAN is that country's published sample and the BIC \`TEST\`, the country and \`21\`; else:

${table(['Field', 'Value'], Object.entries({ ...shopperAccounts.bankAccount, ...shopperAccounts.virtualAccount }).map(code))}`
}

function slips(): string {
  return `## Slips

A slip answers \`000.200.001\`, \`merchant.bankAccount\` to pay to, \`resultDetails.PaymentReference\` to give with the money, and \`resultDetails.SimulatorUrl\`: the page on which the tester says what the customer did. It can be paid for ${SLIP_EXPIRES_AFTER_MS / DAY_MS} days.

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

PA among the references raises or renews a hold (\`referenceUuid\`). A hold of any method, as channels of the [legacy profile](profiles.md) make them, can be captured (CP) and reversed (RV). Wallets, token accounts and terminals count as cards. A DB or CD can be reversed for ${reversalWindowMs / HOUR_MS} hours, a PA as long as it is open. What is not in the table is refused before anything is written down: \`600.200.310\` for a first payment, \`700.400.101\` for CP, \`700.300.800\` for RV, \`900.100.202\` for the others. \`${OUTCOME_PARAMETER}=unsupported\` lets the acquirer say the same afterwards: the payment is recorded as failed with that code.

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

Networks ask for more where a card was issued: with \`4356000000000002\`, a VISA card of India, recurring payments need \`standingInstruction.recurringType\`.

A number that may be that of a real card, because it passes the check digit, fits a brand and is no test number, is taken like any other. The answer to the merchant warns of it in \`warning\`, and the log once a minute (PCI DSS 6.5.5).

### Cards of several brands

A card pays under every one of its names that the channel takes: as the scheme and as a brand that is a part of it (VISA and VISADEBIT), as a domestic scheme and as the one beside it. Without \`paymentBrand\` it is the best one that the channel takes:

${table(['`card.number`', 'Without `paymentBrand`', 'Also'], cardsOfSeveralBrands)}`
}

function giftCards(): string {
  return `## Gift cards

The simulated issuer has given out every number of this form, 16 digits, each with a balance of its own:

| Digits | Meaning |
|---|---|
| 1–4 | \`6006\` |
| 5 | currency: 0 that of the first payment with it, 1 EUR, 2 USD, 3 GBP, 4 JPY |
| 6–9 | what it holds at first, in whole units of the currency: 0000 to 9999 |
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
curl http://localhost:8080/v1/payments -H 'Authorization: Bearer <access token>' \\
  -d 'entityId=<entity id>&amount=20.00&currency=EUR&paymentType=DB&paymentBrand=GIFTCARD' \\
  -d 'giftCard.number=6006000500000014&giftCard.pin=0014'
\`\`\`

Payments take from the balance, preauthorisations too; reversals, refunds and failures give back. More than the balance is declined with \`100.550.311\`, a missing or wrong PIN with \`100.350.400\`, a number that was not given out with \`100.100.101\`, another currency with \`800.100.173\`. \`giftCard.holder\` chooses nothing; \`${OUTCOME_PARAMETER}\` does. A brand of a single merchant, such as ACME_GIFT_CARD, is taken where the channel's setting \`brands\` names it.`
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

const answers = `## What answers carry

All of it follows from the payment's id, so a repeated reading shows the same.

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
