import type { Change } from '../port.ts'

/** The row that a change writes. A posting has none: it is only ever added, and meets no other one. */
export function keyOf(change: Change): string | undefined {
  switch (change.kind) {
    case 'insertPayment':
      return `payment ${change.row.id}`
    case 'stepPayment':
      return `payment ${change.id}`
    case 'insertCheckout':
      return `checkout ${change.row.id}`
    case 'stepCheckout':
      return `checkout ${change.id}`
    case 'insertTimer':
      return `timer ${change.row.kind} ${change.row.subjectId}`
    case 'stepTimer':
    case 'endTimer':
      return `timer ${change.timer} ${change.subjectId}`
    case 'insertIdempotency':
      return idempotencyKey(change.row)
    case 'answerIdempotency':
    case 'deleteIdempotency':
      return idempotencyKey(change)
    case 'appendEvent':
      return `event ${change.row.paymentId} ${change.row.sequence}`
    case 'insertVaultRecord':
      return `vault record ${change.row.id}`
    case 'deleteVaultRecord':
      return `vault record ${change.id}`
    default:
      return keyOfSeldomOne(change)
  }
}

function keyOfSeldomOne(change: Change): string | undefined {
  switch (change.kind) {
    case 'insertEntity':
      return `entity ${change.row.id}`
    case 'stepEntity':
      return `entity ${change.id}`
    case 'insertToken':
      return `token ${change.row.hash}`
    case 'deleteToken':
      return `token ${change.hash}`
    case 'insertVaultKey':
      return `vault key ${change.row.id}`
    case 'insertRegistration':
      return `registration ${change.row.id}`
    case 'stepRegistration':
      return `registration ${change.id}`
    case 'insertGiftCard':
      return `gift card ${change.row.id}`
    case 'moveGiftCard':
      return `gift card ${change.id}`
    case 'takeQuota':
      return quotaKey(change.row)
    case 'deleteQuota':
      return quotaKey(change)
    case 'deleteSightings':
      return SIGHTINGS
    default:
      return undefined
  }
}

/** What there may be one of beside the key. A step to success claims one that only the table knows. */
export function claimOf(change: Change): string | undefined {
  if (change.kind === 'insertVaultKey') {
    const { entityId, purpose } = change.row
    return `purpose ${purpose} ${entityId ?? ''}`
  }
  if (change.kind === 'insertRegistration') {
    const { deduplicated, entityId, paymentBrand, fingerprint } = change.row
    const isSole = deduplicated && fingerprint !== null
    return isSole ? `number ${entityId} ${paymentBrand} ${fingerprint}` : undefined
  }
  if (change.kind !== 'insertPayment') return undefined
  const { checkoutId, referencedId, state } = change.row
  const claims = checkoutId !== null && referencedId === null && state === 'succeeded'
  return claims ? `success ${checkoutId}` : undefined
}

/** Scope and key may hold blanks: the length keeps two pairs apart. */
function idempotencyKey({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `idempotency ${scope.length} ${scope} ${key}`
}

export function quotaKey({ key }: { readonly key: string }): string {
  return `quota ${key}`
}

/** The row that a change's row refers to. */
export function referenceOf(change: Change): string | undefined {
  switch (change.kind) {
    case 'insertPayment':
      return change.row.referencedId === null ? undefined : `payment ${change.row.referencedId}`
    case 'appendEvent':
    case 'appendPosting':
      return `payment ${change.row.paymentId}`
    case 'insertEntity':
      return change.row.parentId === null ? undefined : `entity ${change.row.parentId}`
    case 'insertToken':
      return `entity ${change.row.entityId}`
    case 'insertVaultRecord':
      return `vault key ${change.row.keyId}`
    case 'requireVaultRecord':
      return `vault record ${change.id}`
    case 'appendSighting':
      return SIGHTINGS
    default:
      return undefined
  }
}

/** All of them: any number may be added at once, and those before a time are deleted at once. */
const SIGHTINGS = 'sightings'
