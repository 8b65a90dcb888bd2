import { Type } from 'typebox'
import {
  misplaced,
  newEntity,
  noRoomFor,
  noRoomForChannel,
} from '../../server/entities/new-entity.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import {
  answer as answerOf,
  id,
  mapOf,
  moment,
  shownEntity,
  text,
  word,
} from '../../server/http/described-answer.ts'
import { keyInUse, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { elsewhere, plainName } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { refuseParameters, tooBusy } from '../../server/results/refusal.ts'
import { type AdministrationParts, answerWith, shownRow } from './call-parts.ts'

export const entityName = plainName('What the entity is called.')

const newEntityRequest = requestOf(
  'admin.createEntity',
  Type.Object({
    kind: Type.Enum(['division', 'merchant', 'channel'], {
      description:
        'A division lies below a PSP, a merchant below a division or a PSP, a channel below a merchant.',
    }),
    entityName,
  }),
  { elsewhere },
)

const rowMembers = {
  id: id('Of the entity.'),
  parentId: Type.Optional(id('What it lies below.')),
  kind: word(['psp', 'division', 'merchant', 'channel'], 'Where it stands.'),
  name: text(),
  active: Type.Boolean(),
  createdAt: moment(),
}

/** An entity as the tree shows it. */
export const entityRow = Type.Object(rowMembers)

const settings = (description: string) => Type.Unsafe<object>({ type: 'object', description })

export const entityAnswer = answerOf(
  'AdminEntityAnswer',
  {
    entity: Type.Object({
      ...rowMembers,
      settings: settings('Its own.'),
      inForce: Type.Optional(settings('With what it inherits.')),
      inherited: Type.Optional(settings('What counts for what it does not set itself.')),
      inheritedFrom: Type.Optional(
        mapOf(
          shownEntity,
          'Which entity sets what is inherited, by the name of the setting, as far up as the caller may see.',
        ),
      ),
      byDefault: Type.Optional(
        Type.Array(text(), {
          description: 'Names of settings in force that no entity sets: their defaults.',
        }),
      ),
      earlierLimits: Type.Optional(
        Type.Array(Type.Object({ currency: text(), amount: text(), until: moment() }), {
          description:
            'Limits of the second person that were raised or taken away, and count until then.',
        }),
      ),
    }),
  },
  'An entity.',
)

/** `POST /admin/v1/entities`. */
export const createEntityRoute: Route<AdministrationParts> = {
  access: 'token',
  throttle: 'registrations',
  method: 'post',
  path: '/admin/v1/entities',
  right: 'entities.write',
  operation: newEntityRequest,
  once: true,
  docs: {
    id: 'createEntity',
    tag: 'Administration',
    summary: 'Make a division, merchant or channel',
    description:
      'Below the entity that the request names, else below that of who asks: a division below a PSP, a merchant below a division or a PSP, a channel below a merchant. At most 1,000 below one entity, 100 channels below a merchant and 900 in all. It is switched on and inherits all settings.',
    body: 'NewEntity',
    label: 'New entity',
    examples: [
      {
        name: 'channel',
        summary: 'A channel of the merchant',
        parameters: { kind: 'channel', entityName: 'Web shop' },
      },
    ],
    answers: [entityAnswer],
  },
  handle: createEntity,
}

async function createEntity(
  { call, entry, request }: Asked<MerchantCall>,
  parts: AdministrationParts,
): Promise<Worked> {
  const parent = await entityOfCall(call, parts.store)
  const { kind, entityName: name } = newEntityRequest.read(call.values)
  const fault = misplaced(kind, parent.kind)
  if (fault !== undefined)
    return refuseParameters([{ name: 'kind', value: kind, message: `is wrong: ${fault}` }])
  const full =
    (await noRoomFor(parent, parts.store)) ??
    (kind === 'channel' ? await noRoomForChannel(parent, parts.store) : undefined)
  if (full !== undefined) {
    return refuseParameters([{ name: 'entityId', value: parent.id, message: `is full: ${full}` }])
  }
  const made = await decideAndCommit<number, Worked>(parts, {
    load: async () => parts.clock.of(parent.id),
    decide: (nowMs) => {
      const row = newEntity({ parent, kind, name }, nowMs)
      const shown = { entity: { ...shownRow(row), settings: {} } }
      const answer = answerWith(entityAnswer, shown, request.ndc, parts)
      const part = { owner: 'entity', changes: [{ kind: 'insertEntity', row } as const] }
      return { result: answer, parts: [part, ...keyParts(entry, () => answer)(undefined)] }
    },
    onConflict: keyInUse,
  })
  return made ?? tooBusy
}
