import type { Change, IdempotencyRow, TimerRow } from '../server/store/port.ts'
import { assertInvariant } from './invariants.ts'

/** Due work and idempotency keys, rebuilt from the journal. */
export class AuditedWork {
  readonly timers = new Map<string, TimerRow>()
  readonly idempotency = new Map<string, IdempotencyRow>()

  timer(kind: TimerRow['kind'], subjectId: string): TimerRow | undefined {
    return this.timers.get(`${kind} ${subjectId}`)
  }

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertTimer':
        this.timers.set(`${change.row.kind} ${change.row.subjectId}`, change.row)
        break
      case 'ensureTimer': {
        const { timer: kind, subjectId, entityId, dueAtMs, createdAtMs } = change
        if (this.timer(kind, subjectId) !== undefined) break
        const row = { kind, subjectId, entityId, dueAtMs, createdAtMs, attempts: 0, version: 1 }
        this.timers.set(`${kind} ${subjectId}`, row)
        break
      }
      case 'stepTimer': {
        const before = this.timer(change.timer, change.subjectId)
        assertInvariant(
          'whole',
          before !== undefined,
          () => 'a timer was stepped that is not there',
        )
        const { dueAtMs, attempts } = change
        const after = { ...before, dueAtMs, attempts, version: before.version + 1 }
        this.timers.set(`${change.timer} ${change.subjectId}`, after)
        break
      }
      case 'endTimer':
        this.timers.delete(`${change.timer} ${change.subjectId}`)
        break
      case 'insertIdempotency':
        this.idempotency.set(`${change.row.scope} ${change.row.key}`, change.row)
        break
      case 'answerIdempotency': {
        const key = `${change.scope} ${change.key}`
        const before = this.idempotency.get(key)
        assertInvariant('whole', before !== undefined, () => 'a key was answered that is not there')
        this.idempotency.set(key, { ...before, answer: change.answer })
        break
      }
      case 'deleteIdempotency': {
        const key = `${change.scope} ${change.key}`
        const isOver = (this.idempotency.get(key)?.expiresAtMs ?? 0) <= change.nowMs
        if (isOver) this.idempotency.delete(key)
        break
      }
      default:
    }
  }
}
