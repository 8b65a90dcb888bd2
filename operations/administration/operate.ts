import { Type } from 'typebox'
import { formatAmount } from '../../common/money.ts'
import { askerIdOf, isAsker } from '../../server/entities/known-token.ts'
import { actorOf } from '../../server/entities/rights.ts'
import { mayBeSecond } from '../../server/entities/second-person-limit.ts'
import { lackedForType } from '../../server/entities/token-limits.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import {
  answerTo,
  keyParts,
  participantsOf,
  type Worked,
} from '../../server/http/idempotency/idempotency.ts'
import type { Asked } from '../../server/http/route.ts'
import { firstIdAt } from '../../server/kernel/ids.ts'
import {
  amount,
  currency,
  elsewhere,
  reason,
  shaped,
} from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { ParameterValues } from '../../server/parameters/values.ts'
import { paymentAnswer, referenceRules, requestAnswer } from '../../server/payments/index.ts'
import { isOfFile } from '../../server/payments/record/index.ts'
import { refer } from '../../server/payments/references/index.ts'
import {
  APPROVAL_MS,
  amountByRules,
  askedResolutionOf,
  asksTooMuch,
  CountedOfCard,
  countedWith,
  isWaiting,
  needsSecondPerson,
  REQUEST_OWNER,
  referenceNamed,
  requestedReference,
  shownRequest,
  untilCounted,
} from '../../server/payments/second-person/index.ts'
import { isRefusal, type Refusal, refuse, tooBusy } from '../../server/results/refusal.ts'
import { type CommitParticipant, commitParts } from '../../server/store/commit-parts.ts'
import type { Change, OperationRequestRow, PaymentRow } from '../../server/store/port.ts'
import { type AdminApproval, requestList } from './answer.ts'
import { type AdministrationParts, answerWith, channelsOf, reachedPayment } from './call-parts.ts'
import { requestAbout, seenOf, takesRejected } from './operations.ts'
import { shopperOf } from './payment-summary.ts'

type Call = Asked<MerchantCall>

export const operationRequest = requestOf(
  'admin.operate',
  Type.Object({
    reason,
    seen: Type.Optional(
      shaped(/^[0-9]{1,10}-[0-9]{1,6}-[0-9]{1,6}$/, 'what the operation has as seen', {
        example: '3-2-1',
        description:
          'What the operation had as seen: nothing is done where the payment has changed since (409).',
      }),
    ),
    paymentType: Type.Enum(['CP', 'RV', 'RF', 'RB'], {
      description: 'CP capture, RV reversal, RF refund, RB rebill.',
    }),
    amount: Type.Optional(
      amount(
        'A capture or reversal without it takes all that is open; a refund or rebill needs it.',
      ),
    ),
    currency: Type.Optional(currency),
  }),
  { rules: [{ kind: 'mandatory', names: ['currency'], when: 'amount' }], elsewhere },
)

export const decisionRequest = requestOf(
  'admin.decide',
  Type.Object({
    decision: Type.Enum(['accept', 'reject'], {
      description: 'accept: what was asked for is made. reject: it is not.',
    }),
    reason: Type.Optional(reason),
  }),
  {
    rules: [{ kind: 'mustBe', name: 'decision', values: ['reject'], when: 'reason' }],
    elsewhere: 'a request is accepted or rejected as it is',
  },
)

/**
 * `POST /admin/v1/payments/{id}/operations`: captures, reverses, refunds or rebills as a merchant's server
 * would, with who asked for it and why. Above the merchant's limit it waits for a second person (202).
 */
export async function operate(asked: Call, parts: AdministrationParts): Promise<Worked> {
  const ofCard = new CountedOfCard()
  return untilCounted(() => operateOnce(asked, ofCard, parts), parts.clock)
}

