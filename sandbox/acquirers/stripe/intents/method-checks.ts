import { checkUnused } from '../objects/payment-methods.ts'
import type { PaymentIntent, PaymentMethod } from '../objects/types.ts'
import { REDIRECTS } from '../parameters/payment-methods.ts'
import { invalid, missingParameter } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { futureUsage } from './future-usage.ts'

/** What a confirmation has besides the intent. */
export interface Circumstances {
  readonly isOffSession: boolean
  readonly returnUrl: string | undefined
  readonly hasMandate: boolean
}

/** Whether a method may pay this intent, as Stripe checks it before anything is tried. */
export function checkMethod(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  circumstances: Circumstances,
): void {
  const { type, customer } = method
  if (!intent.payment_method_types.includes(type)) {
    throw invalid(
      `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Allowed: ${intent.payment_method_types.join(', ')}.`,
      { param: 'payment_method' },
    )
  }
  if (customer !== null && intent.customer !== customer) {
    throw invalid(
      `The provided PaymentMethod belongs to the Customer ${customer}. Include the Customer in the \`customer\` parameter of the PaymentIntent.`,
      { param: 'payment_method' },
    )
  }
  checkUnused(world, method)
  checkKept(intent, method, circumstances)
  if (type === 'eps' && futureUsage(intent, method) !== null) {
    throw invalid('The payment method `eps` cannot be set up for future usage.', {
      param: 'setup_future_usage',
    })
  }
  checkBillingDetails(method)
  checkDescriptor(intent, method)
  checkReturnUrl(intent, method, circumstances)
  const needsMandate = type === 'sepa_debit' && customer === null
  if (needsMandate && !circumstances.hasMandate) throw missingParameter('mandate_data')
}

function checkKept(
  intent: PaymentIntent,
  method: PaymentMethod,
  { isOffSession }: Circumstances,
): void {
  if (!isOffSession) return
  if (method.customer === null) {
    throw invalid('The PaymentMethod must be attached to the Customer to be used off session.', {
      param: 'payment_method',
    })
  }
  if (futureUsage(intent, method) !== null) {
    throw invalid(
      'You may only specify one of these parameters: off_session, setup_future_usage.',
      {
        param: 'setup_future_usage',
      },
    )
  }
}

function checkBillingDetails({ type, billing_details: { name, email } }: PaymentMethod): void {
  const needsName = type === 'sepa_debit' || type === 'bancontact' || type === 'eps'
  if (needsName && name === null) throw missingParameter('billing_details[name]')
  if (type === 'sepa_debit' && email === null) throw missingParameter('billing_details[email]')
}

/** Cards take a suffix only: the rest of the descriptor is the account's. */
function checkDescriptor(intent: PaymentIntent, { type }: PaymentMethod): void {
  if (type !== 'card' || intent.statement_descriptor === null) return
  throw invalid(
    'The statement_descriptor parameter is not supported for the card payment method type. Use statement_descriptor_suffix instead.',
    { param: 'statement_descriptor' },
  )
}

function checkReturnUrl(
  intent: PaymentIntent,
  { type }: PaymentMethod,
  { returnUrl, isOffSession }: Circumstances,
): void {
  if (returnUrl !== undefined) return
  const isRedirect = REDIRECTS.has(type)
  const mayRedirect =
    intent.automatic_payment_methods?.allow_redirects === 'always' && !isOffSession
  if (!isRedirect && !mayRedirect) return
  throw invalid(
    'This PaymentIntent accepts payment methods that might redirect your customer off of your page: you must provide a `return_url`, or set automatic_payment_methods[allow_redirects] to `never`.',
    { param: 'return_url' },
  )
}
