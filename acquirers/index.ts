/** What the process, operations and the sandbox use of acquirers. */

export { createConnectors } from './connect.ts'
export type { ReceiverSettings } from './gateway/receiver-client.ts'
export { createReceiverWatch, type ReceiverWatch } from './gateway/receiver-watch.ts'
export { PROVIDERS } from './providers.ts'
export { stepKey } from './shared/step-key.ts'
