import { answer, described, ID, text } from './answer-parts.ts'
import type { JsonSchema } from './json-schema.ts'

const amount = (description: string) =>
  described(description, { pattern: '^-?[0-9]+\\.[0-9]{2}$', examples: ['98.00'] })
const date = (description: string) => described(description, { format: 'date' })

/** What reports say of a payout, or of what waits for one. */
const aggregation: Readonly<Record<string, JsonSchema>> = {
  id: described('Names it in later requests.', { pattern: '^[0-9a-f]{32}-[0-9]{5}$' }),
  recordCount: { type: 'integer', minimum: 0, description: 'How many lines of the file it has.' },
  settlement: {
    type: 'object',
    properties: {
      date: date('When it is paid out, otherwise the last settlement date of its records.'),
      currency: described('ISO 4217.'),
      amount: amount('The sum of its net amounts.'),
      fee: amount('The sum of its costs.'),
      format: described('Of the settlement file.'),
    },
    required: ['date', 'currency', 'amount', 'fee', 'format'],
  },
  clearingInstitute: {
    type: 'object',
    properties: { merchantId: described("The acquirer's number of the merchant."), name: text },
    required: ['merchantId', 'name'],
  },
  merchantAccount: {
    type: 'object',
    properties: { id: described('The merchant or channel of the account.', { pattern: ID }) },
    required: ['id'],
  },
  payout: {
    type: 'object',
    description: 'Absent while the acquirer has named none.',
    properties: {
      id: described("The acquirer's number of the payout."),
      amount: amount('What is paid out.'),
      date: date('When it reaches the bank.'),
      bankReference: described('As the bank statement shows it.'),
    },
  },
}

const REQUIRED = ['id', 'recordCount', 'settlement', 'clearingInstitute', 'merchantAccount']

/** A line of a settlement file, under the API names of the reconciliation file (decisions §10). */
const record: JsonSchema = {
  type: 'object',
  properties: {
    recordType: { enum: ['SETTLED', 'CHARGEBACK', 'CHARGEBACK REVERSAL', 'FEE'] },
    transactionType: { enum: ['DEBIT', 'CREDIT', 'REFUND', 'BATCH', 'MONTHLY'] },
    settlement: {
      type: 'object',
      properties: {
        id: text,
        cashflow: described('POS: the merchant gets it. NEG: he pays it.', {
          enum: ['POS', 'NEG'],
        }),
        amount: amount('Net, without its sign.'),
        currency: text,
        fee: amount('All costs together.'),
        fxRate: described('With two decimals.'),
        date: date('In the time zone of the acquirer.'),
        status: { enum: ['SUCCESS', 'FAILED'] },
        format: text,
      },
      required: ['cashflow', 'amount', 'currency', 'fxRate', 'date', 'status', 'format'],
    },
    clearingInstitute: {
      type: 'object',
      properties: {
        merchantId: text,
        name: text,
        txId1: described("The acquirer's id of the payment."),
        txId2: described("The acquirer's id of the operation."),
        txId3: described('That of the payout.'),
      },
    },
    merchantAccount: { type: 'object', properties: { id: text, name: text } },
    pspEntityId: text,
    divisionEntityId: text,
    merchantEntityId: text,
    payment: {
      type: 'object',
      properties: { id: described('The payment that it is about.', { pattern: ID }) },
    },
    merchantTransactionId: text,
    merchantInvoiceId: text,
    amount: amount('Gross, without its sign.'),
    currency: text,
    paymentBrand: text,
    presentmentDate: described('When it was ordered, UTC.'),
    descriptor: text,
    card: { type: 'object', properties: { last4Digits: text, holder: text } },
    bankAccount: {
      type: 'object',
      properties: { last4Digits: text, holder: text, bankCode: text },
    },
    result: {
      type: 'object',
      description: 'Why it was charged back.',
      properties: { code: text, description: text },
    },
    matchedTransactions: {
      type: 'object',
      properties: {
        status: { enum: ['MATCHED', 'MULTIPLE_MATCHES', 'NOT_MATCHED'] },
        payment: {
          type: 'array',
          items: { type: 'object', properties: { id: text }, required: ['id'] },
        },
      },
    },
    chargebackTransaction: { type: 'object', properties: { id: text } },
  },
  required: ['recordType', 'transactionType', 'settlement', 'amount', 'currency'],
}

/** Answers of the settlement reports, by the names of their schemas. */
export const reportAnswers: Readonly<Record<string, JsonSchema>> = {
  AggregationsAnswer: answer(
    {
      aggregations: {
        type: 'array',
        items: { type: 'object', properties: aggregation, required: REQUIRED },
      },
    },
    ['aggregations'],
    'What was settled, by date.',
  ),
  AggregationAnswer: answer(
    {
      ...aggregation,
      records: { type: 'array', items: record },
      pages: { type: 'integer', minimum: 1, description: 'How many pages there are.' },
      pageNo: { type: 'integer', minimum: 1, description: 'The number of this page.' },
    },
    [...REQUIRED, 'records'],
    'What was settled together, with its records.',
  ),
}
