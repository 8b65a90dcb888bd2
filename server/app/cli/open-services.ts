import type { CommandContext, OpenedServices } from '../../cli/command.ts'
import { vaultKeysOf } from '../../cli/vault-keys.ts'
import { readFeatureSettings } from '../../compose.ts'
import { createEntityClocks, loadClocks } from '../../entities/entity-clocks.ts'
import { sandboxOf } from '../../features.ts'
import { createUrlJudge } from '../../http/outgoing/targets.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import type { Store } from '../../store/port.ts'
import { keepRehearsalApart } from '../environment-mark.ts'
import { receiversOf } from '../receiver-settings.ts'
import { createServices } from '../services.ts'

/** A gateway beside the command sends what is told to merchants. */
const MAKES_NO_CALLS = { callsMerchants: false }

/** See `CommandContext.openServices`. What would be logged is complained of. */
export async function openServices(
  store: Store,
  config: Config,
  { clock: processClock, complain }: Pick<CommandContext, 'clock' | 'complain'>,
): Promise<OpenedServices> {
  await keepRehearsalApart(store, config)
  const clock = createEntityClocks(processClock)
  await loadClocks(store, clock)
  const vault = await openVault({ store, clock, ...(await vaultKeysOf(config, store)) })
  const tell = (_fields: object, message: string) => complain(`tillgate: ${message}`)
  const services = createServices({
    sandbox: await sandboxOf(config.environment),
    environment: config.environment,
    rehearses: config.rehearsal,
    baseUrl: config.baseUrl,
    nodeName: config.nodeName,
    store,
    vault,
    clock,
    log: { error: tell, warn: tell } as never,
    scriptIntegrity: () => '',
    servesRequests: () => false,
    loopLoad: () => 0,
    throttling: config.throttling,
    urlFault: createUrlJudge({
      environment: config.environment,
      allowedSubnets: config.outgoingSubnets,
    }),
    ...MAKES_NO_CALLS,
    ...receiversOf(config),
    ...(await readFeatureSettings(config)),
  })
  return { services, close: () => services.close() }
}
