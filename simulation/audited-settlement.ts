import type {
  Change,
  JournalPostingRow,
  SettlementFileRow,
  SettlementLineRow,
  SettlementMatchRow,
} from '../server/store/port.ts'

/** Settlement files and the general ledger, rebuilt from the journal. */
export class AuditedSettlement {
  readonly files = new Map<string, SettlementFileRow>()
  readonly lines = new Map<string, SettlementLineRow>()
  readonly matches = new Map<string, SettlementMatchRow>()
  readonly postings: JournalPostingRow[] = []

  fold(change: Change): void {
    switch (change.kind) {
      case 'insertSettlementFile':
        this.files.set(change.row.id, change.row)
        break
      case 'stepSettlementFile': {
        const before = this.files.get(change.id)
        if (before !== undefined) this.files.set(change.id, { ...before, ...change.set })
        break
      }
      case 'insertSettlementLine':
        this.lines.set(placeOf(change.row), change.row)
        break
      case 'removeSettlementLine':
        this.lines.delete(placeOf(change))
        break
      case 'insertSettlementMatch':
        this.matches.set(`${placeOf(change.row)} ${change.row.paymentId}`, change.row)
        break
      case 'removeSettlementMatch':
        this.matches.delete(`${placeOf(change)} ${change.paymentId}`)
        break
      case 'appendJournalPosting':
        this.postings.push(change.row)
        break
      default:
    }
  }
}

function placeOf(of: { readonly batchId: string; readonly position: number }): string {
  return `${of.batchId}:${of.position}`
}
