import type { BlockedValue, BlockRule, RiskSettings } from '../../entities/risk-settings.ts'
import type { EntitySettings } from '../../entities/settings.ts'

const NO_RULES: RiskSettings = { rules: [] }

/** What the rules are made of, for as long as the settings are the same. */
const made = new WeakMap<readonly BlockedValue[], RiskSettings>()

/**
 * What a channel checks: the cards and e-mail addresses that people have blocked, before its own rules.
 * `undefined`: nothing.
 */
export function riskOf({
  risk,
  blocked = [],
}: Pick<EntitySettings, 'risk' | 'blocked'>): RiskSettings | undefined {
  if (blocked.length === 0) return risk
  const known = made.get(blocked)
  if (known !== undefined) return known
  const own = risk ?? NO_RULES
  const whole = { ...own, rules: [...rulesOf(blocked), ...own.rules] }
  made.set(blocked, whole)
  return whole
}

function rulesOf(blocked: readonly BlockedValue[]): readonly BlockRule[] {
  return (['card', 'email'] as const).flatMap((by) => {
    const values = blocked.filter((one) => one.by === by).map(({ value }) => value)
    if (values.length === 0) return []
    return [{ kind: 'block', by, values, effect: 'refuse', name: 'Blocked by hand' } as const]
  })
}
