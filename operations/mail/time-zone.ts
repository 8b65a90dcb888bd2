import type { Access } from '../../server/entities/access.ts'

/** The time zone of a merchant's days and deadlines. */
export async function timeZoneOf(
  entityId: string,
  access: Pick<Access, 'settingsOf'>,
): Promise<string> {
  return (await access.settingsOf(entityId)).timeZone ?? 'UTC'
}
