import type { SettlementFormat } from './format.ts'

/**
 * A batch is what is paid out together. The reference of a modification (a capture, a refund) is its own;
 * lines without one, such as fees and payouts, have no id. Debit and credit columns are both positive. The
 * gross amount has the direction of the net amount: files are known in which a settled payment has it in
 * the debit column.
 */
export const adyenFormat: SettlementFormat = {
  name: 'adyen-settlement-details',
  source:
    'https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report',
  separator: ',',
  columns: {
    merchantId: 'Merchant Account',
    type: 'Type',
    acquirerReference: 'Psp Reference',
    operationReference: 'Modification Reference',
    caseReference: 'Dispute Reference',
    arn: 'ARN',
    merchantReferences: ['Modification Merchant Reference', 'Merchant Reference'],
    paymentBrand: 'Payment Method',
    grossCurrency: 'Gross Currency',
    currency: 'Net Currency',
    rate: 'Exchange Rate',
    orderedAt: 'Creation Date',
    timeZone: 'TimeZone',
    settledOn: ['Booking Date', 'Creation Date'],
    payoutReference: 'Batch Number',
  },
  gross: { credit: 'Gross Credit (GC)', debit: 'Gross Debit (GC)' },
  net: { credit: 'Net Credit (NC)', debit: 'Net Debit (NC)' },
  grossSign: 'net',
  fees: [
    // An account has either one commission, or markup, scheme fees and interchange.
    { kind: 'markup', column: 'Commission (NC)' },
    { kind: 'markup', column: 'Markup (NC)' },
    { kind: 'scheme', column: 'Scheme Fees (NC)' },
    { kind: 'interchange', column: 'Interchange (NC)' },
    { kind: 'markup', column: 'Payment Fees (NC)' },
    // Negative: the merchant's part of what dynamic currency conversion has brought.
    { kind: 'markup', column: 'DCC Markup (NC)' },
  ],
  recordId: {
    columns: ['Type', 'Psp Reference', 'Modification Reference', 'Batch Number'],
    needs: ['Psp Reference', 'Modification Reference'],
  },
  types: {
    Settled: 'settled',
    SettledExternally: 'settled',
    SettledInInstallments: 'settled',
    SettledReversed: 'settled',
    CaptureCorrected: 'settled',
    Refunded: 'refunded',
    RefundedInInstallments: 'refunded',
    RefundedExternally: 'refunded',
    PaidOut: 'refunded',
    PaidOutReversed: 'refundReversed',
    RefundedReversed: 'refundReversed',
    Chargeback: 'chargeback',
    SecondChargeback: 'chargeback',
    ChargebackExternally: 'chargeback',
    ChargebackReversed: 'chargebackReversed',
    ChargebackReversedExternally: 'chargebackReversed',
    Fee: 'fee',
    InvoiceDeduction: 'fee',
    MiscCosts: 'fee',
    MerchantPayout: 'payout',
    'Bank Instruction Returned': 'payoutReturned',
    InternalCompanyPayout: 'payout',
    ReserveAdjustment: 'reserve',
    DepositCorrection: 'reserve',
    PaymentCost: 'cost',
    Balancetransfer: 'carried',
    ManualCorrected: 'correction',
    MatchedStatement: 'correction',
    AdvancementCommissioned: 'correction',
  },
  externalTypes: [
    'SettledExternally',
    'RefundedExternally',
    'ChargebackExternally',
    'ChargebackReversedExternally',
  ],
  isOfCompany: true,
  payout: 'line',
}
