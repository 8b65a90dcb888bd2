/** What the rest of the gateway uses of webhooks: its simulation. */

export { sealSecrets } from './formats/secrets.ts'
export type { OutgoingCalls } from './outbox.ts'
