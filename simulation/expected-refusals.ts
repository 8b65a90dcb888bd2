import { appliedCardsOf, requestOf } from '../server/features/checkouts/index.ts'
import type { CheckoutRow, RegistrationRow } from '../server/store/port.ts'
import type { Attempt, PlannedAction } from './attempt.ts'
import type { Audit } from './audit.ts'
import { latest, since } from './audited-payment.ts'
import { MAX_SKEW_MS } from './clock-skew.ts'
import { expectedReference, isHoldChange } from './expected-reference.ts'
import { MAX_TRIES, MAX_TRIES_PER_MINUTE } from './judge-checkouts.ts'
import { REST_NAME } from './request-bodies.ts'

/** How often the gateway repeats a decision before it refuses because of too many conflicts. */
const MAX_ATTEMPTS = 100
const TOO_BUSY_CODE = '800.120.100'

const UNDER_WAY_CODE = '800.110.100'
const NO_SESSION_CODE = '200.300.404'
const OTHER_CURRENCY_CODE = '700.100.500'
const GONE_CODE = '100.150.202'
/** It is paused already, or not, or has ended. */
const NOT_SWITCHED_CODE = '100.360.300'
const NOTHING_LEFT_CODE = '100.550.311'
const NOT_ALLOWED_CODE = '800.900.300'

/** Every refusal that was right at some moment since the request was sent. */
export function expectedRefusals(attempt: Attempt, audit: Audit, nowMs: number): Set<string> {
  const { wish } = attempt.operation
  const lastMs = nowMs + MAX_SKEW_MS
  switch (wish.kind) {
    case 'refer':
      return referenceCodes(wish, attempt, audit, lastMs)
    case 'submit':
      return withOldRest(
        oftenTried(checkoutCodes(wish.checkoutId, attempt, audit, lastMs), wish, audit),
        attempt,
        audit,
      )
    case 'changeGifts': {
      const codes = checkoutCodes(wish.checkoutId, attempt, audit, lastMs)
      // The simulated issuer's cards pay no part where another server is paid at.
      const checkout = latest(versionsOf(wish.checkoutId, audit))
      if (requestOf(checkout).get('testMode') === 'EXTERNAL') {
        return new Set([...codes, NOT_ALLOWED_CODE])
      }
      // Cards and checkouts are tried a few times only; a card is applied once, and three at most.
      return new Set([...codes, TOO_BUSY_CODE, NO_SESSION_CODE, NOTHING_LEFT_CODE])
    }
    case 'updateCheckout':
    case 'deleteCheckout': {
      const codes = checkoutCodes(wish.checkoutId, attempt, audit, lastMs)
      return withTooBusy(codes, since(versionsOf(wish.checkoutId, audit), attempt.startStep))
    }
    case 'readCheckout': {
      const codes = checkoutCodes(wish.checkoutId, attempt, audit, lastMs)
      return new Set(codes.has(NO_SESSION_CODE) ? [NO_SESSION_CODE] : [])
    }
    case 'payStored':
    case 'subscribe':
      return endedCodes(registrationRows(wish.registrationId, attempt, audit))
    case 'switchSchedule':
      return new Set([NOT_SWITCHED_CODE, GONE_CODE, TOO_BUSY_CODE])
    case 'deleteRegistration': {
      const rows = registrationRows(wish.registrationId, attempt, audit)
      return withTooBusy(endedCodes(rows), rows)
    }
    case 'pay':
    case 'openCheckout':
    case 'read':
      return new Set()
  }
}

