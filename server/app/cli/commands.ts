import { backupCommand } from './backup.ts'
import { cardFingerprintCommand } from './card/fingerprint.ts'
import { checkCommand } from './check.ts'
import type { Command } from './command.ts'
import { copyCommand } from './copy.ts'
import { createEntityCommand } from './entity/create.ts'
import { listEntitiesCommand } from './entity/list.ts'
import { setEntityCommand } from './entity/set.ts'
import { showEntityCommand } from './entity/show.ts'
import { migrateCommand } from './migrate.ts'
import { restoreCommand } from './restore.ts'
import { createTokenCommand } from './token/create.ts'
import { listTokensCommand } from './token/list.ts'
import { revokeTokenCommand } from './token/revoke.ts'
import { listDeliveriesCommand, replayDeliveriesCommand } from './webhook/deliveries.ts'
import { listenCommand } from './webhook/listen.ts'
import {
  createWebhookCommand,
  deleteWebhookCommand,
  listWebhooksCommand,
  rotateWebhookCommand,
  showWebhookCommand,
  testWebhookCommand,
} from './webhook/manage.ts'

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [
  migrateCommand,
  checkCommand,
  backupCommand,
  restoreCommand,
  copyCommand,
  listEntitiesCommand,
  createEntityCommand,
  showEntityCommand,
  setEntityCommand,
  createTokenCommand,
  listTokensCommand,
  revokeTokenCommand,
  cardFingerprintCommand,
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
