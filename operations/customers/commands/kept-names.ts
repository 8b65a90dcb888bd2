/**
 * What stays of a payment, a checkout, stored details or a plan when their customer is erased: what bookkeeping,
 * settlement and disputes need. Whatever is not named here goes, also a parameter that comes later.
 */
const KEPT: readonly RegExp[] = [
  // Amounts and what was sold, without its name.
  /^(amount|currency|taxAmount|discountAmount|transactionDueDate)$/,
  /^forex\.(amount|currency|tax)$/,
  /^cart\.items\[\d+\]\.(quantity|price|tax|discount|currency|type|totalAmount|totalTaxAmount|totalDiscountAmount|originalPrice|taxRate|shipping|\w*Amount)$/,
  /^cart\.payments\[\d+\]\.(id|name|type|amount|currency|status|brand|primary)$/,
  // What kind of payment it is.
  /^(paymentType|paymentBrand|brandResult|testMode|createRegistration|recurringType|sequence|numberOfCaptures)$/,
  /^(transactionCategory|source|scheduleId|standingInstruction\.\w+)$/,
  /^overridePaymentType\[\w+\]$/,
  // References of the merchant and of those who take the money.
  /^(entityId|merchantTransactionId|merchantInvoiceId|referenceUuid|registrationId|transactionLinkId|lifecycleId)$/,
  /^registrations\[\d+\]\.id$/,
  // The number as receipts show it.
  /^card\.(bin|last4Digits|expiryMonth|expiryYear|type|level|country|issuer\.country|regulatedFlag|maxPanLength)$/,
  // How the cardholder was authenticated: liability depends on it.
  /^threeDSecure\.(eci|version|authenticationStatus|dsTransactionId|acsTransactionId|exemptionFlag|transactionStatusReason)$/,
  // When a plan pays.
  /^job\.(second|minute|hour|dayOfMonth|month|dayOfWeek|year|expression|startDate|endDate|durationUnit|durationNumber|noticeUnit|noticeNumber|noticeCallable|timeZone)$/,
]

/** Whether a parameter, by its name on the wire, stays. */
export function isKeptName(name: string): boolean {
  return KEPT.some((kept) => kept.test(name))
}

/** Members of `resultDetails` that name a payment at its acquirer, or say what it answered in a code. */
const KEPT_RESULT_DETAIL = /^(ConnectorTxID\d?|AcquirerResponse|\w+(Id|ID|Code|At|Reference))$/

export function isKeptResultDetail(name: string, value: string): boolean {
  return KEPT_RESULT_DETAIL.test(name) && /^[\w.:+ -]{0,64}$/.test(value)
}
