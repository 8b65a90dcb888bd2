import { notReference } from './operation-hints.ts'
import type { OperationParameters } from './operation-parameters.ts'
import {
  authenticationMessage,
  cardIfNothingElse,
  details,
  mandateRows,
  migrationElsewhere,
  parties,
  refusals,
  rowNames,
  storable,
  walletSources,
} from './structures.ts'
import { tables } from './tables.ts'
import { checkbox, choice } from './value-types.ts'

const { access, basicPayment } = tables

const firstPaymentType = choice(['PA', 'DB', 'CD'], notReference)

/**
 * A checkout keeps its request readable until the shopper pays, and what may be a card number must
 * not lie there.
 */
const unstorable = refusals(
  ['sender.accountNumber', 'recipient.accountNumber', 'risk.accountToken'],
  'a checkout is stored, which this must not be; POST /v1/payments takes it',
)

/** Nobody but the widget authenticates the shopper of a checkout. */
const proofElsewhere = refusals(
  [...rowNames(tables.authenticationProof), ...rowNames(tables.authenticationSchemeData)],
  'the shopper authenticates in the widget; POST /v1/payments takes the proof of another server',
)

/** What the page of the shop sends as a form: of somebody who may be anybody. */
const ofShopper = {
  tables: [
    ...storable.filter((table) => table !== tables.tokenAccount),
    ...parties,
    tables.customParameters,
  ],
  without: [
    'customer.ip',
    'shipping.customer.ip',
    'billing.normalized',
    'billing.validationStatus',
    'shipping.normalized',
    'shipping.validationStatus',
    'shipping.cost',
    ...walletSources,
    ...mandateRows,
  ],
  notOffered: authenticationMessage,
  keyPrefixes: { 'customParameters[key]': 'SHOPPER_' },
  ignored: ['forceUtf8', 'shopOrigin'],
  elsewhere: "only the merchant's server may send it",
} as const

const onlyMerchant = { REPEATED: "only the merchant's server may say so" }

/** What a checkout says, whenever the merchant's server says it. */
const ofCheckout = {
  tables: [
    access,
    basicPayment,
    tables.standingInstruction,
    tables.authenticationExemption,
    tables.risk,
    ...details,
  ],
  rows: ['registrations[n].id', 'threeDSecure.disable', ...mandateRows],
  without: ['referenceUuid'],
  required: ['entityId'],
  notRequired: ['amount', 'currency', 'paymentType'],
  types: { paymentType: firstPaymentType, 'overridePaymentType[key]': firstPaymentType },
  rules: [
    // Without a paymentType it only stores payment details (reference behaviour §1.3).
    {
      kind: 'requiredUnless',
      names: ['amount', 'currency', 'paymentType'],
      when: 'createRegistration',
      is: ['true'],
    },
    { kind: 'mandatory', names: ['amount', 'currency'], when: 'paymentType' },
    { kind: 'mandatory', names: ['currency'], when: 'amount' },
  ],
  notOffered: authenticationMessage,
  refused: { ...unstorable, ...proofElsewhere, ...migrationElsewhere },
  elsewhere: 'the shopper gives it in the widget',
  whenMissing: {
    paymentType:
      'one of PA, DB, CD; or send createRegistration=true without it to store payment details only',
  },
} as const

/** "Accepted only during checkout creation" (interface document, Basic payment). */
const onlyAtCreation = refusals(
  ['overridePaymentType[key]'],
  'only the creation of a checkout takes it: delete this one and create another',
)

/** Operations of checkouts: what the merchant's server creates, and what the shopper sends. */
export const checkoutOperations = {
  'checkouts.create': ofCheckout,
  /** What a checkout says after an update, but for what its creation alone may say. */
  'checkouts.update': { ...ofCheckout, refused: { ...ofCheckout.refused, ...onlyAtCreation } },
  /**
   * What the widget sends for the shopper. It carries no credentials, so it takes nothing that
   * decides about money, and nothing that vouches for the shopper: the address the request comes
   * from, or that somebody has checked an address of the shopper.
   */
  'checkouts.submit': {
    ...ofShopper,
    tables: [...ofShopper.tables, tables.giftCard],
    rows: [
      'paymentBrand',
      'createRegistration',
      'shopperResultUrl',
      'registrationId',
      // Shops put them into the form that is rendered (reference behaviour §1.3).
      'standingInstruction.type',
      'standingInstruction.mode',
      'standingInstruction.source',
      'standingInstruction.recurringType',
      'standingInstruction.expiry',
      'standingInstruction.frequency',
      'standingInstruction.numberOfInstallments',
    ],
    types: {
      createRegistration: checkbox,
      'standingInstruction.mode': choice(['INITIAL'], onlyMerchant),
      'standingInstruction.source': choice(['CIT'], { MIT: onlyMerchant.REPEATED }),
    },
    rules: [cardIfNothingElse, ...tables.standingInstruction.rules],
  },
  /** What the widget sends of a shopper who only stores payment details. */
  'checkouts.register': {
    ...ofShopper,
    rows: ['paymentBrand', 'createRegistration', 'shopperResultUrl'],
    types: { createRegistration: checkbox },
    rules: [cardIfNothingElse],
  },
} as const satisfies Readonly<Record<string, OperationParameters>>
