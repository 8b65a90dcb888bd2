import { isAsker } from '../../../server/entities/known-token.ts'
import type { OperationRequestRow } from '../../../server/store/port.ts'
import type { MailCause, MailKind } from '../mail-kind.ts'

/** Somebody has asked for what needs a second person. */
export const approvalWaiting: MailKind = {
  name: 'approvalWaiting',
  mayBeUnwanted: true,
  on: ['insertOperationRequest'],
  async causes(changes) {
    return changes.flatMap((change) =>
      change.kind === 'insertOperationRequest' && change.row.state === 'waiting'
        ? [causeOf(change.row)]
        : [],
    )
  },
  async isTrue({ subjectId }, { store }) {
    return (await store.read.operationRequest(subjectId))?.state === 'waiting'
  },
  path: () => '/approvals',
}

const NAMED = ['CP', 'RV', 'RF', 'RB', 'CB', 'CR']

function causeOf(row: OperationRequestRow): MailCause {
  const { id, entityId, createdAtMs, amountMinor, currency, paymentType, askedById } = row
  const operation =
    row.report !== null && !['CB', 'CR'].includes(paymentType) ? 'other' : paymentType
  return {
    entityId,
    subjectId: id,
    name: id,
    atMs: createdAtMs,
    to: { right: 'payments.approve', except: (userId) => isAsker(askedById, userId) },
    facts: {
      askedBy: row.askedBy,
      reason: row.reason,
      amount: { minor: amountMinor, currency },
      operation: { key: `operation.${NAMED.includes(operation) ? operation : 'other'}` },
    },
  }
}
