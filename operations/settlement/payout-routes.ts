import { Type } from 'typebox'
import { amountText, minorDigitsOf } from '../../common/money.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answered as answeredWith } from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import {
  elsewhere,
  fromNotAfterTo,
  limit,
  shaped,
  time,
} from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import {
  type AcquirerAccountRow,
  AFTER_ALL_IDS,
  type SettlementBatchRow,
  type SettlementFileRow,
  type SettlementLineRow,
  type Store,
} from '../../server/store/port.ts'
import { accountsBelow } from './accounts.ts'
import { account, afterLine, fileRead, shownFile } from './admin-routes.ts'
import {
  type AdminListedPayout,
  linesAnswer,
  linesExport,
  payoutAnswer,
  payoutsAnswer,
} from './answer.ts'
import { dayOf } from './days.ts'
import { answered } from './kept-text.ts'
import { placeIn, placeText } from './line-place.ts'
import {
  PAYOUT_CSV_HEADER,
  PAYOUTS_CSV_HEADER,
  payoutCsvLine,
  payoutsCsvLine,
} from './payout-csv.ts'
import { linesOfFile, shownFileLine, withPayments } from './payout-lines.ts'
import { type ListedPayout, listedPayouts, stateOf } from './payouts.ts'
import { NO_CURRENCY } from './record.ts'
import { batchesAsked, SORTED_BY } from './sorted-payouts.ts'

export interface PayoutRouteParts extends CallParts {
  readonly store: Store
}

type Call = Asked<MerchantCall>

/** Payouts of one answer. */
const MAX_PAYOUTS = 100
/** Lines of one answer of pages, and of one part of an export. */
const MAX_LINES = 100
const MAX_EXPORTED = 1000
/** Files of an account that are looked at for those that have booked nothing. */
const MAX_FILES = 100
/** Accounts whose files are looked at for that. */
const MAX_ACCOUNTS = 20
/** Other parts of a payout that are shown. */
const MAX_PARTS = 20
const ofPayouts = { access: 'token', method: 'get', throttle: 'status' } as const
const docs = { tag: 'Administration', further: { 404: 'RefusalAnswer' } } as const

const ofSearch = {
  account: Type.Optional(account),
  'date.from': Type.Optional(time),
  'date.to': Type.Optional(time),
  cursor: Type.Optional(
    shaped(/^\d{4}-\d{2}-\d{2}\.[0-9a-f]{32}-\d{5}$/, 'the cursor of an answer as it was given', {
      example: '2026-11-21.019ab3c4d5e6f708192a3b4c5d6e7f80-00001',
      description: 'What an earlier answer had as cursor: goes on with what follows.',
    }),
  ),
  sortValue: Type.Optional(
    Type.Enum([...SORTED_BY], {
      description:
        'Absent: by the day. Amounts are sorted within their currency. In any other order than the newest first, the time may have at most 999 payouts.',
    }),
  ),
  sortOrder: Type.Optional(
    Type.Enum(['ASC', 'DESC'], { description: 'Absent: DESC, the newest or greatest first.' }),
  ),
}

const payoutSearch = requestOf(
  'settlement.payouts',
  Type.Object({ ...ofSearch, limit: limit(MAX_PAYOUTS, 50) }),
  { rules: [fromNotAfterTo], elsewhere },
)

/** Each payout is summed from its lines: however many are asked for, `MAX_PAYOUTS` come in one answer. */
const payoutsExportRequest = requestOf(
  'settlement.payoutsExport',
  Type.Object({ ...ofSearch, limit: limit(MAX_EXPORTED, MAX_PAYOUTS) }),
  { rules: [fromNotAfterTo], elsewhere },
)

const linesRequest = requestOf('settlement.lines', Type.Object({ afterLine }), { elsewhere })

const exportRequest = requestOf(
  'settlement.payoutExport',
  Type.Object({
    limit: limit(MAX_EXPORTED, MAX_LINES),
    cursor: Type.Optional(
      shaped(/^[1-9][0-9]{0,14}$/, 'the cursor of an answer as it was given', {
        example: '1000',
        description: 'What an earlier answer had as cursor: goes on with the next lines.',
      }),
    ),
  }),
  { elsewhere },
)