/** What is asked for counts with all that was asked for about the family: of two at once one is too busy. */
async function operateOnce(
  asked: Call,
  ofCard: CountedOfCard,
  parts: AdministrationParts,
): Promise<Worked> {
  const { id, call, entry, request } = asked
  const target = await reachedPayment(id, call, parts)
  if (isRefusal(target)) return target
  const sent = operationRequest.read(call.values)
  const lacking = lackedForType(call, sent.paymentType)
  if (lacking !== undefined) return lacking
  const forbidden = takesRejected(target, sent.paymentType)
  if (forbidden !== undefined) return forbidden
  const before = await parts.store.read.operationRequestsOfFamily(target.familyId)
  const isSeen = await isAsSeen(call, { target, before }, parts)
  if (!isSeen) return changedMeanwhile
  const amountMinor = await amountByRules(call, target, parts)
  if (isRefusal(amountMinor)) return amountMinor
  const nowMs = parts.clock.of(target.entityId)
  const tooMuch = asksTooMuch(before, { paymentId: target.id, nowMs })
  if (tooMuch !== undefined) return tooMuch
  const row = await newRequest(call, { target, amountMinor, ordinal: before.length }, parts)
  const settings = await parts.access.settingsOf(target.entityId)
  const known = { settings, before, nowMs: parts.clock.safeNow(target.entityId) }
  const money = { minor: amountMinor, currency: target.currency }
  const { chargesMore } = referenceRules[referenceNamed(call.values)]
  if (
    needsSecondPerson(money, known) ||
    (chargesMore && !(await ofCard.isWithin(target, { money, nowMs: known.nowMs }, parts.store)))
  ) {
    return waitForSecond(row, asked, parts)
  }
  const noted = [...participantsOf(entry), countedWith(row)]
  const made = await referFor(call, target, noted, parts, amountMinor)
  return answerTo(made, (payment) => paymentAnswer(payment, request.ndc))
}

/** Whether the payment is still as the person saw it who presses the button. A script need not say it. */
async function isAsSeen(
  { values }: MerchantCall,
  known: { readonly target: PaymentRow; readonly before: readonly OperationRequestRow[] },
  { store }: AdministrationParts,
): Promise<boolean> {
  const { seen } = operationRequest.read(values)
  if (seen === undefined) return true
  const family = await store.read.paymentsOfFamily(known.target.familyId)
  return seen === seenOf(known.target, { family, requests: known.before })
}

const changedMeanwhile: Refusal = refuse('700.400.570', {
  status: 409,
  description: 'The payment has changed since it was read: nothing was done. Read it again',
})

function referFor(
  call: MerchantCall,
  target: PaymentRow,
  participants: readonly CommitParticipant[],
  parts: AdministrationParts,
  atMostMinor?: number,
) {
  const operation = referenceNamed(call.values)
  const named = { targetId: target.id, operation, namedBy: 'id' } as const
  const asked = atMostMinor === undefined ? named : { ...named, atMostMinor }
  return refer(call, asked, participants, parts)
}

/** What the person or script asks for, as it is stored. */
async function newRequest(
  call: MerchantCall,
  {
    target,
    amountMinor,
    ordinal,
  }: { readonly target: PaymentRow; readonly amountMinor: number; readonly ordinal: number },
  parts: AdministrationParts,
): Promise<OperationRequestRow> {
  const sent = operationRequest.read(call.values)
  const asked = {
    paymentType: sent.paymentType,
    amountMinor,
    ordinal,
    reason: sent.reason,
    askedBy: actorOf(call),
    askedById: await askerIdOf(call, parts.store),
  }
  return requestedReference(target, asked, parts)
}

async function waitForSecond(
  row: OperationRequestRow,
  { entry, request }: Call,
  parts: AdministrationParts,
): Promise<Worked> {
  const answer = { ...shownAnswer(row, request.ndc, parts), status: 202 }
  const own = { owner: REQUEST_OWNER, changes: [{ kind: 'insertOperationRequest', row } as const] }
  const committed = await commitParts(parts.store, [own, ...keyParts(entry, () => answer)(row)])
  if (committed.applied) return answer
  return committed.owner === REQUEST_OWNER ? tooBusy : { keyInUse: true }
}

