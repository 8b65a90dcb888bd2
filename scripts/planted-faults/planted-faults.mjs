/**
 * Wrong names, units, states and signs in the connectors to acquirers, of the kind that one writes by mistake. `node
 * run.mjs test:planted` puts them in one at a time, and the tests of the connector must find each: what they do not
 * find, they do not watch.
 *
 * @typedef {import('../sim/planted-bugs.mjs').PlantedBug} PlantedFault
 */

/**
 * By the folder of the connector.
 *
 * @type {Readonly<Record<string, readonly PlantedFault[]>>}
 */
export const PLANTED_FAULTS = {
  stripe: [
    fault(
      'expiry-month',
      'the expiry month has another name',
      'stripe/requests.ts',
      'exp_month: Number(expiryMonth)',
      'expiry_month: Number(expiryMonth)',
    ),
    fault(
      'security-code',
      'the security code has another name',
      'stripe/requests.ts',
      '      cvc: cvv,',
      '      cvv,',
    ),
    fault(
      'hold-captured',
      'a hold is captured at once, and a debit later',
      'stripe/requests.ts',
      `isHold ? 'manual' : 'automatic'`,
      `isHold ? 'automatic' : 'manual'`,
    ),
    fault(
      'currency-case',
      'the currency is sent in capital letters',
      'stripe/requests.ts',
      'currency: amount.currency.toLowerCase()',
      'currency: amount.currency',
    ),
    fault(
      'payment-mark',
      'the payment does not name ours',
      'stripe/requests.ts',
      `      payment: paymentId,
      charge,`,
      '      charge,',
    ),
    fault(
      'absent-shopper',
      'a payment of the merchant is charged as if the shopper were there',
      'stripe/requests.ts',
      '{ off_session: true }',
      '{}',
    ),
    fault(
      'return-address',
      'a shopper has nowhere to come back to',
      'stripe/requests.ts',
      '{ return_url: returnUrl }',
      '{}',
    ),
    fault(
      'mandate',
      'a direct debit has no mandate',
      'stripe/requests.ts',
      'return { mandate_data: { customer_acceptance } }',
      'return {}',
    ),
    fault(
      'proof-swapped',
      'the cryptogram and the transaction of a proof are swapped',
      'stripe/requests.ts',
      `    cryptogram: verificationId,
    transaction_id: dsTransactionId,`,
      `    cryptogram: dsTransactionId,
    transaction_id: verificationId,`,
    ),
    fault(
      'series-kept',
      'a series keeps nothing for later',
      'stripe/requests.ts',
      `{ setup_future_usage: 'off_session' }`,
      '{}',
    ),
    fault(
      'capture-amount',
      'the amount of a capture has another name',
      'stripe/modify.ts',
      `        body: {
          amount_to_capture: sent,`,
      `        body: {
          amount: sent,`,
    ),
    fault(
      'capture-final',
      'a capture of a part says that it is the last',
      'stripe/modify.ts',
      '{ final_capture: false }',
      '{ final_capture: true }',
    ),
    fault(
      'capture-last',
      'the last capture leaves the hold open',
      'stripe/modify.ts',
      'isLast === true ||',
      'isLast !== true ||',
    ),
    fault(
      'capture-mark',
      'a capture leaves no mark',
      'stripe/modify.ts',
      `metadata: { [markOf('capture', paymentId)]: sent }`,
      'metadata: {}',
    ),
    fault(
      'raise-difference',
      'a hold is raised to the difference',
      'stripe/modify.ts',
      'amount: holdAfter && amountAtStripe(holdAfter)',
      'amount: sent',
    ),
    fault(
      'raise-mark',
      'an increment leaves no mark',
      'stripe/modify.ts',
      `metadata: { [markOf('raise', paymentId)]: sent }`,
      'metadata: {}',
    ),
    fault(
      'cancel-reason',
      'a cancellation has a reason that Stripe does not know',
      'stripe/modify.ts',
      `'requested_by_customer'`,
      `'requested_by_merchant'`,
    ),
    fault(
      'refund-of',
      'a refund names the payment as a charge',
      'stripe/modify.ts',
      'payment_intent: intentId, amount',
      'charge: intentId, amount',
    ),
    fault(
      'refund-amount',
      'a refund of a part is of the whole',
      'stripe/modify.ts',
      'payment_intent: intentId, amount: sent,',
      'payment_intent: intentId,',
    ),
    fault(
      'refund-mark',
      'a refund does not name ours',
      'stripe/modify.ts',
      'amount: sent, metadata: { payment: paymentId } },',
      'amount: sent },',
    ),
    fault(
      'one-key',
      'all captures and refunds have one key',
      'stripe/modify.ts',
      `stepKey(operation, 'modify')`,
      `'modify'`,
    ),
    fault(
      'shared-key',
      'preparing and charging have one key',
      'stripe/charge.ts',
      `body, stepKey(operation, 'prepare')`,
      `body, stepKey(operation, 'charge')`,
    ),
    fault(
      'api-version',
      'another version of the interface is asked for',
      'stripe/client.ts',
      `'2026-10-28.endive'`,
      `'2025-09-30.clover'`,
    ),
    fault(
      'lost-is-nothing',
      'an answer without its end counts as nothing done',
      'stripe/client.ts',
      `return { kind: 'lost', reason: \`answers \${status} without a result\` }`,
      `return { kind: 'notSent', reason: \`answers \${status} without a result\` }`,
    ),
    fault(
      'limit-is-done',
      'too many requests count as an answer',
      'stripe/client.ts',
      `if (status === 429) return { kind: 'notSent', reason: 'too many requests' }`,
      `if (status === 429) return { kind: 'object', object: { status: 'canceled' } }`,
    ),
    fault(
      'whole-units',
      'currencies without decimals are sent with none',
      'stripe/currencies.ts',
      '{ digits: 2, multipleOf: 100 }',
      '{ digits: 0 }',
    ),
    fault(
      'three-decimals',
      'a third decimal place is sent',
      'stripe/currencies.ts',
      '{ digits: 3, multipleOf: 10 }',
      '{ digits: 3 }',
    ),
    fault(
      'exponent-sign',
      'decimal places are moved the wrong way',
      'stripe/currencies.ts',
      'minor * 10 ** (digits - own)',
      'minor * 10 ** (own - digits)',
    ),
    fault(
      'exponent-back',
      'amounts of Stripe are read with the wrong decimal places',
      'stripe/currencies.ts',
      'amount * 10 ** (own - digits)',
      'amount * 10 ** (digits - own)',
    ),
    fault(
      'processing-done',
      'what is processed counts as done',
      'stripe/outcome.ts',
      `{ kind: 'taken', expectedWithinMs: TOLD_WITHIN_MS, ...answerOf(intent) }`,
      `{ kind: 'approved', ...answerOf(intent) }`,
    ),
    fault(
      'pending-refund',
      'a pending refund counts as done',
      'stripe/outcome.ts',
      `{ kind: 'taken', expectedWithinMs: TOLD_WITHIN_MS, ...answer }`,
      `{ kind: 'approved', ...answer }`,
    ),
    fault(
      'failed-refund',
      'a failed refund counts as accepted',
      'stripe/outcome.ts',
      `{ outcome: { kind: 'declined', code: ACQUIRER_ERROR, ...answer } }`,
      `{ outcome: { kind: 'taken', expectedWithinMs: TOLD_WITHIN_MS, ...answer } }`,
    ),
    fault(
      'hold-seconds',
      'the end of a hold is read in milliseconds',
      'stripe/outcome.ts',
      'holdUntilMs: seconds * 1000',
      'holdUntilMs: seconds',
    ),
    fault(
      'other-amount',
      'another amount than was asked for is a success',
      'stripe/outcome.ts',
      `memberAt(intent, 'amount') === amountAtStripe(amount) &&`,
      'true &&',
    ),
    fault(
      'unconfirmed',
      'what was never confirmed is not cancelled',
      'stripe/inquiry.ts',
      'ageMs > UNCONFIRMED_MS ?',
      'ageMs < 0 ?',
    ),
    fault(
      'refund-pages',
      'the first page of refunds is read again and again',
      'stripe/inquiry.ts',
      'starting_after: after }',
      'starting_after: undefined }',
    ),
    fault(
      'signature',
      'events are verified without their time',
      'stripe/events.ts',
      '.update(`${time}.`)',
      `.update('.')`,
    ),
    fault(
      'tolerance',
      'old events are taken',
      'stripe/events.ts',
      'TOLERANCE_MS = 300_000',
      'TOLERANCE_MS = 300_000_000',
    ),
    fault(
      'failure-of-refund',
      'a failed refund of another system fails its payment',
      'stripe/events.ts',
      'value === undefined || isOver ? []',
      'value === undefined ? []',
    ),
    fault(
      'rest-of-hold',
      'what is left of a hold is booked as a refund',
      'stripe/events.ts',
      'isReversal ? { ...made, mayBeRestOfHold: true } : made',
      'made',
    ),
    fault(
      'environment',
      'a key of the other environment is taken',
      'stripe/steps.ts',
      `memberOf(object, 'livemode') === (environment === 'live')`,
      `memberOf(object, 'livemode') !== undefined`,
    ),
  ],
}

/**
 * @param {string} name
 * @param {string} says What is done wrong.
 * @param {string} path In the folder of the connectors.
 * @param {string} find Text that stands in the file exactly once.
 * @param {string} replacement
 * @returns {PlantedFault}
 */
function fault(name, says, path, find, replacement) {
  return { name, says, edits: [{ file: `server/payments/connectors/${path}`, find, replacement }] }
}
