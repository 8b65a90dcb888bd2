/** What the rest of the gateway uses of number retention. */

export { createNumberDeletion } from './delete-numbers.ts'
export { numberRetentionExtension } from './payment-extension.ts'
