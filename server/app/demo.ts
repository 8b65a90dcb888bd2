import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { startShop } from '../../shop/server.ts'
import type { DemoCredentials, Sandbox } from '../features.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import type { DemoGiven, Feature } from '../payments/index.ts'

interface DemoParts extends Pick<DemoGiven, 'store' | 'clock'> {
  readonly vault: Vault
  readonly playsAcquirers: boolean
}

type AcquirersOfDemo = Awaited<
  ReturnType<Awaited<ReturnType<Sandbox['acquirersOfDemo']>>['playAcquirers']>
>

type AcquirerOfDemo = AcquirersOfDemo['acquirers'][number]

/** An emulated acquirer, with a demo shop that pays through it. */
export interface AcquirerWithShop extends AcquirerOfDemo {
  readonly shopUrl?: string
}

/** What a test process has for a first try. */
interface Demo extends AcquirersOfDemo {
  readonly credentials: DemoCredentials
  /** What features have added to it, as name and value. */
  readonly lines: readonly (readonly [name: string, value: string])[]
}

/** Makes the demo, with what features add to it, which is the owner of the back office, and the emulated acquirers. */
export async function startDemo(
  config: Config,
  sandbox: Sandbox,
  { playsAcquirers, ...parts }: DemoParts,
): Promise<Demo> {
  const { officeUrl, baseUrl, servesOperations } = config
  const credentials = await sandbox.demoCredentials({ ...parts, fixed: fixedDemo(config) })
  const all: readonly Feature[] = sandbox.sandboxFeatures(servesOperations)
  const given = { ...parts, ...credentials, baseUrl: officeUrl ?? baseUrl }
  const lines = []
  for (const { demo: addTo } of all) lines.push(...((await addTo?.(given)) ?? []))
  const { entityId } = credentials
  const played = playsAcquirers
    ? await (await sandbox.acquirersOfDemo()).playAcquirers({ ...parts, baseUrl, entityId })
    : { acquirers: [], providerUrls: {}, close: async () => undefined }
  return { credentials, lines, ...played }
}

function fixedDemo({ demoEntityId, demoLegacyEntityId, demoToken }: Config) {
  return {
    ...(demoEntityId === null ? {} : { entityId: demoEntityId }),
    ...(demoLegacyEntityId === null ? {} : { legacyEntityId: demoLegacyEntityId }),
    ...(demoToken === null ? {} : { accessToken: demoToken }),
  }
}

interface ShopParts {
  /** The folder of the built files. */
  readonly dist: URL
  readonly log: FastifyBaseLogger
  readonly closings: { add(close: () => Promise<unknown>): void }
}

/** Opens the demo shop, and one for each emulated acquirer, on any free port. */
export async function openShops(
  config: Config,
  { credentials, acquirers }: Demo,
  { dist, log, closings }: ShopParts,
): Promise<{ readonly shopUrl?: string; readonly acquirers: readonly AcquirerWithShop[] }> {
  const open = async (port: number, entityId: string) => {
    if (config.shopPort === 0) return {}
    const shop = await startShop({
      port,
      // Another site than the gateway's localhost, so that its frames are truly cross-site.
      host: '127.0.0.1',
      gatewayUrl: config.baseUrl,
      entityId,
      accessToken: credentials.accessToken,
      assetsDir: fileURLToPath(new URL('shop/', dist)),
      log,
    })
    closings.add(() => shop.close())
    return { shopUrl: shop.address }
  }
  const first = await open(config.shopPort, credentials.entityId)
  const withShops: AcquirerWithShop[] = []
  for (const one of acquirers) withShops.push({ ...one, ...(await open(0, one.entityId)) })
  return { ...first, acquirers: withShops }
}
