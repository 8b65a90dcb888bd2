import { followPayment, submitRefusal } from '../../server/features/checkouts/rules.ts'
import { unusableReason } from '../../server/features/registrations/rules.ts'
import type { ConnectorOutcome } from '../../server/payments/connectors/connector.ts'
import { type ReferenceOperation, referenceRules } from '../../server/payments/life-cycle.ts'
import { recordedBy } from '../../server/payments/outcome-rules.ts'
import { paymentRow } from '../../server/payments/payment-row.fixture.ts'
import { decideReference, type ReferenceRequest } from '../../server/payments/rules.ts'
import { descriptionOf } from '../../server/results/catalogue.ts'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import type {
  CheckoutRow,
  CheckoutState,
  PaymentRow,
  PaymentState,
  PaymentType,
  RegistrationRow,
  RegistrationState,
} from '../../server/store/port.ts'
import { markdownTable } from '../markdown.mjs'

/** Every type, also those that nothing may refer to: a compiler fault when one is added. */
const paymentTypes: Readonly<Record<PaymentType, string>> = {
  PA: 'preauthorisation',
  DB: 'debit',
  CD: 'credit',
  CP: 'capture',
  RV: 'reversal',
  RF: 'refund',
  RB: 'rebill',
  CB: 'chargeback',
  CR: 'chargeback reversal',
  RI: 'risk check',
  '3D': 'authentication',
}
const paymentStates: Readonly<Record<PaymentState, string>> = {
  authenticating: 'waits for its 3-D Secure authentication',
  intent: 'written down, its outcome not known',
  pending: 'waits for the shopper or a bank',
  taken: 'accepted by the acquirer, which tells its result later',
  succeeded: 'booked',
  failed: 'declined, cancelled or never sent',
}
const checkoutStates: Readonly<Record<CheckoutState, true>> = {
  open: true,
  processing: true,
  pending: true,
  done: true,
  expired: true,
  deleted: true,
}
const registrationStates: Readonly<Record<RegistrationState, true>> = {
  active: true,
  failed: true,
  deleted: true,
  expired: true,
}

const types = keysOf(paymentTypes)
const states = keysOf(paymentStates)
const operations = keysOf(referenceRules)
const rules = Object.values(referenceRules)

const CUT_OFF_MS = 86_400_000
const NOW_MS = 1000

function asking(
  operation: ReferenceOperation,
  more: Partial<ReferenceRequest> = {},
): ReferenceRequest {
  return { operation, nowMs: NOW_MS, reversalWindowMs: CUT_OFF_MS, ...more }
}

/** Situations of a payment that has succeeded, and requests that do not fit it. */
const situations: readonly {
  readonly what: string
  /** The types that can be in it, where that is not all. */
  readonly of?: readonly PaymentType[]
  readonly target?: (type: PaymentType) => Partial<PaymentRow>
  readonly request?: Partial<ReferenceRequest>
}[] = [
  { what: 'the whole amount is open' },
  { what: 'a part of it is asked for', request: { amountMinor: 4000 } },
  { what: 'more than is open is asked for', request: { amountMinor: 10_001 } },
  { what: '0.00 is asked for', request: { amountMinor: 0 } },
  { what: 'a part is used up, the rest is asked for', target: (type) => used(type, 4000) },
  { what: 'all of it is used up', target: (type) => used(type, 10_000) },
  { what: 'it is reversed', target: () => ({ reversedMinor: 10_000 }) },
  {
    what: 'numberOfCaptures is reached',
    of: ['PA'],
    target: (type) => ({ ...used(type, 4000), maximumCaptures: 1, captureCount: 1 }),
  },
  {
    what: 'sequence=FINAL has closed it',
    target: (type) => ({ ...used(type, 4000), ...releasedBeside(type, 6000), finalisedBy: 'last' }),
  },
  { what: 'the hold has expired', of: ['PA'], target: () => ({ expiresAtMs: NOW_MS }) },
  { what: 'the cut-off is past', request: { nowMs: CUT_OFF_MS + 1 } },
  { what: 'it is an account check of 0.00', of: ['PA'], target: () => ({ amountMinor: 0 }) },
  { what: 'another currency is named', request: { currency: 'USD' } },
  { what: 'another channel is named', request: { channelId: 'another' } },
  { what: 'another testMode is named', request: { modeConnectors: ['another'] } },
]

function used(type: PaymentType, minor: number): Partial<PaymentRow> {
  return type === 'PA' ? { capturedMinor: minor } : { refundedMinor: minor }
}

