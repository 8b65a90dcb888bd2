/** What the rest of the gateway uses of number retention. */

export { createNumberDeletion, numberRetentionExtension } from './number-retention.ts'
