/** What the rest of the gateway uses of webhooks: its simulation. */

export { sealSecrets } from '../../kernel/webhook-formats/secrets.ts'
export type { OutgoingCalls } from './outbox.ts'