/** `/admin/v1/settlement/payouts`: what acquirers pay out, down to the lines of their files. */
export const payoutRoutes: readonly Route<PayoutRouteParts>[] = [
  {
    ...ofPayouts,
    path: '/admin/v1/settlement/payouts',
    right: 'finance.read',
    operation: payoutSearch,
    docs: {
      ...docs,
      id: 'listPayouts',
      summary: 'List payouts',
      description:
        'Of the accounts of the entity and all below it, or of one account, the newest first or as `sortValue` says; with `date.from` and `date.to` those settled on these days (whole days, UTC). A file may tell a part of a payout: each part is a row.',
      label: 'Payouts',
      answers: [payoutsAnswer],
    },
    handle: listPayouts,
  },
  {
    ...ofPayouts,
    path: '/admin/v1/settlement/payouts/export',
    right: 'payments.export',
    audited: true,
    operation: payoutsExportRequest,
    docs: {
      ...docs,
      id: 'exportPayouts',
      summary: 'Export payouts as lines of a CSV file',
      description: `Those that the same parameters list, up to ${MAX_PAYOUTS} in one answer; with \`cursor\` the next ones. The columns are the members of a payout.`,
      label: 'Payouts export',
      answers: [linesExport],
    },
    handle: exportPayouts,
  },
  {
    ...ofPayouts,
    path: '/admin/v1/settlement/payouts/{id}',
    right: 'finance.read',
    operation: fileRead,
    docs: {
      ...docs,
      id: 'readPayout',
      summary: 'Read a payout',
      description: 'What its lines sum to, and what other files tell of it.',
      label: 'Payout',
      subject: 'payout',
      answers: [payoutAnswer],
    },
    handle: readPayout,
  },
  {
    ...ofPayouts,
    path: '/admin/v1/settlement/payouts/{id}/lines',
    right: 'finance.read',
    operation: linesRequest,
    docs: {
      ...docs,
      id: 'listPayoutLines',
      summary: 'List the lines of a payout',
      description: `${MAX_LINES} in one answer, with the payments that they are about; with \`afterLine\` the next ones.`,
      label: 'Payout lines',
      subject: 'payout',
      answers: [linesAnswer],
    },
    handle: readPayoutLines,
  },
  {
    ...ofPayouts,
    path: '/admin/v1/settlement/payouts/{id}/export',
    right: 'payments.export',
    audited: true,
    operation: exportRequest,
    docs: {
      ...docs,
      id: 'exportPayoutLines',
      summary: 'Export the lines of a payout as lines of a CSV file',
      description: `Up to ${MAX_EXPORTED} in one answer; with \`cursor\` the next ones. docs/settlement.md says what each column has.`,
      label: 'Payout export',
      subject: 'payout',
      answers: [linesExport],
    },
    handle: exportPayout,
  },
  {
    ...ofPayouts,
    path: '/admin/v1/settlement/files/{id}/lines',
    right: 'finance.read',
    operation: linesRequest,
    docs: {
      ...docs,
      id: 'listSettlementFileLines',
      summary: 'List the lines of a settlement file',
      description: `Those that it has booked, ${MAX_LINES} in one answer; with \`afterLine\` the next ones.`,
      label: 'Settlement file lines',
      subject: 'settlement file',
      answers: [linesAnswer],
    },
    handle: readFileLines,
  },
]

async function listPayouts(
  { call, request }: Call,
  parts: PayoutRouteParts,
): Promise<Answer | Refusal> {
  const asked = payoutSearch.read(call.values)
  const found = await foundPayouts(asked, call, parts)
  if (isRefusal(found)) return found
  const { accounts, payouts, more } = found
  const shown = {
    payouts,
    emptyFiles: asked.cursor === undefined ? await emptyFiles(accounts, parts.store) : [],
    ...more,
  }
  return answeredWith(payoutsAnswer, shown, metaOf(request, parts))
}

async function exportPayouts(
  { call, request }: Call,
  parts: PayoutRouteParts,
): Promise<Answer | Refusal> {
  const asked = payoutsExportRequest.read(call.values)
  const most = Math.min(asked.limit, MAX_PAYOUTS)
  const found = await foundPayouts({ ...asked, limit: most }, call, parts)
  if (isRefusal(found)) return found
  const { payouts, more } = found
  const shown = { header: PAYOUTS_CSV_HEADER, lines: payouts.map(payoutsCsvLine), ...more }
  return answeredWith(linesExport, shown, metaOf(request, parts))
}

