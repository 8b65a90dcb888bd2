import type { Config } from '../kernel/settings/config.ts'
import type { ReceiverSettings } from '../payments/index.ts'

/** The other server that payments are forwarded to. All of its settings are set, or none (`readConfig`). */
export function receiverOf({ externalUrl, externalToken, externalEntity }: Config): {
  readonly receiver?: ReceiverSettings
} {
  if (externalUrl === null || externalToken === null || externalEntity === null) return {}
  return { receiver: { url: externalUrl, token: externalToken, entityId: externalEntity } }
}
