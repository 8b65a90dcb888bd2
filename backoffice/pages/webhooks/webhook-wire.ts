/** A webhook as `GET /admin/v1/webhooks` answers it (docs/webhooks.md). */
export interface Webhook {
  readonly id: string
  readonly entityId: string
  readonly url: string
  readonly format: string
  readonly types: readonly string[]
  readonly actions?: readonly string[]
  readonly state: string
  readonly stateReason?: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** With its secret, which the gateway shows once. */
export interface WebhookSecret extends Webhook {
  readonly secret: string
  /** For receivers of the encrypted format. */
  readonly encryptionKey?: string
  readonly olderSecretEndsAt?: string
}

export interface Delivery {
  readonly id: string
  readonly kind: string
  readonly type: string
  readonly action?: string
  readonly subjectId: string
  readonly state: string
  readonly createdAt: string
  readonly nextAttemptAt?: string
  /** What is sent. */
  readonly body?: string
  readonly attempts: readonly {
    readonly number: number
    readonly at: string
    readonly durationMs: number
    readonly status?: number
    readonly reason?: string
    readonly answer?: string
  }[]
}

/** What a webhook can be told of. */
export const EVENT_TYPES = [
  'PAYMENT',
  'REGISTRATION',
  'SCHEDULE',
  'RISK',
  'HOLD',
  'DISPUTE',
] as const
