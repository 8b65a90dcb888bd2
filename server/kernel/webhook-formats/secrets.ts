import { randomBytes } from 'node:crypto'
import { openedCredential } from '../vault/unopened.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * The secrets of a webhook, as they are sealed: `whsec_` and base64 of 32 bytes each. `older` is there
 * after a rotation and counts until `endsAtMs`, so that receivers can change to the new one in time.
 */
export interface WebhookSecrets {
  readonly current: string
  readonly older?: { readonly secret: string; readonly endsAtMs: number }
}

const PREFIX = 'whsec_'
/** AES-256 needs 32; Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32

export function newWebhookSecret(random: (bytes: number) => Buffer = randomBytes): string {
  return PREFIX + random(SECRET_BYTES).toString('base64')
}

/** The 32 bytes that a secret stands for. */
export function keyOfSecret(secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  if (!secret.startsWith(PREFIX) || key.length !== SECRET_BYTES) {
    throw new Error('The secret of a webhook is whsec_ and base64 of 32 bytes')
  }
  return key
}

/** A new secret becomes the current one. The one that it replaces counts until then; an older one ends. */
export function rotateSecrets(
  { current }: WebhookSecrets,
  { fresh, olderEndsAtMs }: { readonly fresh: string; readonly olderEndsAtMs: number },
): WebhookSecrets {
  return { current: fresh, older: { secret: current, endsAtMs: olderEndsAtMs } }
}

/** The secrets that count at a time, the current one first. */
export function validSecrets({ current, older }: WebhookSecrets, atMs: number): readonly string[] {
  return older !== undefined && atMs < older.endsAtMs ? [current, older.secret] : [current]
}

/** A secret that a merchant sends: in our form, or as the 64 hex digits that other gateways use. */
export function secretOf(sent: string): string {
  return sent.startsWith(PREFIX) ? sent : PREFIX + Buffer.from(sent, 'hex').toString('base64')
}

/** The same key as 64 hex digits, which receivers of the encrypted format are set up with. */
export function hexOfSecret(secret: string): string {
  return keyOfSecret(secret).toString('hex')
}

/** The text under which the secrets of a webhook are stored. It opens only for this webhook. */
export function sealSecrets(
  vault: Pick<Vault, 'sealCredential'>,
  webhookId: string,
  secrets: WebhookSecrets,
): string {
  return vault.sealCredential(webhookId, JSON.stringify(secrets))
}

/** `undefined`: the vault does not open them. */
export function openSecrets(
  vault: Pick<Vault, 'openCredential'>,
  webhook: { readonly id: string; readonly sealedSecrets: string },
): WebhookSecrets | undefined {
  const text = openedCredential(vault, webhook.id, webhook.sealedSecrets)
  return text === undefined ? undefined : (JSON.parse(text) as WebhookSecrets)
}
