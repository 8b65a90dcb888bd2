import type { Command } from '../../../server/cli/command.ts'
import { paymentHistoryCommand } from './history.ts'
import { resolvePaymentCommand } from './resolve.ts'
import { reviewPaymentCommand } from './review.ts'

/** `tillgate payment …` */
export const paymentCommands: readonly Command[] = [
  paymentHistoryCommand,
  resolvePaymentCommand,
  reviewPaymentCommand,
]
