import { SEEN_BY_NOBODY } from '../entities/known-token.ts'
import type { EntitySettings } from '../entities/settings.ts'
import { type TokenLimits, UNLIMITED_TOKEN } from '../entities/token-limits.ts'
import { hashToken, newAccessToken, newObjectId } from '../kernel/ids.ts'
import type { Change } from '../store/port.ts'
import type { Form, TestGateway, WireAnswer } from './test-gateway.fixture.ts'

/** A merchant with channels and an access token of its own. */
export interface TestMerchant {
  readonly id: string
  readonly channelIds: readonly string[]
  readonly accessToken: string
}

export interface MerchantOptions {
  /** The division or PSP that it belongs to. */
  readonly parentId?: string
  /** Settings of the merchant, which may name its channels. */
  readonly settings?: (channelIds: readonly string[]) => Partial<EntitySettings>
  /** One entry per channel: its settings, or that it is switched off. One plain channel by default. */
  readonly channels?: readonly (Partial<EntitySettings> | 'inactive')[]
}

/** Adds a merchant to a gateway, as its operator would. */
export async function addMerchant(
  gateway: TestGateway,
  { parentId, settings = () => ({}), channels = [{}] }: MerchantOptions = {},
): Promise<TestMerchant> {
  const nowMs = gateway.clock.now()
  const id = newObjectId(nowMs)
  const channelIds = channels.map(() => newObjectId(nowMs))
  const accessToken = newAccessToken()
  const row = { active: true, createdAtMs: nowMs, version: 1 }
  const committed = await gateway.store.commit([
    {
      kind: 'insertEntity',
      row: {
        id,
        parentId: parentId ?? null,
        kind: 'merchant',
        name: 'A merchant',
        settings: JSON.stringify(settings(channelIds)),
        ...row,
      },
    },
    ...channelIds.map((channelId, at): Change => {
      const own = channels[at] ?? {}
      return {
        kind: 'insertEntity',
        row: {
          id: channelId,
          parentId: id,
          kind: 'channel',
          name: `Channel ${at}`,
          settings: JSON.stringify(own === 'inactive' ? {} : own),
          ...row,
          active: own !== 'inactive',
        },
      }
    }),
    tokenOf(id, accessToken),
  ])
  if (!committed.applied) throw new Error('The merchant is there already')
  return { id, channelIds, accessToken }
}

/** The change that gives an entity an access token. */
export function tokenOf(
  entityId: string,
  accessToken: string,
  administers = false,
  limits: Partial<TokenLimits> = {},
): Change {
  const hash = hashToken(accessToken)
  const row = {
    hash,
    entityId,
    label: '',
    administers,
    sealed: '',
    createdAtMs: 0,
    ...SEEN_BY_NOBODY,
    ...UNLIMITED_TOKEN,
    ...limits,
  }
  return { kind: 'insertToken', row }
}

/** A merchant of one channel that follows the `legacy` profile. */
export const legacyMerchant = (gateway: TestGateway): Promise<TestMerchant> =>
  addMerchant(gateway, { settings: () => ({ profile: 'legacy' }) })

/** The only channel of a merchant, or its first. */
export function channelOf({ channelIds }: TestMerchant): string {
  const [first] = channelIds
  if (first === undefined) throw new Error('The merchant has no channel')
  return first
}

/** A request with no header but those that are given, and `token` as the bearer. */
export interface BareRequest {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form. */
  readonly form?: Form
  /** Sent as it is. */
  readonly body?: string
}

/** Sends a request without any change. */
export async function sendBare(
  { url }: Pick<TestGateway, 'url'>,
  methodAndPath: string,
  { token, headers = {}, form, body }: BareRequest = {},
): Promise<WireAnswer> {
  const [method = 'GET', path = '/'] = methodAndPath.split(' ')
  const formBody = form && new URLSearchParams(JSON.parse(JSON.stringify(form)))
  const sent = formBody ?? body
  const response = await fetch(url + path, {
    method,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