/**
 * `POST /admin/v1/requests/{id}/decision`: the second person makes what was asked for, or rejects it. The
 * payment and the decision are one commit.
 */
export async function decideRequest(asked: Call, parts: AdministrationParts): Promise<Worked> {
  const { call, request } = asked
  const row = await parts.store.read.operationRequest(asked.id)
  const target = row && (await reachedPayment(row.paymentId, call, parts))
  // In the words of an unknown one: the answer must not reveal that a foreign request exists.
  if (row === undefined || target === undefined || isRefusal(target)) return unknownRequest
  const nowMs = parts.clock.of(target.entityId)
  if (!isWaiting(row, nowMs)) return decidedAlready(row, nowMs)
  if (call.person === undefined) return needsPerson
  if (isAsker(row.askedById, call.person.id)) return needsAnother
  if (!mayBeSecond(call.person, parts.clock.safeNow(), parts.environment)) return needsKnown
  const decidedBy = actorOf(call)
  const sent = decisionRequest.read(call.values)
  if (sent.decision === 'reject') {
    const decisionReason = sent.reason ?? null
    return reject(row, { decidedBy, decisionReason, updatedAtMs: nowMs }, asked, parts)
  }
  const decided = { decidedBy, decisionReason: null, updatedAtMs: nowMs }
  const forbidden = takesRejected(target, row.paymentType)
  if (forbidden !== undefined) return forbidden
  if (askedResolutionOf(row) !== undefined) return resolveAs(row, decided, asked, { target, parts })
  if (isOfFile(row)) return acceptOfFile(row, decided, asked, parts)
  if (row.report !== null) return enterDispute(row, decided, asked, parts)
  const step = (madeId: string): Change => stepOf(row, { ...decided, state: 'made', madeId })
  const participant: CommitParticipant = {
    owner: REQUEST_OWNER,
    endsAtConflict: true,
    opened: (payment) => [step(payment.id)],
    recorded: (payment, wasOpened) => (wasOpened ? [] : [step(payment.id)]),
  }
  const participants = [...participantsOf(asked.entry), participant]
  const made = await referFor(requestedCall(call, row), target, participants, parts)
  // Somebody else has decided meanwhile.
  const after = isRefusal(made) ? await parts.store.read.operationRequest(row.id) : undefined
  if (after !== undefined && !isWaiting(after, nowMs)) return decidedAlready(after, nowMs)
  return answerTo(made, (payment) => paymentAnswer(payment, request.ndc))
}

/** The call as the first person has made it. */
function requestedCall(
  call: MerchantCall,
  { paymentType, amountMinor, currency }: OperationRequestRow,
): MerchantCall {
  const amount = formatAmount({ minor: amountMinor, currency })
  const values = ParameterValues.of([
    ['paymentType', paymentType],
    ['amount', amount],
    ['currency', currency],
  ])
  return { ...call, values }
}

/** What was asked for is a chargeback, or its reversal: those who keep disputes enter it. */
async function enterDispute(
  { id }: OperationRequestRow,
  decided: Omit<Decided, 'state' | 'madeId'>,
  { entry, request }: Call,
  parts: AdministrationParts,
): Promise<Worked> {
  const { store, clock, enterAskedDispute: enter } = parts
  if (enter === undefined) return keepsNoDisputes
  let shown: OperationRequestRow | undefined
  const made = await enter(
    async () => {
      const row = await store.read.operationRequest(id)
      return row && isWaiting(row, clock.of(row.entityId)) ? row : undefined
    },
    (row, madeId) => {
      const set = { ...decided, state: 'made', madeId } as const
      const after = { ...row, ...set }
      shown = after
      const own = { owner: REQUEST_OWNER, changes: [stepOf(row, set)] }
      return [own, ...keyParts(entry, () => shownAnswer(after, request.ndc, parts))(after)]
    },
  )
  if (made === 'gone') {
    const row = await store.read.operationRequest(id)
    return row === undefined ? unknownRequest : decidedAlready(row, decided.updatedAtMs)
  }
  if (isRefusal(made) || 'keyInUse' in made) return made
  return answerTo(made, () => shownAnswer(stepped(shown), request.ndc, parts))
}

