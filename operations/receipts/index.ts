/** What others use of receipts. */

export { hasReceipt, type Receipt, readReceipt, shopperOf } from './receipt.ts'