interface FoundPayouts {
  readonly accounts: readonly AcquirerAccountRow[]
  readonly payouts: readonly AdminListedPayout[]
  readonly more: { readonly cursor?: string }
}

async function foundPayouts(
  asked: ReturnType<typeof payoutSearch.read>,
  call: MerchantCall,
  parts: PayoutRouteParts,
): Promise<FoundPayouts | Refusal> {
  const { store, clock } = parts
  const accounts = await searchedAccounts(asked.account, call, parts)
  if (isRefusal(accounts)) return accounts
  const entityIds = [...new Set(accounts.map(({ entityId }) => entityId))].slice(0, MAX_ENTITIES)
  const page = await batchesAsked(entityIds, asked, store)
  if (isRefusal(page)) return page
  const { batches, last } = page
  const byId = new Map(accounts.map((one) => [one.id, one]))
  const listed = await listedPayouts(batches, store)
  return {
    accounts,
    payouts: listed.map((one) => shownPayout(one, byId.get(one.batch.accountId), clock)),
    more: last === undefined ? {} : { cursor: `${last.settledOn}.${last.id}` },
  }
}

/** Entities of one read. */
const MAX_ENTITIES = 1000

async function searchedAccounts(
  named: string | undefined,
  call: MerchantCall,
  parts: PayoutRouteParts,
): Promise<readonly AcquirerAccountRow[] | Refusal> {
  const { read } = parts.store
  if (named !== undefined) {
    const row = await read.acquirerAccount(named)
    if (row === undefined || !(await reaches(row, call, parts))) return unknownAccount
    return [row]
  }
  const entity = call.usable?.entity ?? (await read.entity(call.token.entityId))
  return entity === undefined ? [] : accountsBelow(entity, parts.store)
}

/** A day without bookings has a file, and no payout. */
async function emptyFiles(accounts: readonly AcquirerAccountRow[], { read }: Store) {
  const found: SettlementFileRow[] = []
  for (const { id } of accounts.slice(0, MAX_ACCOUNTS)) {
    const files = await read.settlementFilesOf(id, AFTER_ALL_IDS, MAX_FILES)
    found.push(
      ...files.filter(({ state, bookedCount }) => state === 'imported' && bookedCount === 0),
    )
  }
  return found.map(shownFile)
}

async function readPayout(
  { id, call, request }: Call,
  parts: PayoutRouteParts,
): Promise<Answer | Refusal> {
  const { store, clock } = parts
  const found = await reachedPayout(id, call, parts)
  if (isRefusal(found)) return found
  const { batch, account: owner } = found
  const [listed] = await listedPayouts([batch], store)
  if (listed === undefined) return unknownPayout
  const file = await store.read.settlementFile(batch.fileId)
  const shown = {
    payout: shownPayout(listed, owner, clock),
    fileName: file?.name ?? '',
    parts: (await otherParts(batch, store)).map((part) => ({
      id: part.id,
      fileId: part.fileId,
      net: amountOf(part.netMinor, part.currency),
      lines: part.lineCount,
    })),
  }
  return answeredWith(payoutAnswer, shown, metaOf(request, parts))
}

async function otherParts(
  { id, accountId, reference, currency }: SettlementBatchRow,
  { read }: Store,
): Promise<readonly SettlementBatchRow[]> {
  if (reference === null) return []
  const all = await read.settlementBatchesOfPayout(accountId, reference, currency)
  return all.filter((part) => part.id !== id).slice(0, MAX_PARTS)
}

async function readPayoutLines(
  { id, call, request }: Call,
  parts: PayoutRouteParts,
): Promise<Answer | Refusal> {
  const found = await reachedPayout(id, call, parts)
  if (isRefusal(found)) return found
  const after = placeIn(linesRequest.read(call.values).afterLine ?? '')
  const position = after?.batchId === id ? after.position : 0
  const lines = await parts.store.read.settlementLines(id, position, MAX_LINES)
  return shownLines(lines, request, parts)
}

async function readFileLines(
  { id, call, request }: Call,
  parts: PayoutRouteParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const file = await store.read.settlementFile(id)
  const owner = file && (await store.read.acquirerAccount(file.accountId))
  const isReached = owner !== undefined && (await reaches(owner, call, parts))
  if (file?.state !== 'imported' || !isReached) return unknownFile
  const after = placeIn(linesRequest.read(call.values).afterLine ?? '')
  const within = after?.batchId.startsWith(`${id}-`) ? after : undefined
  return shownLines(await linesOfFile(id, within, MAX_LINES, store), request, parts)
}

