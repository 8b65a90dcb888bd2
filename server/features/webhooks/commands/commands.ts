import type { Command } from '../../../cli/command.ts'
import { listDeliveriesCommand, replayDeliveriesCommand } from './deliveries.ts'
import { listenCommand } from './listen.ts'
import {
  createWebhookCommand,
  deleteWebhookCommand,
  listWebhooksCommand,
  rotateWebhookCommand,
  showWebhookCommand,
  testWebhookCommand,
} from './manage.ts'

/** `tillgate webhook …`, in the order in which help shows them. */
export const webhookCommands: readonly Command[] = [
  createWebhookCommand,
  listWebhooksCommand,
  showWebhookCommand,
  deleteWebhookCommand,
  testWebhookCommand,
  listDeliveriesCommand,
  replayDeliveriesCommand,
  rotateWebhookCommand,
  listenCommand,
]