/** What was asked for is an outcome that nobody could find out: it is written down now. */
async function resolveAs(
  row: OperationRequestRow,
  decided: Omit<Decided, 'state' | 'madeId'>,
  { entry, request }: Call,
  { target, parts }: { readonly target: PaymentRow; readonly parts: AdministrationParts },
): Promise<Worked> {
  const { resolveAsked } = parts
  if (resolveAsked === undefined) return writesNoOutcomes
  const set = { ...decided, state: 'made', madeId: null } as const
  const after = { ...row, ...set }
  const answer = () => shownAnswer(after, request.ndc, parts)
  const own = { owner: REQUEST_OWNER, changes: [stepOf(row, set)] }
  const participants = [own, ...keyParts(entry, answer)(after)].map(({ owner, changes }) => ({
    owner,
    endsAtConflict: true as const,
    opened: () => [],
    recorded: () => changes,
  }))
  // The history names both.
  const by = [row.askedBy, decided.decidedBy].join(', ')
  const resolved = await resolveAsked(target, { ...row, by }, participants)
  if (!isRefusal(resolved)) return answer()
  const now = await parts.store.read.operationRequest(row.id)
  const isOpen = now !== undefined && isWaiting(now, decided.updatedAtMs)
  return isOpen ? resolved : decidedAlready(now ?? row, decided.updatedAtMs)
}

/** What was asked for came with a file: those who read it report it now. */
async function acceptOfFile(
  { id }: OperationRequestRow,
  decided: Omit<Decided, 'state' | 'madeId'>,
  { entry, request }: Call,
  parts: AdministrationParts,
): Promise<Worked> {
  const { store, clock, decideAskedFile: decide } = parts
  if (decide === undefined) return keepsNoDisputes
  let shown: OperationRequestRow | undefined
  const load = async () => {
    const row = await store.read.operationRequest(id)
    return row && isWaiting(row, clock.of(row.entityId)) ? row : undefined
  }
  const done = await decide.accept(load, (row, madeId) => {
    const set = { ...decided, state: 'made', madeId } as const
    shown = { ...row, ...set }
    const answer = () => shownAnswer({ ...row, ...set }, request.ndc, parts)
    return [stepOf(row, set), ...keyParts(entry, answer)(row).flatMap(({ changes }) => changes)]
  })
  if (done === 'busy' || done === 'waiting') return tooBusy
  if (typeof done === 'object') return refuse('700.400.402', { description: done.refused })
  if (done === 'reported')
    return answerTo({ id }, () => shownAnswer(stepped(shown), request.ndc, parts))
  const row = await load()
  if (row !== undefined) return matchedAnew
  const after = await store.read.operationRequest(id)
  return after === undefined ? unknownRequest : decidedAlready(after, decided.updatedAtMs)
}

const matchedAnew: Refusal = refuse('700.400.402', {
  description: 'The line of the file is matched to something else now: reject this request',
})

type Decided = Pick<
  OperationRequestRow,
  'state' | 'decidedBy' | 'decisionReason' | 'madeId' | 'updatedAtMs'
>

function stepOf({ id, version }: OperationRequestRow, set: Decided): Change {
  return { kind: 'stepOperationRequest', id, expectedVersion: version, set }
}

