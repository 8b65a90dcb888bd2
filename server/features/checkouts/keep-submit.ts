import type { UsableEntity } from '../../entities/access.ts'
import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../kernel/decide-and-commit.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type { CheckoutRow } from '../../store/port.ts'
import { countTry, triesRefusal } from './attempts.ts'
import { changeRequest, submitRefusal } from './rules.ts'
import type { CheckoutParts, CheckoutService } from './service.ts'
import { requestWithKept } from './stored-request.ts'

interface KeptSubmit {
  readonly checkout: CheckoutRow
  readonly channel: UsableEntity
  readonly submitted: ParameterValues
  readonly extraParts: ((checkout: CheckoutRow) => readonly ChangePart[]) | undefined
  readonly find: CheckoutService['find']
}

interface Loaded {
  readonly checkout: CheckoutRow
  readonly request: string
  readonly nowMs: number
}

/**
 * Keeps what the shopper pays with, sealed, in the row of an open checkout; what was kept before is
 * replaced. Counted as a try. `undefined`: too many requests change the checkout at once.
 */
export function keepSubmit(
  { checkout: { id }, channel, submitted, extraParts, find }: KeptSubmit,
  parts: CheckoutParts,
): Promise<CheckoutRow | Refusal | KeyInUse | undefined> {
  const { clock, environment, store, vault } = parts
  const { cardTesting } = channel.settings
  return decideAndCommit<Loaded | Refusal, CheckoutRow | Refusal | KeyInUse>(parts, {
    async load() {
      const checkout = await find(id)
      if (isRefusal(checkout)) return checkout
      const nowMs = clock.of(checkout.entityId)
      const limit = { cardTesting, environment, nowMs }
      const refusal = submitRefusal(checkout, nowMs) ?? (await triesRefusal(checkout, limit, store))
      if (refusal !== undefined) return refusal
      const request = await requestWithKept(checkout, submitted, nowMs, vault)
      return { checkout, request, nowMs }
    },
    decide(loaded) {
      if (isRefusal(loaded)) return { result: loaded }
      const { checkout, request, nowMs } = loaded
      const kept = { ...checkout, request, updatedAtMs: nowMs, version: checkout.version + 1 }
      const changes = [changeRequest(checkout, request, nowMs), ...countTry(checkout, nowMs)]
      return {
        result: kept,
        parts: [...(extraParts?.(kept) ?? []), { owner: 'checkout', changes }],
      }
    },
    onConflict: keyInUse,
  })
}
