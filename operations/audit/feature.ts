import type { AuditLog } from '../../server/entities/audit-log.ts'
import type { Feature, Joined } from '../../server/payments/index.ts'
import { auditRules } from './check-rules.ts'
import { type AuditLogParts, createAuditLog } from './log.ts'
import { auditRoutes } from './routes.ts'

/** Keeps who has done what, so that a change of it is found. */
export const audit = {
  name: 'audit',
  needs: ['query'],
  routes: auditRoutes,
  checks: [auditRules],
  commands: async () => (await import('./commands/commands.ts')).auditCommands,
  auditLog: createAuditLog,

  join: (parts: AuditLogParts): Joined & { readonly log: AuditLog } => ({
    log: createAuditLog(parts),
  }),
} as const satisfies Feature