async function reject(
  row: OperationRequestRow,
  decided: Omit<Decided, 'state' | 'madeId'>,
  { entry, request }: Call,
  parts: AdministrationParts,
): Promise<Worked> {
  const set = { ...decided, state: 'rejected', madeId: null } as const
  const answer = shownAnswer({ ...row, ...set }, request.ndc, parts)
  const ofFile = isOfFile(row) ? ((await parts.decideAskedFile?.rejected(row)) ?? []) : []
  const own = { owner: REQUEST_OWNER, changes: [stepOf(row, set), ...ofFile] }
  const committed = await commitParts(parts.store, [own, ...keyParts(entry, () => answer)(row)])
  if (committed.applied) return answer
  if (committed.owner !== REQUEST_OWNER) return { keyInUse: true }
  return decidedAlready((await parts.store.read.operationRequest(row.id)) ?? row, row.updatedAtMs)
}

/** `GET /admin/v1/requests`: what waits for a second person, oldest first. */
export async function listRequests(
  { call, request }: Call,
  parts: AdministrationParts,
): Promise<Answer | Refusal> {
  const entityIds = await channelsOf(call, parts.store)
  if (isRefusal(entityIds)) return entityIds
  // What has expired stays in the store as it is: ids are in the order of time, so it is passed over.
  let afterId = firstIdAt(parts.clock.now() - APPROVAL_MS)
  const waiting: OperationRequestRow[] = []
  for (let page = 0; page < MOST_PAGES && entityIds.length > 0; page++) {
    const rows = await parts.store.read.waitingOperationRequests(entityIds, afterId, MOST_LISTED)
    waiting.push(...rows.filter((row) => isWaiting(row, parts.clock.of(row.entityId))))
    afterId = rows.at(-1)?.id ?? ''
    if (rows.length < MOST_LISTED || waiting.length >= MOST_LISTED) break
  }
  const listed = waiting.slice(0, MOST_LISTED)
  const shown = await Promise.all(listed.map((one) => withPayment(one, parts)))
  return answerWith(requestList, { requests: shown }, request.ndc, parts)
}

/** With whose payment it is about: the second person has to know what to look for. */
async function withPayment(
  row: OperationRequestRow,
  { store, clock }: AdministrationParts,
): Promise<AdminApproval> {
  const payment = await store.read.payment(row.paymentId)
  const shown = requestAbout(payment, row, clock.of(row.entityId))
  return payment === undefined ? shown : { ...shown, payment: shopperOf(payment) }
}

/** Pages of requests that are read for one answer. */
const MOST_PAGES = 10

/** Requests in one answer. */
const MOST_LISTED = 200

/** The request after the step that was committed with what it has made. */
function stepped(row: OperationRequestRow | undefined): OperationRequestRow {
  if (row === undefined) throw new Error('A request was made without a step of its own')
  return row
}

function shownAnswer(row: OperationRequestRow, ndc: string, parts: AdministrationParts): Answer {
  const shown = shownRequest(row, parts.clock.of(row.entityId))
  return answerWith(requestAnswer, { request: shown }, ndc, parts)
}

const unknownRequest: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no such request',
})

/** Whoever may make access tokens could agree with oneself by one. */
const needsPerson: Refusal = refuse('800.900.301', {
  status: 403,
  description: 'Only a person who is signed in can be the second person: no access token is one',
})

const writesNoOutcomes: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'This gateway writes down no outcomes by hand: the request can be rejected only',
})

const keepsNoDisputes: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'This gateway keeps no disputes: the request can be rejected only',
})

const needsKnown: Refusal = refuse('800.900.301', {
  status: 403,
  description:
    'Who has had the role for less than a day cannot be the second person yet: another one has to decide',
})

const needsAnother: Refusal = refuse('800.900.301', {
  status: 403,
  description:
    'Who has asked for it, or knows the access token that has, cannot be the second person: another one has to decide',
})

function decidedAlready(row: OperationRequestRow, nowMs: number): Refusal {
  const { state } = shownRequest(row, nowMs)
  return refuse('700.400.570', {
    status: 409,
    description: `Nothing waits for a decision any more: this request is ${state}`,
  })
}
