import { createHmac, randomBytes } from 'node:crypto'

/** After a rotation the old secret signs as well, for so long. */
const ROTATION_MS = 24 * 3_600_000

interface Secret {
  readonly value: string
  endsAtMs: number | undefined
}

/** `t=…,v1=…` over the raw body, with one signature for each secret that counts. */
export function signature(body: string, secrets: readonly string[], seconds: number): string {
  const sign = (secret: string) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',')
}

/** The signing secrets of endpoints. */
export function createWebhookSecrets({ nowMs }: { readonly nowMs: () => number }) {
  const secrets = new Map<string, readonly Secret[]>()
  const known = (endpointId: string) => secrets.get(endpointId) ?? []

  return {
    /** Those that sign now, the newest first. */
    of: (endpointId: string): readonly string[] =>
      known(endpointId)
        .filter(({ endsAtMs }) => endsAtMs === undefined || endsAtMs > nowMs())
        .map(({ value }) => value),
    /** A new secret; the old one signs as well for a day, or until `forgetOld`. */
    rotate(endpointId: string): string {
      // Stripe's have letters and digits alone.
      const value = `whsec_${randomBytes(24).toString('hex')}`
      for (const one of known(endpointId)) one.endsAtMs ??= nowMs() + ROTATION_MS
      secrets.set(endpointId, [{ value, endsAtMs: undefined }, ...known(endpointId)])
      return value
    },
    forgetOld(endpointId: string): void {
      secrets.set(endpointId, known(endpointId).slice(0, 1))
    },
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
