import { createHash } from 'node:crypto'
import { SEEN_BY_NOBODY } from '../server/entities/known-token.ts'
import { UNLIMITED_TOKEN } from '../server/entities/token-limits.ts'
import { sealSecrets } from '../server/features/webhooks/index.ts'
import { hashToken } from '../server/kernel/ids.ts'
import type { Vault } from '../server/kernel/vault/vault.ts'
import type { Store, WebhookRow } from '../server/store/port.ts'
import type { AuthenticationRules } from './judge-authentications.ts'
import type { HoldRules } from './judge-holds.ts'

/**
 * The real vault with two differences. Its keyed hash has a fixed key, because rows are sorted by
 * it and a random key would change the run. And numbers are not encrypted: sealing would take as
 * long as a whole commit here.
 */
export function predictable(vault: Vault): Vault {
  const keyedHash = (text: string) => createHash('sha256').update(text).digest('hex')
  const sealCard: Vault['sealCard'] = async (entityId, { id, pan, nowMs }) => {
    const { card } = await vault.keysOf(entityId)
    return { id, entityId, keyId: card.id, sealed: pan, fingerprint: pan, createdAtMs: nowMs }
  }
  const openCard: Vault['openCard'] = async (_keys, { sealed }) => sealed || undefined
  return Object.assign({}, vault, {
    keyedHash,
    sealCard,
    openCard,
    fingerprintOf: (pan: string) => pan,
  })
}

/** What one person may enter of disputes alone; payments have 0.50 to 10.00. */
export const SECOND_PERSON_ABOVE = '4.00'

/** Makes the keys of the channel, and says which of its cards must be authenticated. Gift cards may pay parts of checkouts. */
export async function prepareChannel(
  entityId: string,
  { store, vault, rules, holds, nowMs }: ChannelParts,
): Promise<void> {
  await vault.keysOf(entityId)
  await vault.sealSecret({ paymentId: '', entityId }, '', { nowMs, lifeMs: 0 })
  const { policy, onUnavailable } = rules
  const settings = JSON.stringify({
    threeDSecure: { policy, onUnavailable },
    giftCards: { partPayment: true },
    holds,
    secondPersonAbove: { EUR: SECOND_PERSON_ABOVE },
  })
  const channel = await store.read.entity(entityId)
  const expectedVersion = channel?.version ?? 0
  await store.commit([
    { kind: 'stepEntity', id: entityId, expectedVersion, set: { settings } },
    { kind: 'insertWebhook', row: webhookOf(entityId, vault, nowMs) },
  ])
}

/** An access token of the merchant that may administer. */
export async function addAdministrator(
  channelId: string,
  store: Store,
  { adminToken, vault, nowMs }: { adminToken: string; vault: Vault; nowMs: number },
): Promise<void> {
  const [, merchant] = await store.read.entityPath(channelId)
  const hash = hashToken(adminToken)
  const row = {
    hash,
    entityId: merchant?.id ?? '',
    label: 'Administrator',
    administers: true,
    sealed: vault.sealCredential(hash, adminToken),
    createdAtMs: nowMs,
    ...SEEN_BY_NOBODY,
    ...UNLIMITED_TOKEN,
  }
  await store.commit([{ kind: 'insertToken', row }])
}

/** Hears of everything. */
function webhookOf(entityId: string, vault: Vault, nowMs: number): WebhookRow {
  const id = 'webhook'
  const types = (['PAYMENT', 'REGISTRATION', 'HOLD', 'DISPUTE'] as const).map((type) => ({ type }))
  return {
    id,
    entityId,
    url: 'https://shop.example/webhook',
    format: 'signed',
    wrapper: 'none',
    types: JSON.stringify(types),
    fields: 'ALL',
    state: 'active',
    stateReason: null,
    sealedSecrets: sealSecrets(vault, id, {
      current: `whsec_${Buffer.alloc(32).toString('base64')}`,
    }),
    failingSinceMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
    slot: 1,
  }
}

interface ChannelParts {
  readonly store: Store
  readonly vault: Vault
  readonly rules: AuthenticationRules
  readonly holds: HoldRules
  readonly nowMs: number
}
