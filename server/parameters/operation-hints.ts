const refersToPayment = 'it refers to an earlier payment, send it to POST /v1/payments/{id}'
const changesHold =
  'it raises or renews the hold of an earlier PA, send it to POST /v1/payments with referenceUuid, or to POST /v1/payments/{id}'
const starts = 'it starts a new payment, send it to POST /v1/payments'

/** The hint for a payment that refers to another one but is sent as a new one. */
export const notReference = {
  CP: refersToPayment,
  RV: refersToPayment,
  RF: refersToPayment,
  RB: refersToPayment,
}

/**
 * The hint for a change of a hold that is sent as a new payment: it would be held or charged twice.
 */
export const notHoldChange = { INCREMENTAL_AUTH: changesHold, REAUTHORIZATION: changesHold }

/** The hint for a new payment that is sent as a reference to another. */
export const startsPayment = { PA: starts, DB: starts, CD: starts }

const chargesAnew = 'it charges anew, send it to POST /v1/payments'

/** The hint for a new charge that is sent as a change of a hold. */
export const startsNewCharge = {
  RESUBMISSION: chargesAnew,
  DELAYED_CHARGES: chargesAnew,
  NO_SHOW: chargesAnew,
}

export const belongsToOtherRequest = 'it belongs to another request'

/** Whether a refused paymentType tells that the whole request was meant for another address. */
export function isReferenceType(rejectedType: string | undefined): boolean {
  return rejectedType !== undefined && Object.hasOwn(notReference, rejectedType)
}
