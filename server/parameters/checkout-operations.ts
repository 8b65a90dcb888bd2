import { instrumentNames, instrumentTables, storable } from './instrument-tables.ts'
import { walletSources } from './mobile-wallets.ts'
import { notReference } from './operation-hints.ts'
import type { OperationParameters } from './operation-parameters.ts'
import {
  cardIfNothingElse,
  details,
  externalAuthentication,
  mandateRows,
  migrationRefused,
  newPaymentPractice,
  parties,
  refusals,
  rowNames,
} from './structures.ts'
import { tables } from './tables.ts'
import { checkbox, choice } from './value-types.ts'

const { access, basicPayment } = tables

const firstPaymentType = choice(['PA', 'DB', 'CD'], notReference)

/** Of card data: only the shopper gives them, and whoever decrypts a wallet has them. */
const decryptedWalletRefused = refusals(
  walletSources,
  'it comes with the card data that were decrypted, which no checkout takes; POST /v1/payments takes them',
)

/** The form that a page of the shop sends: its sender is not authenticated. */
const ofShopper = {
  tables: [
    ...storable.filter(({ paysWith }) => !paysWith.isOnlyServers),
    ...parties,
    tables.customParameters,
    tables.pagesAround,
  ],
  without: [
    'customer.ip',
    'customer.merchantCustomerId',
    'customer.status',
    'shipping.customer.ip',
    'shipping.customer.merchantCustomerId',
    'shipping.customer.status',
    // A device's number is not authenticated: its wallet has proved it.
    'card.numberType',
    'billing.normalized',
    'billing.validationStatus',
    'shipping.normalized',
    'shipping.validationStatus',
    'shipping.cost',
    ...walletSources,
    ...mandateRows,
  ],
  keyPrefixes: { 'customParameters[key]': 'SHOPPER_' },
  ignored: ['forceUtf8', 'shopOrigin'],
  elsewhere: "only the merchant's server may send it",
} as const

/** A card is asked for where neither shopper nor merchant has named anything else that can pay. */
const cardIfNothingPrepared = {
  ...cardIfNothingElse,
  others: [
    ...cardIfNothingElse.others,
    ...instrumentNames.filter((name) => name !== 'card.number' && name !== 'pos.terminalId'),
    'pos.iccDataRequest',
    'pos.encryptedSred.data',
  ],
} as const

const onlyMerchant = { REPEATED: "only the merchant's server may say so" }

/** The instrument, if the merchant's server knows it before the shopper chooses. */
const prepared = instrumentTables.filter(
  (table) => table !== tables.card && table !== tables.bankAccount,
)

/** The parameters of a checkout at creation and update: those of a payment without card data. */
const ofCheckout = {
  tables: [
    access,
    basicPayment,
    ...prepared,
    tables.standingInstruction,
    tables.authentication,
    ...externalAuthentication,
    tables.risk,
    ...details,
  ],
  rows: [
    'registrations[n].id',
    // Without the rules of their table: the shopper may complete a bank account.
    ...rowNames(tables.bankAccount),
  ],
  without: ['referenceUuid'],
  required: ['entityId'],
  notRequired: ['amount', 'currency', 'paymentType', 'bankAccount.holder'],
  types: {
    paymentType: firstPaymentType,
    'overridePaymentType[key]': firstPaymentType,
    'standingInstruction.industryPractice': newPaymentPractice,
  },
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
    // The shopper is asked for the code, which the merchant's own first charge must not carry.
    {
      kind: 'mustBe',
      name: 'standingInstruction.source',
      values: ['CIT'],
      when: 'standingInstruction.mode',
      is: ['INITIAL'],
    },
  ],
  refused: { ...decryptedWalletRefused, ...migrationRefused },
  elsewhere: 'the shopper gives card data in the widget, and chooses among registrations[n].id',
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
  /** The parameters of a checkout at an update: without those that only the creation accepts. */
  'checkouts.update': {
    ...ofCheckout,
    refused: { ...ofCheckout.refused, ...onlyAtCreation },
    // If it were ignored, the shopper would pay the old amount.
    neverIgnored: { amount: 1, currency: 1 },
    changesEarlier: true,
  },
  /**
   * Sent by the widget for the shopper. It has no credentials, so it accepts nothing that
   * decides about money, and nothing that confirms who the shopper is: the IP address, the
   * merchant's id for the customer, or that an address was verified.
   */
  'checkouts.submit': {
    ...ofShopper,
    tables: [...ofShopper.tables, tables.giftCard, tables.giftCardRest, tables.shownMoney],
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
    rules: [cardIfNothingPrepared, ...tables.standingInstruction.rules],
  },
  /** A gift card that is to pay a part of the checkout. */
  'checkouts.giftCard': {
    tables: [],
    rows: ['giftCard.number', 'giftCard.pin'],
    required: ['giftCard.number', 'giftCard.pin'],
    elsewhere: 'only number and PIN of the gift card are sent here',
  },
  /** Sent by the widget of a shopper who only stores payment details. */
  'checkouts.register': {
    ...ofShopper,
    rows: ['paymentBrand', 'createRegistration', 'shopperResultUrl'],
    types: { createRegistration: checkbox },
    rules: [cardIfNothingPrepared],
  },
} as const satisfies Readonly<Record<string, OperationParameters>>
