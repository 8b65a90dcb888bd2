import type { UsableEntity } from '../../entities/access.ts'
import type { KeyInUse } from '../../http/idempotency/idempotency.ts'
import type { EntityClock } from '../../kernel/timers/clock.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type { Change, CheckoutRow, RegistrationRow, Store } from '../../store/port.ts'
import type { RegistrationService } from '../registrations/index.ts'
import { countTry, triesRefusal } from './attempts.ts'
import { type BegunResultCall, beginResultCall } from './result-call.ts'
import { submitRefusal, underWay } from './rules.ts'
import { type CheckoutService, combine } from './service.ts'
import { requestOf, storesOnly, withoutSealed } from './stored-request.ts'

export interface StoringParts {
  readonly environment: 'test' | 'live'
  readonly store: Store
  readonly clock: EntityClock
  readonly checkouts: Pick<CheckoutService, 'find'>
  readonly registrations: Pick<RegistrationService, 'create'>
  readonly vault: Vault
  /** Why the gateway may not send requests to an address, as the end of a sentence. */
  readonly urlFault: (url: string) => string | undefined
}

/** The payment details that the shopper of a checkout sent. */
export interface StoringSubmit {
  readonly checkout: CheckoutRow
  readonly channel: UsableEntity
  readonly submitted: ParameterValues
  /** What other features add to the same commit. */
  readonly extraParts: (registration: RegistrationRow) => readonly ChangePart[]
}

/**
 * Stores the payment details of a checkout that does only that. At most one submit succeeds, ever: the
 * checkout's version check makes the second one fail.
 */
export async function submitRegistration(
  { checkout, channel, submitted, extraParts }: StoringSubmit,
  { environment, store, clock, checkouts, registrations, vault, urlFault }: StoringParts,
): Promise<RegistrationRow | Refusal | KeyInUse> {
  let current: CheckoutRow | undefined
  return registrations.create(async () => {
    const now = current === undefined ? checkout : await checkouts.find(checkout.id)
    if (isRefusal(now)) return now
    const nowMs = clock.of(now.entityId)
    const refusal = storingRefusal(now, requestOf(now), nowMs)
    if (refusal !== undefined) return refusal
    // Another submit was first: continuing would store, or refuse, a second time.
    const { registrationId, paymentId } = current ?? now
    if (now.registrationId !== registrationId || now.paymentId !== paymentId) return underWay
    current = now
    const { cardTesting } = channel.settings
    const tooOften = await triesRefusal(now, { cardTesting, environment, nowMs }, store)
    if (tooOften !== undefined) return tooOften
    const values = await combine(now, submitted, vault)
    if (isRefusal(values)) return values
    return {
      channel,
      values,
      extraParts: (row) => [
        ...extraParts(row),
        {
          owner: 'checkout',
          changes: followRegistration(now, row, {
            triedAtMs: nowMs,
            call: beginResultCall(now, {
              values,
              settings: channel.settings.checkouts,
              clock,
              urlFault,
            }),
          }),
        },
      ],
    }
  })
}

/** Why nothing may be stored in a checkout; `preset`: the merchant's parameters. */
export function storingRefusal(
  checkout: CheckoutRow,
  preset: ParameterValues,
  nowMs: number,
): Refusal | undefined {
  if (!storesOnly(preset)) return onlyForPayment
  return checkout.state === 'done' ? alreadyStored : submitRefusal(checkout, nowMs)
}

const alreadyStored: Refusal = refuse('200.300.404', {
  description: 'No payment session found: the payment details of this checkout are stored already',
})

const onlyForPayment: Refusal = refuse('200.300.404', {
  description:
    'No payment session found: this checkout is for a payment, submit it to /payment. One that only stores payment details has createRegistration=true and no paymentType',
})

/** Refuses to pay a checkout that only stores payment details. */
export const onlyForRegistration: Refusal = refuse('200.300.404', {
  description:
    'No payment session found: this checkout only stores payment details, submit it to /registration',
})

/** The changes of a checkout after a registration: it is done, or open for another try. */
function followRegistration(
  checkout: CheckoutRow,
  registration: RegistrationRow,
  { triedAtMs, call }: { readonly triedAtMs: number; readonly call: BegunResultCall },
): Change[] {
  const isStoredNow = registration.state === 'active'
  const step: Change = {
    kind: 'stepCheckout',
    id: checkout.id,
    expectedVersion: checkout.version,
    set: {
      state: isStoredNow ? 'done' : 'open',
      registrationId: registration.id,
      // An earlier try that authenticated: the status is that of the latest one.
      paymentId: null,
      ...call.set,
      ...(isStoredNow ? withoutSealed(checkout) : {}),
      updatedAtMs: registration.updatedAtMs,
    },
  }
  if (!isStoredNow) return [step, ...call.changes, ...countTry(checkout, triedAtMs)]
  const end = { kind: 'endTimer', timer: 'checkoutExpiry', expectedVersion: null } as const
  return [step, ...call.changes, { ...end, subjectId: checkout.id }]
}