/** What a FINAL capture leaves of a hold is released with it. */
function releasedBeside(type: PaymentType, minor: number): Partial<PaymentRow> {
  return type === 'PA' ? { reversedMinor: minor } : {}
}

/** The page docs/life-cycle.md: what the code decides, drawn. */
export function lifeCyclePage(): string {
  const sections = [...aboutPayments(), ...aboutOthers()]
  return [...sections, '## The codes of this page', codeTable(sections), ''].join('\n\n')
}

function aboutPayments(): string[] {
  return [
    '# The life cycle of money',
    'Which operation is possible on which payment, generated from the code that decides it (`server/payments/life-cycle.ts`, `server/payments/rules.ts`). A test compares this page with that code; `npx vitest run scripts/conformance -u` writes it again. A cell shows the answer to the merchant: **allowed**, or the result code of the refusal.',
    '## A payment',
    mermaid(paymentDiagram()),
    markdownTable(['State', 'Meaning'], Object.entries(paymentStates)),
    '## A family',
    'A payment and everything that refers to it, directly or not. Every arrow is an operation that the table below allows; nothing follows RF and RV. The two operations that change a hold are also of type PA: [how to raise and renew one](holds.md).',
    mermaid(familyDiagram()),
    `## Every operation on every type in every state`,
    `${operations.length} operations × ${types.length} types × ${states.length} states: ${operations.length * types.length * states.length} pairs. CP, RV, RF and RB are sent to \`POST /v1/payments/{id}\`; INCREMENTAL_AUTH and REAUTHORIZATION are a PA sent to the same address, or to \`POST /v1/payments\` with \`referenceUuid\`. For those two the table has the code of the rule; the merchant is answered 400, 200.300.404 with that reason for \`id\` or \`referenceUuid\` in \`parameterErrors\`. A payment that does not exist, or belongs to somebody else, is answered 404 with the code of the last row, or 400 where \`referenceUuid\` names it. In the [legacy profile](profiles.md) an RF of a PA with exactly one successful capture refunds that capture.`,
    pairTable(),
    '## An operation on a payment that has succeeded',
    'The payment is of 100.00 EUR, booked and fully open, unless the row says otherwise. Only types that the operation may refer to are listed. Two refusals depend on other references of the same hold: REAUTHORIZATION while one is in progress (700.400.570), and INCREMENTAL_AUTH above ten digits, counting those in progress (700.100.300). How a hold ends, and what is released then: [the end of a hold](holds.md#the-end-of-a-hold).',
    situationTable(),
  ]
}

function aboutOthers(): string[] {
  return [
    '## A checkout',
    mermaid(checkoutDiagram()),
    markdownTable(
      ['State', 'Submit of the widget', 'Change or deletion by the merchant'],
      checkoutRows(),
    ),
    '## A registration',
    markdownTable(['State', 'Payment, extension, one-click'], registrationRows()),
  ]
}

function pairTable(): string {
  const rows = types.flatMap((type) =>
    states.map((state) => [
      `${type} ${paymentTypes[type]}`,
      state,
      ...operations.map((operation) =>
        decided(paymentRow({ paymentType: type, state }), asking(operation)),
      ),
    ]),
  )
  const unknown = ['no such payment', '', ...rules.map(({ unknownCode }) => unknownCode)]
  return markdownTable(
    ['On', 'State', ...rules.map(({ wireName }) => wireName)],
    [...rows, unknown],
  )
}

function situationTable(): string {
  const pairs = operations.flatMap((operation) =>
    referenceRules[operation].on.map((type) => ({ operation, type })),
  )
  const rows = situations.map(({ what, of, target = () => ({}), request = {} }) => [
    what,
    ...pairs.map(({ operation, type }) =>
      of === undefined || of.includes(type)
        ? decided(paymentRow({ paymentType: type, ...target(type) }), asking(operation, request))
        : 'cannot be',
    ),
  ])
  return markdownTable(
    [
      'The payment, the request',
      ...pairs.map(({ operation, type }) => `${referenceRules[operation].wireName} on ${type}`),
    ],
    rows,
  )
}

function decided(target: PaymentRow, request: ReferenceRequest): string {
  const decision = decideReference(target, request)
  return isRefusal(decision)
    ? shown(decision)
    : `**allowed** ${(decision.amountMinor / 100).toFixed(2)}`
}

function shown(refusal: Refusal | undefined): string {
  if (refusal === undefined) return '**allowed**'
  return refusal.status === 400 ? refusal.code : `${refusal.code} (${refusal.status})`
}

function checkoutRows(): string[][] {
  return keysOf(checkoutStates).map((state) => {
    const refusal = submitRefusal({ ...checkout, state }, 0)
    return [state, shown(refusal), shown(refusal)]
  })
}

