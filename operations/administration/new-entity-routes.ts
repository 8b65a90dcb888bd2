import type { EntityKind } from '../../common/entity-kinds.ts'
import {
  misplaced,
  newEntity,
  noRoomFor,
  noRoomForChannel,
} from '../../server/entities/new-entity.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { keyInUse, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { refuseParameters, tooBusy } from '../../server/results/refusal.ts'
import { type AdministrationParts, answerWith, entityOfCall, shownRow } from './call-parts.ts'

/** `POST /admin/v1/entities`. */
export const createEntityRoute: Route<AdministrationParts> = {
  access: 'token',
  throttle: 'registrations',
  method: 'post',
  path: '/admin/v1/entities',
  right: 'entities.write',
  operation: 'admin.createEntity',
  once: true,
  docs: {
    id: 'createEntity',
    tag: 'Administration',
    summary: 'Make a division, merchant or channel',
    description:
      'Below the entity that the request names, else below that of who asks: a division below a PSP, a merchant below a division or a PSP, a channel below a merchant. At most 1,000 below one entity, 100 channels below a merchant and 900 in all. It is switched on and inherits all settings.',
    body: 'NewEntity',
    label: 'New entity',
    answers: ['AdminEntityAnswer'],
  },
  handle: createEntity,
}

async function createEntity(
  { call, entry, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Worked> {
  const parent = await entityOfCall(call, parts)
  const kind = call.values.get('kind') as EntityKind
  const fault = misplaced(kind, parent.kind)
  if (fault !== undefined)
    return refuseParameters([{ name: 'kind', value: kind, message: `is wrong: ${fault}` }])
  const full =
    (await noRoomFor(parent, parts.store)) ??
    (kind === 'channel' ? await noRoomForChannel(parent, parts.store) : undefined)
  if (full !== undefined) {
    return refuseParameters([{ name: 'entityId', value: parent.id, message: `is full: ${full}` }])
  }
  const name = call.values.get('entityName') ?? ''
  const made = await decideAndCommit<number, Worked>(parts, {
    load: async () => parts.clock.of(parent.id),
    decide: (nowMs) => {
      const row = newEntity({ parent, kind, name }, nowMs)
      const answer = answerWith({ entity: { ...shownRow(row), settings: {} } }, request.ndc, parts)
      const part = { owner: 'entity', changes: [{ kind: 'insertEntity', row } as const] }
      return { result: answer, parts: [part, ...keyParts(entry, () => answer)(undefined)] }
    },
    onConflict: keyInUse,
  })
  return made ?? tooBusy
}
