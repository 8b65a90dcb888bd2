import { ownSettings } from '../../entities/own-settings.ts'
import { type AuditFact, MAX_AUDITED } from '../../http/audited.ts'
import type { Caller } from '../../http/call.ts'
import { shownLongText } from '../../parameters/masking.ts'
import type { Store } from '../../store/port.ts'

/** What the audit log has of a member that is not set. */
const NOT_SET = '–'

/**
 * What a request changes of the settings of an entity, each member before and after, as far as the log takes it;
 * `undefined` where it sets none, or the caller does not reach the entity.
 */
export async function settingsFacts(
  id: string,
  { flat, token }: Caller,
  { store }: { readonly store: Store },
): Promise<readonly AuditFact[] | undefined> {
  const sent = flat.findLast(([name]) => name === 'settings')?.[1]
  const after = sent === undefined ? undefined : membersOf(sent)
  if (after === undefined) return undefined
  const path = await store.read.entityPath(id)
  const [entity] = path
  if (entity === undefined || !path.some((one) => one.id === token.entityId)) return undefined
  const before: Readonly<Record<string, unknown>> = { ...ownSettings(entity).own }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [was, is] = [textOf(before[name]), textOf(after[name])]
    if (was === is) return []
    return [[`settings.${name} before`, was] as const, [`settings.${name} after`, is] as const]
  })
}

function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) =>
  value === undefined ? NOT_SET : shownLongText(JSON.stringify(value), MAX_AUDITED)
