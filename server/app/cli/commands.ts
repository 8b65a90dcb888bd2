import type { Command } from '../../cli/command.ts'
import type { AuditLog } from '../../entities/audit-log.ts'
import { features, sandboxOf } from '../../features.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { Feature } from '../../payments/index.ts'
import type { Store } from '../../store/port.ts'
import { apiCommand } from './api.ts'
import { backupCommand } from './backup.ts'
import { verifyBackupCommand } from './backup-verify.ts'
import { cardFingerprintCommand } from './card/fingerprint.ts'
import { checkCommand } from './check.ts'
import { confirmClockCommand } from './clock/confirm.ts'
import { checkConfigCommand } from './config/check.ts'
import { conformanceCommand } from './conformance.ts'
import { copyCommand } from './copy.ts'
import { removeDemoCommand } from './demo/remove.ts'
import { doctorCommand } from './doctor.ts'
import { createEntityCommand } from './entity/create.ts'
import { listEntitiesCommand } from './entity/list.ts'
import { setEntityCommand } from './entity/set.ts'
import { showEntityCommand } from './entity/show.ts'
import { migrateCommand } from './migrate.ts'
import { restoreCommand } from './restore.ts'
import { scanCommand } from './scan/scan.ts'
import { startCommand } from './start.ts'
import { createTokenCommand } from './token/create.ts'
import { listTokensCommand } from './token/list.ts'
import { revokeTokenCommand } from './token/revoke.ts'
import { rotateVaultCommand } from './vault/rotate.ts'

/** Those of no feature, in the order in which help shows them. */
const own: readonly Command[] = [
  startCommand,
  checkConfigCommand,
  doctorCommand,
  migrateCommand,
  checkCommand,
  backupCommand,
  verifyBackupCommand,
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
  scanCommand,
  rotateVaultCommand,
  confirmClockCommand,
  removeDemoCommand,
  apiCommand,
  conformanceCommand,
]

/** Every command of an environment, in the order in which help shows them. */
export async function allCommands(environment: 'test' | 'live'): Promise<readonly Command[]> {
  const sandbox = await sandboxOf(environment)
  const all: readonly Feature[] = [...features, ...(sandbox?.sandboxFeatures(true) ?? [])]
  const ofFeatures = all.map(({ commands }) => commands?.() ?? [])
  return [...own, ...(await Promise.all(ofFeatures)).flat()]
}

/** Where commands are written down, if a feature keeps an audit log. */
export function auditLogOf(store: Store, clock: Clock): AuditLog | undefined {
  const all: readonly Feature[] = features
  for (const { auditLog } of all) if (auditLog !== undefined) return auditLog({ store, clock })
  return undefined
}
