import { Type } from 'typebox'
import { type LongReads, runQueryInTurn } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import {
  answered,
  answer as answerOf,
  id as idText,
  type MembersOf,
  shownEntity,
  word,
} from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import type { EntityRow, Store } from '../../server/store/port.ts'
import {
  type AccountParts,
  accountStep,
  brandStep,
  REASONS,
  STEPS,
  type Standing,
  tokenStep,
  webhookStep,
} from './steps.ts'

export type SetupRouteParts = CallParts &
  AccountParts & {
    readonly store: Store
    /** Turns of the back office. */
    readonly officeReads: LongReads
  }

const setupAnswer = answerOf(
  'AdminChannelSetup',
  {
    environment: word(['test', 'live']),
    steps: Type.Array(
      Type.Object({
        step: word([...STEPS]),
        state: word(
          ['done', 'inherited', 'open'],
          'inherited: an entity above the channel has it.',
        ),
        by: Type.Optional(shownEntity),
        reason: Type.Optional(
          word(
            [...REASONS],
            'Why it is open. notChosen: all brands are taken. simulator: payments are simulated. unusable: the accounts that are named take no payments. off, ended: what is there is. failed: no payment has succeeded.',
          ),
        ),
        paymentId: Type.Optional(idText('A payment that has succeeded.')),
      }),
      { description: 'In their order.' },
    ),
  },
  'What a channel has, and still needs, to take payments.',
)

/** As `GET /admin/v1/entities/{id}/setup` answers. */
export type AdminChannelSetup = MembersOf<typeof setupAnswer>

type Step = AdminChannelSetup['steps'][number]

/** Payments of the channel that are looked through for one that has succeeded. */
const LOOKED_AT = 4_000

/** `GET /admin/v1/entities/{id}/setup`. */
export const setupRoutes: readonly Route<SetupRouteParts>[] = [
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/entities/{id}/setup',
    right: 'entities.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readChannelSetup',
      tag: 'Administration',
      subject: 'entity',
      further: { 404: 'RefusalAnswer' },
      summary: 'Read what a channel still needs',
      description:
        'Brands, an account of an acquirer, a webhook, an access token and a payment, each as the data has it now: of the channel, inherited, or open with its reason. `by` is left out above what the caller may see.',
      label: 'Status',
      answers: [setupAnswer],
    },
    handle: readSetup,
  },
]

async function readSetup(
  { id, call, request }: Asked<MerchantCall>,
  parts: SetupRouteParts,
): Promise<Answer | Refusal> {
  const { store, access, clock, environment } = parts
  // Not those that access has in its cache: who has changed them looks at once.
  const path = await store.read.entityPath(id)
  const [channel] = path
  if (channel === undefined || !(await access.reaches(call, id))) return unknownChannel
  if (channel.kind !== 'channel') return unknownChannel
  const payment = await paymentStep(channel, call, parts)
  if (isRefusal(payment)) return payment
  const top = path.findIndex((entity) => entity.id === call.token.entityId)
  const seen = path.slice(0, top + 1)
  const shown = (step: Step['step'], standing: Standing) =>
    shownStep(step, standing, { channel, seen })
  const steps: Step[] = [
    shown('brands', brandStep(path)),
    shown('account', await accountStep(path, parts)),
    shown('webhook', await webhookStep(path, store.read)),
    shown('token', await tokenStep(path, store.read, clock.of(id))),
    { step: 'payment', ...payment },
  ]
  return answered(setupAnswer, { environment, steps }, { ndc: request.ndc, atMs: clock.now() })
}

const unknownChannel = refuse('700.400.580', {
  status: 404,
  description: 'There is no such channel',
})

function shownStep(
  step: Step['step'],
  standing: Standing,
  { channel, seen }: { readonly channel: EntityRow; readonly seen: readonly EntityRow[] },
): Step {
  if (standing.state === 'open') return { step, state: 'open', reason: standing.reason }
  const { by } = standing
  if (by?.id === channel.id) return { step, state: 'done' }
  if (by === undefined || !seen.includes(by)) return { step, state: 'inherited' }
  const { id, name, kind } = by
  return { step, state: 'inherited', by: { id, name, kind } }
}

async function paymentStep(
  { id }: EntityRow,
  { token }: MerchantCall,
  { store, officeReads, throttle }: SetupRouteParts,
): Promise<Omit<Step, 'step'> | Refusal> {
  const find = async () => {
    const { transactions, rowsRead } = await store.read.findTransactions(
      { entityIds: [id], onlyPayments: true, operations: ['first'], states: ['succeeded'] },
      { offset: 0, limit: 1, maxRows: LOOKED_AT, counts: false },
    )
    return { result: transactions[0]?.row.id, answered: 0, rowsRead }
  }
  const paymentId = await runQueryInTurn(token, { longReads: officeReads, throttle }, find)
  if (isRefusal(paymentId)) return paymentId
  if (paymentId !== undefined) return { state: 'done', paymentId }
  const tried = await store.read.nextPaymentOf(id, 0)
  return { state: 'open', reason: tried === undefined ? 'none' : 'failed' }
}
