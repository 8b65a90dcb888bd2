import type { ReceiverSettings } from '../../acquirers/index.ts'
import type { Config } from '../kernel/settings/config.ts'

/**
 * The other server that payments are forwarded to, and those that they were forwarded to before. All settings of
 * the first are set, or none (`readConfig`).
 */
export function receiversOf(config: Config): {
  readonly receiver?: ReceiverSettings
  readonly formerReceivers: readonly ReceiverSettings[]
} {
  const { externalUrl, externalToken, externalEntity, formerReceivers } = config
  if (externalUrl === null || externalToken === null || externalEntity === null) {
    return { formerReceivers }
  }
  const receiver = { url: externalUrl, token: externalToken, entityId: externalEntity }
  return { receiver, formerReceivers }
}
