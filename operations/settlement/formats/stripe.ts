import type { SettlementFormat } from './format.ts'

/**
 * The itemized report. Amounts are in the currency of the balance; what the customer paid is in columns of
 * its own. There is no line for the payout itself: it is what the lines with its id sum to.
 */
export const stripeFormat: SettlementFormat = {
  name: 'stripe-payout-reconciliation',
  source: 'https://docs.stripe.com/reports/report-types/payout-reconciliation',
  separator: ',',
  columns: {
    type: 'reporting_category',
    acquirerReference: ['payment_intent_id', 'charge_id', 'source_id'],
    operationReference: 'source_id',
    merchantReferences: [
      'refund_metadata[payment_id]',
      // As the connector to Stripe leaves it there.
      'refund_metadata[payment]',
      'payment_metadata[payment_id]',
      'payment_metadata[payment]',
      'description',
    ],
    paymentBrand: ['card_brand', 'payment_method_type'],
    grossCurrency: 'currency',
    currency: 'currency',
    orderedAt: ['created_utc', 'created'],
    settledOn: ['available_on_utc', 'available_on', 'created_utc', 'created'],
    reasonText: ['dispute_reason', 'description'],
    payoutReference: 'automatic_payout_id',
    paidOn: ['automatic_payout_effective_at_utc', 'automatic_payout_effective_at'],
    bankReference: 'trace_id',
  },
  gross: { signed: 'gross' },
  net: { signed: 'net' },
  customerGross: { amount: 'customer_facing_amount', currency: 'customer_facing_currency' },
  fees: [{ kind: 'markup', column: 'fee' }],
  recordId: { columns: ['balance_transaction_id'], needs: ['balance_transaction_id'] },
  // https://docs.stripe.com/reports/reporting-categories
  types: {
    charge: 'settled',
    charge_failure: 'settled',
    // A capture of a part stands as the whole authorisation, and this line takes back what was not captured.
    partial_capture_reversal: 'settled',
    refund: 'refunded',
    refund_failure: 'refundReversed',
    dispute: 'chargeback',
    dispute_reversal: 'chargebackReversed',
    fee: 'fee',
    network_cost: 'fee',
    tax: 'fee',
    payout: 'payout',
    payout_reversal: 'payoutReturned',
    payout_minimum_balance_hold: 'reserve',
    payout_minimum_balance_release: 'reserve',
    risk_reserved_funds: 'reserve',
    other_adjustment: 'correction',
    transfer: 'correction',
    transfer_reversal: 'correction',
    topup: 'correction',
    topup_reversal: 'correction',
    connect_reserved_funds: 'reserve',
    advance: 'correction',
    advance_funding: 'correction',
    connect_collection_transfer: 'correction',
    contribution: 'correction',
    financing_paydown: 'correction',
    financing_paydown_reversal: 'correction',
    financing_payout: 'correction',
    financing_payout_reversal: 'correction',
    issuing_authorization_hold: 'reserve',
    issuing_authorization_release: 'reserve',
    issuing_dispute: 'correction',
    issuing_transaction: 'correction',
    platform_earning: 'correction',
    platform_earning_refund: 'correction',
  },
  otherReports: [
    {
      columns: ['reporting_category', 'available_on'],
      hint: 'this is a report of balance changes, which does not say with which payout a line was paid: download the itemized report of the payout reconciliation',
    },
    {
      columns: ['Created date (UTC)', 'Transfer'],
      hint: 'this is the list of payments that the dashboard exports: download the itemized report of the payout reconciliation',
    },
  ],
  payout: 'sum',
}