function referenceCodes(
  { targetId, asked }: Extract<PlannedAction, { kind: 'refer' }>,
  { startStep, startMs }: Attempt,
  audit: Audit,
  lastMs: number,
): Set<string> {
  const rows = since(audit.payment(targetId).versions, startStep)
  const wiped = wipedSince(latest(audit.payment(targetId).versions).vaultRecordId, startStep, audit)
  const isBusy = wasBusySince(targetId, startStep, audit)
  const expected = rows.flatMap((row) =>
    [startMs - MAX_SKEW_MS, lastMs].flatMap((nowMs) =>
      wiped.map((isWiped) => expectedReference(row, asked, { nowMs, isWiped, isBusy })),
    ),
  )
  const codes = expected.flatMap((one) => ('code' in one ? [one.code] : []))
  // The amount is in units of its currency, so another currency is refused first.
  if (asked.currency !== rows[0]?.currency) {
    codes.push(isHoldChange(asked.kind) ? NO_SESSION_CODE : OTHER_CURRENCY_CODE)
  }
  return withTooBusy(new Set(codes), rows)
}

/** Whether a reference to a payment was under way at some moment since a step. */
function wasBusySince(targetId: string, startStep: number, audit: Audit): boolean {
  return audit
    .payment(targetId)
    .references.flatMap((id) => since(audit.payment(id).versions, startStep))
    .some(({ state }) => state === 'intent' || state === 'pending' || state === 'taken')
}

/** Whether a sealed number was wiped, at each moment since a step. */
function wipedSince(id: string | null, startStep: number, { ownings }: Audit): readonly boolean[] {
  const wipedAtStep = id === null ? undefined : ownings.wipedAtStep.get(id)
  if (wipedAtStep === undefined) return [false]
  return wipedAtStep >= startStep ? [false, true] : [true]
}

function versionsOf(checkoutId: string, audit: Audit) {
  return audit.checkouts.get(checkoutId) ?? []
}

function checkoutCodes(
  checkoutId: string,
  { startStep }: Attempt,
  audit: Audit,
  lastMs: number,
): Set<string> {
  const versions = versionsOf(checkoutId, audit)
  const states = since(versions, startStep).map((row: CheckoutRow) => row.state)
  const codes = states.flatMap((state) => {
    if (state === 'open') return []
    return state === 'processing' || state === 'pending' ? [UNDER_WAY_CODE] : [NO_SESSION_CODE]
  })
  // A submit that met another one and finds the checkout open again answers that another one was in
  // progress.
  if (states.length > 1) codes.push(UNDER_WAY_CODE)
  if (lastMs >= latest(versions).expiresAtMs) codes.push(NO_SESSION_CODE)
  return new Set(codes)
}

/** Too many tries are refused: first for a while, in the end for the rest of the checkout. */
function oftenTried(
  codes: ReadonlySet<string>,
  { checkoutId }: Extract<PlannedAction, { kind: 'submit' }>,
  audit: Audit,
): Set<string> {
  const tries = audit.byCheckout.get(checkoutId)?.length ?? 0
  const more = new Set(codes)
  if (tries >= MAX_TRIES_PER_MINUTE) more.add(TOO_BUSY_CODE)
  if (tries >= MAX_TRIES) more.add(NO_SESSION_CODE)
  return more
}

/** A submit that shows another rest than gift cards leave now is refused. */
function withOldRest(
  codes: ReadonlySet<string>,
  { operation, startStep }: Attempt,
  audit: Audit,
): Set<string> {
  const { wish, body } = operation
  const versions = wish.kind === 'submit' ? versionsOf(wish.checkoutId, audit) : []
  const hasCards = since(versions, startStep).some((row) => appliedCardsOf(row).length > 0)
  const saysRest = body.some(([name]) => name === REST_NAME)
  return new Set([...codes, ...(hasCards || saysRest ? [NO_SESSION_CODE] : [])])
}

function registrationRows(id: string, { startStep }: Attempt, audit: Audit): RegistrationRow[] {
  return since(audit.ownings.registration(id), startStep)
}

function endedCodes(rows: readonly RegistrationRow[]): Set<string> {
  return new Set(rows.some(({ state }) => state !== 'active') ? [GONE_CODE] : [])
}

/** A request that met a conflict at every try is refused for now. */
function withTooBusy(codes: ReadonlySet<string>, rows: readonly object[]): Set<string> {
  return new Set([...codes, ...(rows.length > MAX_ATTEMPTS ? [TOO_BUSY_CODE] : [])])
}