async function shownLines(
  lines: readonly SettlementLineRow[],
  request: Call['request'],
  parts: PayoutRouteParts,
): Promise<Answer> {
  const last = lines.at(-1)
  const shown = {
    lines: (await withPayments(lines, parts.store)).map(shownFileLine),
    ...(last !== undefined && lines.length === MAX_LINES ? { afterLine: placeText(last) } : {}),
  }
  return answeredWith(linesAnswer, shown, metaOf(request, parts))
}

async function exportPayout(
  { id, call, request }: Call,
  parts: PayoutRouteParts,
): Promise<Answer | Refusal> {
  const { store } = parts
  const found = await reachedPayout(id, call, parts)
  if (isRefusal(found)) return found
  const { limit: most, cursor } = exportRequest.read(call.values)
  const [listed] = await listedPayouts([found.batch], store)
  if (listed === undefined) return unknownPayout
  const lines = await store.read.settlementLines(id, Number(cursor ?? 0), most)
  const last = lines.at(-1)
  const shown = {
    header: PAYOUT_CSV_HEADER,
    lines: (await withPayments(lines, store)).map((line) => payoutCsvLine(line, listed)),
    ...(last !== undefined && lines.length === most ? { cursor: String(last.position) } : {}),
  }
  return answeredWith(linesExport, shown, metaOf(request, parts))
}

async function reachedPayout(
  id: string,
  call: MerchantCall,
  parts: PayoutRouteParts,
): Promise<{ readonly batch: SettlementBatchRow; readonly account: AcquirerAccountRow } | Refusal> {
  const { read } = parts.store
  const batch = await read.settlementBatch(id)
  const owner = batch && (await read.acquirerAccount(batch.accountId))
  if (batch === undefined || owner === undefined || batch.currency === NO_CURRENCY) {
    return unknownPayout
  }
  return (await reaches(owner, call, parts)) ? { batch, account: owner } : unknownPayout
}

function reaches({ entityId }: AcquirerAccountRow, call: MerchantCall, { access }: CallParts) {
  return access.reaches(call, entityId, call.usable?.entity)
}

function shownPayout(
  listed: ListedPayout,
  owner: AcquirerAccountRow | undefined,
  clock: CallParts['clock'],
): AdminListedPayout {
  const { sums } = listed
  const batch = answered(listed.batch)
  const { reference, paidOn, returnedOn, bankReference } = answered({ ...listed.payout })
  const { currency, paidMinor, earlierNetMinor } = batch
  const amount = (minor: number) => amountOf(minor, currency)
  return {
    id: batch.id,
    account: batch.accountId,
    acquirer: owner?.acquirer ?? '',
    fileId: batch.fileId,
    ...(reference === null ? {} : { reference }),
    state: stateOf(listed, dayOf(clock.of(batch.entityId))),
    settledOn: batch.settledOn,
    currency,
    gross: amount(sums.grossMinor),
    refunds: amount(sums.refundsMinor),
    chargebacks: amount(sums.chargebacksMinor),
    carried: amount(sums.carriedMinor),
    other: amount(sums.otherMinor),
    fees: amount(sums.feesMinor),
    net: amount(sums.netMinor),
    ...(earlierNetMinor === 0 ? {} : { earlier: amount(earlierNetMinor) }),
    ...(paidMinor === null ? {} : { paid: amount(paidMinor) }),
    ...(paidOn === null ? {} : { paidOn }),
    ...(returnedOn === null ? {} : { returnedOn }),
    ...(bankReference === null ? {} : { bankReference }),
    lines: batch.lineCount,
    unbalanced: batch.isUnbalanced,
  }
}

function amountOf(minor: number, currency: string): string {
  return amountText(minor, minorDigitsOf(currency) ?? 2)
}

function metaOf(request: Call['request'], { clock }: CallParts) {
  return { ndc: request.ndc, atMs: clock.now() }
}

const unknownAccount = refuse('700.400.580', {
  status: 404,
  description: 'There is no such account: see GET /admin/v1/settlement/accounts',
})
const unknownPayout = refuse('700.400.580', {
  status: 404,
  description: 'There is no such payout: see GET /admin/v1/settlement/payouts',
})
const unknownFile = refuse('700.400.580', {
  status: 404,
  description: 'There is no such settlement file, or it is not imported yet',
})