const checkout: CheckoutRow = {
  id: '',
  entityId: '',
  state: 'open',
  request: '{}',
  paymentId: null,
  registrationId: null,
  resultCallId: null,
  integrity: null,
  createdAtMs: 0,
  updatedAtMs: 0,
  expiresAtMs: 1,
  version: 1,
}

function registrationRows(): string[][] {
  return keysOf(registrationStates).map((state) => [
    state,
    shown(unusableReason({ ...registration, state }, 0)),
  ])
}

const registration: RegistrationRow = {
  id: '',
  entityId: '',
  state: 'active',
  resultCode: '',
  paymentBrand: 'VISA',
  vaultRecordId: null,
  fingerprint: null,
  deduplicated: false,
  paymentId: null,
  merchantTransactionId: null,
  details: '{}',
  createdAtMs: 0,
  updatedAtMs: 0,
  expiresAtMs: 1,
  version: 1,
}

function codeTable(sections: readonly string[]): string {
  const codes = new Set(sections.join(' ').match(/\b\d{3}\.\d{3}\.\d{3}\b/g))
  const rows = [...codes].toSorted().map((code) => [code, descriptionOf(code)])
  return markdownTable(['Code', 'Meaning'], rows)
}

/** What a connector can answer, in the words of the drawing. */
const outcomes: Readonly<Record<string, ConnectorOutcome>> = {
  approved: { kind: 'approved' },
  declined: { kind: 'declined', code: '800.100.152' },
  'the shopper or a bank has to act': { kind: 'pending', code: '000.200.000', expiresAfterMs: 1 },
  'accepted, the result comes later': { kind: 'taken', expectedWithinMs: 1 },
  'never sent': { kind: 'notSent' },
  unknown: { kind: 'unknown' },
}

/** Arrows from what the rules make of every outcome in every state that still waits for one. */
function paymentDiagram(): string {
  const begins = ['intent', 'pending', 'taken', 'succeeded', 'failed'].map(
    (state) => `  [*] --> ${state}`,
  )
  const arrows = (['intent', 'pending', 'taken'] as const).flatMap((state) =>
    Object.entries(outcomes).map(([word, outcome]) => {
      const payment = paymentRow({ state, bookedMinor: 0 })
      const recorded = recordedBy(
        payment,
        { request: {} },
        outcome,
        { approvalCode: '000.100.110' },
        NOW_MS,
      )
      return `  ${state} --> ${recorded?.step.state ?? state}: ${word}`
    }),
  )
  return ['stateDiagram-v2', ...begins, ...arrows, '  succeeded --> [*]', '  failed --> [*]'].join(
    '\n',
  )
}

/** Arrows from the table of references: whatever is allowed there is drawn, and nothing else. */
function familyDiagram(): string {
  const arrows = rules.flatMap(({ on, paymentType, wireName }) =>
    on.map((type) => {
      const arrow = paymentType === wireName ? '-->' : `-- ${wireName} -->`
      return `  ${type} ${arrow} ${paymentType}`
    }),
  )
  const first = ['PA', 'DB', 'CD'].map((type) => `  begin(( )) --> ${type}`)
  return ['flowchart LR', ...first, ...arrows].join('\n')
}

/** Arrows from what each state of a payment makes of its checkout, in time and too late. */
function checkoutDiagram(): string {
  const arrows = (['processing', 'pending'] as const).flatMap((state) =>
    states.flatMap((paid) =>
      [0, checkout.expiresAtMs].map((updatedAtMs) => {
        const payment = paymentRow({ state: paid, updatedAtMs })
        const [step] = followPayment({ ...checkout, state }, payment, 1)
        const next = step?.kind === 'stepCheckout' ? (step.set.state ?? state) : state
        const late = next === 'expired' ? ', after its 30 minutes' : ''
        return `  ${state} --> ${next}: payment ${paid}${late}`
      }),
    ),
  )
  // From pending a payment does not go back to being an intent.
  const possible = arrows.filter((arrow) => !arrow.startsWith('  pending --> processing'))
  return [
    'stateDiagram-v2',
    '  [*] --> open: created',
    '  open --> open: changed by the merchant',
    '  open --> processing: submit',
    ...new Set(possible),
    '  open --> expired: 30 minutes after its creation',
    '  open --> deleted: deleted by the merchant',
    '  done --> [*]',
    '  expired --> [*]',
    '  deleted --> [*]',
  ].join('\n')
}

function mermaid(text: string): string {
  return `\`\`\`mermaid\n${text}\n\`\`\``
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[]
}
