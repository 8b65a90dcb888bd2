import type { FrameQuery, SecuredField } from '../../common/widget-wire.ts'
import { shownText } from '../parameters/masking.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'
import { ENTITY_ID } from './widget-script.ts'

/** How deep a page that embeds the widget may itself be embedded. */
const MAX_PARENTS = 8

const FIELDS: readonly SecuredField[] = ['card.number', 'card.cvv', 'card.expiry', 'card.holder']

const ORIGIN = /^https?:\/\/(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9a-f:]+\])(?::[0-9]{1,5})?$/

/** Reads the query of a secured frame. Every part ends up in the document or its policy. */
export function readFrameQuery(query: URLSearchParams): FrameQuery | Refusal {
  const asked = query.get('field')
  const field = FIELDS.find((name) => name === asked)
  if (field === undefined) return fault('field', asked, `must be one of ${FIELDS.join(', ')}`)
  const instance = query.get('instance') ?? ''
  if (!/^[0-9a-f]{32}$/.test(instance))
    return fault('instance', instance, 'must be 32 lowercase hex digits')
  const parents = (query.get('parent') ?? '').split(' ')
  if (parents.length > MAX_PARENTS || !parents.every((origin) => ORIGIN.test(origin))) {
    return fault(
      'parent',
      parents.join(' '),
      `must be 1 to ${MAX_PARENTS} origins such as https://shop.example`,
    )
  }
  const checkoutId = query.get('checkoutId') ?? ''
  if (!/^[A-Za-z0-9.-]{0,48}$/.test(checkoutId))
    return fault('checkoutId', checkoutId, 'is not a checkout id')
  const entityId = query.get('entityId') ?? ''
  if (entityId !== '' && !ENTITY_ID.test(entityId))
    return fault('entityId', entityId, 'is not the id of a channel')
  return {
    field,
    instance,
    parent: parents.join(' '),
    ...(checkoutId === '' ? {} : { checkoutId }),
    ...(entityId === '' ? {} : { entityId }),
    ...(query.has('withNumber') && { withNumber: '1' as const }),
    ...(query.has('withDetails') && { withDetails: '1' as const }),
  }
}

function fault(name: string, value: string | null, message: string): Refusal {
  return refuseParameters([{ name, value: shownText(value ?? ''), message }])
}
