import { TEST_CARDS } from '../facts/cards.ts'
import { isRefusalCode, type RefusalCode, refusalByHolder } from '../facts/refusals.ts'
import type { PaymentParams } from '../requests/payments.ts'
import type { World } from '../world.ts'
import { approvalData } from './answers.ts'
import { capture, expire, hold, refuse, tellOfPayment } from './money.ts'
import { keepMethod, mandateData } from './stored-methods.ts'
import type { Card, Payment } from './types.ts'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

/** Asks the issuer, or the bank. `isProven`: the cardholder was authenticated. */
export function authorise(
  world: World,
  payment: Payment,
  params: PaymentParams,
  isProven: boolean,
): void {
  const refusal = refusalOf(world, payment, params, isProven)
  if (refusal === undefined) approve(world, payment, params)
  else refuse(world, payment, refusal)
}

function refusalOf(
  world: World,
  { instrument: { card, account } }: Payment,
  params: PaymentParams,
  isProven: boolean,
): RefusalCode | undefined {
  const { current } = world
  if (current.refusal !== undefined) return current.refusal
  const asked = params.additionalData?.RequestedTestAcquirerResponseCode
  if (asked !== undefined && isRefusalCode(asked)) return asked
  const byName = refusalByHolder(card?.holderName ?? account?.ownerName)
  // Who was authenticated is not asked again.
  if (byName !== undefined && !(byName === '38' && isProven)) return byName
  return card === undefined ? undefined : cardRefusal(world, card, params, isProven)
}

function cardRefusal(
  { account, nowMs }: World,
  card: Card,
  params: PaymentParams,
  isProven: boolean,
): RefusalCode | undefined {
  const expiresAtMs = Date.UTC(Number(card.expiryYear), Number(card.expiryMonth))
  if (expiresAtMs <= nowMs()) return '6'
  if (!Object.hasOwn(TEST_CARDS, card.number) && account.otherCards === 'decline') return '2'
  const isShopperThere = (params.shopperInteraction ?? 'Ecommerce') === 'Ecommerce'
  return card.isEnrolled && isShopperThere && !isProven ? '38' : undefined
}

/** The money is held; captured at once, later or by a request, as request and account say. */
export function approve(world: World, payment: Payment, params: PaymentParams): void {
  const less = world.current.lessApproved
  const isLess = less !== undefined && less < payment.amount
  if (isLess) payment.amount = less
  payment.resultCode = isLess ? 'PartiallyAuthorised' : 'Authorised'
  payment.waiting = undefined
  hold(world, payment)
  payment.additionalData = {
    ...approvalData(world, payment),
    ...keepMethod(world, payment, params),
    ...mandateData(payment),
  }
  const { additionalData } = payment
  const operations = payment.method === 'scheme' ? ['CANCEL', 'CAPTURE', 'REFUND'] : ['REFUND']
  const reason = reasonOf(payment)
  tellOfPayment(world, payment, 'AUTHORISATION', { operations, reason, additionalData })
  captureByItself(world, payment, params)
}

/** Of a card: authorisation code, last digits and expiry date, as Adyen writes them. */
function reasonOf({ instrument: { card }, additionalData }: Payment): string {
  if (card === undefined) return ''
  return `${additionalData.authCode}:${card.number.slice(-4)}:${additionalData.expiryDate}`
}

function captureByItself(world: World, payment: Payment, params: PaymentParams): void {
  const delay = payment.method === 'scheme' ? captureDelay(world, params) : 'immediate'
  const nowMs = world.nowMs()
  if (delay === 'immediate') captureAll(world, payment)
  else if (delay !== 'manual') {
    world.due.at(nowMs + delay * HOUR_MS, () => captureAll(world, payment))
  } else {
    payment.expiresAtMs = nowMs + world.account.holdDays * DAY_MS
    world.due.at(payment.expiresAtMs, () => expire(world, payment))
  }
}

function captureDelay(
  { account }: World,
  { captureDelayHours, additionalData }: PaymentParams,
): 'immediate' | 'manual' | number {
  const isManual = additionalData?.manualCapture
  if (isManual !== undefined) return isManual === 'true' ? 'manual' : 'immediate'
  if (captureDelayHours !== undefined)
    return captureDelayHours === 0 ? 'immediate' : captureDelayHours
  return account.capture
}

function captureAll(world: World, payment: Payment): void {
  const amount = payment.held
  if (amount === 0) return
  capture(world, payment, amount)
  if (!world.account.tellsAutomaticCaptures || payment.method !== 'scheme') return
  world.notifications.tell({
    eventCode: 'CAPTURE',
    isSuccess: true,
    pspReference: world.newReference(),
    originalReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: { value: amount, currency: payment.currency },
    paymentMethod: payment.brand,
  })
}
