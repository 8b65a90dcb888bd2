import { Type } from 'typebox'
import { plainLine } from '../../common/hidden-characters.ts'
import { amountText, type Money, minorDigitsOf } from '../../common/money.ts'
import { askerIdOf, personUntilMs } from '../../server/entities/known-token.ts'
import { actorOf, deciderOf } from '../../server/entities/rights.ts'
import { type Answer, bodyOf } from '../../server/http/answer.ts'
import { fileOf } from '../../server/http/bodies.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import {
  answered as answeredWith,
  type DescribedAnswer,
  type MembersOf,
} from '../../server/http/described-answer.ts'
import { timeOf } from '../../server/http/entity-time.ts'
import { answerTo, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { EXAMPLE_ENTITY_ID } from '../../server/parameters/access.ts'
import { decider, reason, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import {
  type AcquirerAccountRow,
  AFTER_ALL_IDS,
  type SettlementBatchRow,
  type SettlementFileRow,
  type Store,
} from '../../server/store/port.ts'
import {
  type AdminFileFault,
  type AdminOpenLine,
  type AdminPayout,
  type AdminSettlementFile,
  type AdminSettlementFileDetails,
  type AdminSettlementImport,
  differenceAnswer,
  faultsAnswer,
  fileAnswer,
  filesAnswer,
  importAnswer,
  matchAnswer,
  openAnswer,
} from './answer.ts'
import { fileIdOf } from './file-book.ts'
import { type FileIntake, type IntakeFault, MAX_FILE_BYTES } from './file-intake.ts'
import { countsOf } from './file-writing.ts'
import { FORMAT_NAMES, formatNamed } from './formats/formats.ts'
import { MAX_FILES, MAX_FILES_OF_MERCHANT } from './import-turns.ts'
import { answered } from './kept-text.ts'
import { placeIn, placeText } from './line-place.ts'
import {
  type AmountsDiffer,
  differenceText,
  type ManualOutcome,
  matchByHand,
} from './match-by-hand.ts'
import { type OpenLine, openLines } from './open-lines.ts'
import { type LineFault, NO_CURRENCY } from './record.ts'

export interface SettlementRouteParts extends CallParts {
  readonly store: Store
  readonly settlementIntake: FileIntake
}

type Call = Asked<MerchantCall>

/** Files and lines in one answer. */
const MAX_SHOWN = 100
const ofFiles = { access: 'token' } as const
const docs = { tag: 'Administration', further: { 404: 'RefusalAnswer' } } as const

export const account = shaped(
  /^[\w.-]{5,64}@[a-z][a-z0-9-]{0,30}(?::[0-9a-f]{32})?$/,
  'an account: merchantId@connector',
  {
    example: 'TEAHOUSE1@simulator',
    description: 'The account at the acquirer: merchantId@connector.',
  },
)

export const ofAccount = { elsewhere: 'files and lines are those of an account' }

/** Where a list of lines goes on. */
export const afterLine = Type.Optional(
  shaped(/^[0-9a-f]{32}-[0-9]{5}:[1-9][0-9]{0,14}$/, 'the place of a line as it was answered', {
    example: '019ab3c4d5e6f708192a3b4c5d6e7f80-00001:17',
    description: 'The place of the last line of the answer before: goes on after it.',
  }),
)

const fileImport = requestOf(
  'settlement.import',
  Type.Object({
    account,
    fileFormat: Type.Enum(FORMAT_NAMES, { description: 'The format of the settlement file.' }),
    acceptUnbalanced: Type.Optional(
      Type.Enum(['true', 'false'], {
        description:
          'true: payouts that their lines do not sum to are booked as they are, and flagged.',
      }),
    ),
    fileName: Type.Optional(
      shaped(plainLine(1, 128), '1 to 128 characters on one line, none of them hidden', {
        example: 'settlement.csv',
        description: 'As the file is called.',
        guarded: 'text',
      }),
    ),
  }),
  { elsewhere: 'a file is imported for an account and in a format' },
)

const fileSearch = requestOf('settlement.files', Type.Object({ account }), ofAccount)

/** A read that is named by its path alone. */
export const fileRead = requestOf('settlement.file', Type.Object({}), {
  elsewhere: 'a file is read by its id',
})

const openSearch = requestOf('settlement.open', Type.Object({ afterLine, account }), ofAccount)

const match = requestOf(
  'settlement.match',
  Type.Object({
    paymentIds: Type.Optional(
      shaped(
        /^[0-9a-f]{32}(?:,[0-9a-f]{32}){0,99}$/,
        'ids of payments with a comma between them, at most 100',
        {
          example: '8ac7a4a19ab1c2d3e4f5061728394a5e',
          description: 'The payments that the line is about, with a comma between their ids.',
        },
      ),
    ),
    unmatch: Type.Optional(
      Type.Enum(['true'], {
        description: 'The line is about no payment that is known, in the place of `paymentIds`.',
      }),
    ),
    acceptDifference: Type.Optional(
      shaped(
        /^-?[0-9]{1,12}(?:\.[0-9]{1,4})?$/,
        'an amount, with a minus sign where the line has less than its payments',
        {
          example: '-0.50',
          description:
            'What the line has more than its payments, with a minus sign: less. Named by the refusal of a match whose amounts differ, to send it again with.',
        },
      ),
    ),
    acceptCurrency: Type.Optional(
      Type.String({
        format: 'currency',
        description:
          'The currency of the line, where its payments have another one: their amounts are not compared then.',
      }),
    ),
    reason,
    by: Type.Optional(decider),
  }),
  {
    rules: [
      { kind: 'requiredUnless', names: ['paymentIds'], when: 'unmatch' },
      {
        kind: 'excluded',
        names: ['paymentIds', 'acceptDifference', 'acceptCurrency'],
        when: 'unmatch',
      },
    ],
    elsewhere: 'a line is matched to payments, with the reason',
    whenMissing: { paymentIds: 'or unmatch=true, where the line is about none that is known' },
  },
)

const matchExamples = [
  {
    name: 'one',
    summary: 'The line is about this payment',
    parameters: {
      entityId: EXAMPLE_ENTITY_ID,
      paymentIds: '8ac7a4a19ab1c2d3e4f5061728394a5e',
      acceptDifference: '-0.50',
      reason: 'The acquirer has kept a fee of 0.50',
      by: 'Jane Jones',
    },
  },
  {
    name: 'none',
    summary: 'The line is about no payment that is known',
    parameters: {
      entityId: EXAMPLE_ENTITY_ID,
      unmatch: 'true',
      reason: 'It was matched to the payment of another order',
    },
  },
]

/** `/admin/v1/settlement`: files of acquirers, and the lines that wait for a person. */
export const settlementRoutes: readonly Route<SettlementRouteParts>[] = [
  {
    ...ofFiles,
    method: 'post',
    path: '/admin/v1/settlement/files',
    right: 'finance.write',
    operation: fileImport,
    throttle: 'registrations',
    fileBody: 'text/csv',
    docs: {
      ...docs,
      id: 'importSettlementFile',
      summary: 'Import a settlement file',
      description: `The body is the file, with the type text/csv, up to ${MAX_FILE_BYTES / 1024 / 1024} MiB; its parameters stand in the address. It is booked whole or not at all, and the same file once. Larger ones go by command or into the watched folder.`,
      label: 'Settlement file',
      answers: [importAnswer],
      failures: [faultsAnswer],
      further: { 404: 'RefusalAnswer', 413: 'RefusalAnswer', 415: 'RefusalAnswer' },
    },
    handle: importSent,
  },
  {
    ...ofFiles,
    method: 'get',
    path: '/admin/v1/settlement/files',
    right: 'finance.read',
    operation: fileSearch,
    throttle: 'status',
    docs: {
      ...docs,
      id: 'listSettlementFiles',
      summary: 'List the settlement files of an account',
      description: `The newest ${MAX_SHOWN}.`,
      label: 'Settlement files',
      answers: [filesAnswer],
    },
    handle: listFiles,
  },
  {
    ...ofFiles,
    method: 'get',
    path: '/admin/v1/settlement/files/{id}',
    right: 'finance.read',
    operation: fileRead,
    throttle: 'status',
    docs: {
      ...docs,
      id: 'readSettlementFile',
      summary: 'Read what a settlement file has told',
      description: 'Its counts, and its first 1,000 payouts.',
      label: 'Settlement file',
      subject: 'settlement file',
      answers: [fileAnswer],
    },
    handle: readFile,
  },
  {
    ...ofFiles,
    method: 'get',
    path: '/admin/v1/settlement/open',
    right: 'finance.read',
    operation: openSearch,
    throttle: 'status',
    docs: {
      ...docs,
      id: 'listOpenSettlementLines',
      summary: 'List settlement lines that wait for a person',
      description: `${MAX_SHOWN} lines that match no payment, or several, or that are flagged, oldest file first.`,
      label: 'Open lines',
      answers: [openAnswer],
    },
    handle: listOpen,
  },
  {
    ...ofFiles,
    method: 'post',
    path: '/admin/v1/settlement/lines/{id}/match',
    right: 'finance.write',
    operation: match,
    throttle: 'registrations',
    once: true,
    docs: {
      ...docs,
      id: 'matchSettlementLine',
      summary: 'Say which payments a settlement line is about',
      description:
        'Whatever it matched before; with `unmatch` that it is about none that is known. Where its amount is not that of the payments, the answer has the difference, and nothing is done before it is accepted.',
      body: 'SettlementMatchRequest',
      label: 'Settlement match',
      subject: 'settlement line',
      examples: matchExamples,
      answers: [matchAnswer],
      failures: [differenceAnswer],
    },
    handle: matchLine,
  },
]

async function importSent({ call, request }: Call, parts: SettlementRouteParts): Promise<Worked> {
  const sent = fileImport.read(call.values)
  const account = await reachedAccount(sent, call, parts)
  if (isRefusal(account)) return account
  const format = formatNamed(sent.fileFormat)
  const body = fileOf(request)
  if (format === undefined || body === undefined) return notAFile
  // Before anything of it is read: a body that is cut off would end the connection before its answer.
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) {
    return INTAKE_REFUSALS.tooLarge
  }
  const name = sent.fileName ?? 'settlement.csv'
  const acceptsUnbalanced = sent.acceptUnbalanced === 'true'
  const outcome = await parts.settlementIntake.take(body, {
    name,
    format,
    account,
    acceptsUnbalanced,
    importer: await importerOf(call, parts),
  })
  if (typeof outcome === 'string') return INTAKE_REFUSALS[outcome]
  if (outcome.kind === 'refused') {
    const { faults, count } = outcome
    const after = { faults: faults.map(shownFault), faultCount: count }
    const description = 'Nothing of the file was booked: see its faults'
    const meta = metaOf({ request }, parts)
    return { status: 400, body: bodyOf('200.300.404', meta, { description, after }) }
  }
  const repeated = outcome.kind === 'alreadyImported'
  const others = outcome.kind === 'imported' ? [...outcome.otherMerchants] : []
  const otherMerchants = others.map(([merchantId, lines]) => ({ merchantId, lines }))
  const shown: AdminSettlementImport = {
    ...shownFile(outcome.file),
    repeated,
    ...(otherMerchants.length === 0 ? {} : { otherMerchants }),
  }
  return answer(importAnswer, shown, { request }, parts)
}

/** Who answers for what a file says: a person, or a token that counts as one. A script's is the acquirer's word. */
async function importerOf(
  call: MerchantCall,
  { store, clock }: SettlementRouteParts,
): Promise<{ readonly by: string; readonly byId: string } | undefined> {
  const isPerson =
    call.person !== undefined || (await personUntilMs(call, clock.safeNow(), store)) !== undefined
  return isPerson ? { by: actorOf(call), byId: await askerIdOf(call, store) } : undefined
}

async function listFiles({ call, request }: Call, parts: SettlementRouteParts): Promise<Worked> {
  const account = await reachedAccount(fileSearch.read(call.values), call, parts)
  if (isRefusal(account)) return account
  const files = await parts.store.read.settlementFilesOf(account.id, AFTER_ALL_IDS, MAX_SHOWN)
  return answer(filesAnswer, { files: files.map(shownFile) }, { request }, parts)
}

async function readFile({ id, call, request }: Call, parts: SettlementRouteParts): Promise<Worked> {
  const file = await parts.store.read.settlementFile(id)
  if (file === undefined || !(await reachesAccount(file.accountId, call, parts))) return unknownFile
  const batches = await parts.store.read.settlementBatchesOfFile(file.id, '')
  const payouts = batches.filter(({ currency }) => currency !== NO_CURRENCY).map(shownPayout)
  const shown: AdminSettlementFileDetails = { ...shownFile(file), payouts }
  return answer(fileAnswer, shown, { request }, parts)
}

async function listOpen({ call, request }: Call, parts: SettlementRouteParts): Promise<Worked> {
  const sent = openSearch.read(call.values)
  const account = await reachedAccount(sent, call, parts)
  if (isRefusal(account)) return account
  const after = placeIn(sent.afterLine ?? '') ?? { batchId: '', position: 0 }
  const found = await openLines(account, after, MAX_SHOWN, parts.store)
  return answer(openAnswer, { lines: found.map(shownLine) }, { request }, parts)
}

async function matchLine(
  { id, call, entry, request }: Call,
  parts: SettlementRouteParts,
): Promise<Worked> {
  const place = placeIn(id)
  const file = place && (await parts.store.read.settlementFile(fileIdOf(place.batchId)))
  if (place === undefined || file === undefined) return unknownLine
  if (!(await reachesAccount(file.accountId, call, parts))) return unknownLine
  const sent = match.read(call.values)
  const named = sent.unmatch === 'true' ? '' : (sent.paymentIds ?? '')
  const paymentIds = [...new Set(named.split(',').filter(Boolean))]
  const matchedBy = deciderOf(call, sent.by)
  const { acceptDifference: difference, acceptCurrency: currency } = sent
  const accepts = {
    ...(difference === undefined ? {} : { difference }),
    ...(currency === undefined ? {} : { currency }),
  }
  const state = paymentIds.length === 0 ? ('NOT_MATCHED' as const) : ('MATCHED' as const)
  const matched = answer(matchAnswer, { id, state, paymentIds }, { request }, parts)
  const also = entry === undefined ? [] : [entry.answered(matched)]
  const matchedById = await askerIdOf(call, parts.store)
  const said = { paymentIds, matchedBy, matchedById, accepts, also }
  const outcome = await matchByHand(place, said, parts)
  if (outcome === 'matched' || outcome === 'unmatched') return matched
  if (typeof outcome === 'string') return MATCH_FAULTS[outcome]
  if ('line' in outcome) return differs(outcome, { request }, parts)
  return answerTo(outcome, () => matched)
}

/** Amounts that differ, with the difference that a person may accept. */
function differs(found: AmountsDiffer, requested: Requested, parts: SettlementRouteParts): Answer {
  const description = differenceText(found, {
    difference: (amount) => `acceptDifference=${amount}`,
    noDifference: 'no acceptDifference',
    currency: (code) => `acceptCurrency=${code}`,
  })
  const after = {
    line: shownMoney(found.line),
    payments: shownMoney(found.payments),
    ...(found.line.currency === found.payments.currency && {
      difference: shownMoney({
        minor: found.line.minor - found.payments.minor,
        currency: found.line.currency,
      }),
    }),
  }
  const body = bodyOf('700.400.402', metaOf(requested, parts), { description, after })
  return { status: 400, body }
}

function shownMoney({ minor, currency }: Money) {
  return { amount: amountText(minor, minorDigitsOf(currency) ?? 2), currency }
}

function matchFault(description: string): Refusal {
  return refuse('700.400.402', { description })
}

const unknownLine = refuse('700.400.580', {
  status: 404,
  description: 'There is no such settlement line',
})

const MATCH_FAULTS: Readonly<
  Record<Exclude<ManualOutcome, 'matched' | 'unmatched' | AmountsDiffer>, Refusal>
> = {
  noSuchLine: unknownLine,
  noSuchPayment: matchFault('One of the payments is not there'),
  severalCurrencies: matchFault('The payments have several currencies: name those of one'),
  otherMerchant: matchFault('One of the payments is not settled through the account of the line'),
  nothingLeft: matchFault(
    'The amount of the line is used up before its last payment: name fewer payments',
  ),
  aboutNoPayment: matchFault('Lines of this type are about no payment'),
  otherType: matchFault(
    'Lines of this type are about other payments: a settled line about a DB, CP or RB, or about a CD where money goes out; a refunded one about an RF or CD; a chargeback and its reversal about the DB, CP, RB or RF that was charged back',
  ),
  movedNoMoney: matchFault(
    'One of the payments has not succeeded, so it has moved no money: name the payment that has',
  ),
  signUnexpected: matchFault(
    'The amount of the line goes the other way than its type says: ask the acquirer, and leave it unmatched until then',
  ),
  disputed: matchFault('A dispute has followed from what the line matches: it stays'),
  changedMeanwhile: refuse('700.400.402', {
    status: 409,
    description: 'The line was changed meanwhile: read it again',
  }),
}

const unknownFile = refuse('700.400.580', {
  status: 404,
  description: 'There is no such settlement file',
})
const unknownAccount = refuse('700.400.580', {
  status: 404,
  description: 'There is no such account: see tillgate acquirer list',
})
const notAFile = refuse('200.300.404', {
  status: 415,
  description: 'The body is no file: send it with the header Content-Type: text/csv',
})

const INTAKE_REFUSALS: Readonly<Record<IntakeFault, Refusal>> = {
  busy: refuse('800.120.100', {
    status: 429,
    description: `${MAX_FILES_OF_MERCHANT} files of this merchant, or ${MAX_FILES} in all, are being sent or wait to be imported; nothing was done: send it again in a minute`,
    retryAfterSeconds: 60,
  }),
  tooLarge: refuse('200.300.404', {
    status: 413,
    description: `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB: import it with tillgate settlement import, or put it into the watched folder`,
  }),
  broken: refuse('200.300.404', { description: 'The file did not arrive whole' }),
}

async function reachedAccount(
  { account: accountId }: { readonly account: string },
  call: MerchantCall,
  parts: SettlementRouteParts,
): Promise<AcquirerAccountRow | Refusal> {
  const account = await parts.store.read.acquirerAccount(accountId)
  if (account === undefined || !(await reaches(account, call, parts))) return unknownAccount
  return account
}

async function reachesAccount(
  accountId: string,
  call: MerchantCall,
  parts: SettlementRouteParts,
): Promise<boolean> {
  const account = await parts.store.read.acquirerAccount(accountId)
  return account !== undefined && reaches(account, call, parts)
}

function reaches({ entityId }: AcquirerAccountRow, call: MerchantCall, { access }: CallParts) {
  return access.reaches(call, entityId, call.usable?.entity)
}

type Requested = Pick<Call, 'request'>

function metaOf({ request }: Requested, { clock }: CallParts) {
  return { ndc: request.ndc, atMs: timeOf(request, clock) }
}

function answer<Described extends DescribedAnswer>(
  described: Described,
  members: MembersOf<Described>,
  requested: Requested,
  parts: SettlementRouteParts,
): Answer {
  return answeredWith(described, members, metaOf(requested, parts), { before: ['id'] })
}

/** A file as lists show it. */
export function shownFile(file: SettlementFileRow): AdminSettlementFile {
  const { id, accountId, name, format, state, settledFrom, settledTo, updatedAtMs } = file
  return {
    id,
    account: accountId,
    name,
    fileFormat: format,
    state,
    ...(settledFrom === null ? {} : { settledFrom }),
    ...(settledTo === null ? {} : { settledTo }),
    importedAt: wireTimestamp(updatedAtMs),
    counts: countsOf(file),
  }
}

function shownPayout(row: SettlementBatchRow): AdminPayout {
  const batch = answered(row)
  const { reference, settledOn, currency, netMinor, feeMinor, paidMinor, lineCount } = batch
  const { paidOn, bankReference, isUnbalanced } = batch
  const amount = (minor: number) => amountText(minor, minorDigitsOf(currency) ?? 2)
  return {
    id: batch.id,
    ...(reference === null ? {} : { reference }),
    settledOn,
    currency,
    net: amount(netMinor),
    fees: amount(feeMinor),
    ...(paidMinor === null ? {} : { paid: amount(paidMinor) }),
    ...(paidOn === null ? {} : { paidOn }),
    ...(bankReference === null ? {} : { bankReference }),
    lines: lineCount,
    unbalanced: isUnbalanced,
  }
}

function shownLine({ line: row, candidates }: OpenLine): AdminOpenLine {
  const line = answered(row)
  const { matchState, flag, type, acquirerType, grossMinor, grossCurrency, settledOn } = line
  const { acquirerReference, merchantReference } = line
  return {
    id: placeText(line),
    state: matchState,
    ...(flag === null ? {} : { flag }),
    type,
    acquirerType,
    amount: amountText(grossMinor, minorDigitsOf(grossCurrency) ?? 2),
    currency: grossCurrency,
    settledOn,
    ...(acquirerReference === null ? {} : { acquirerReference }),
    ...(merchantReference === null ? {} : { merchantReference }),
    candidates: candidates.map(({ paymentId }) => paymentId),
  }
}

function shownFault({ lineNumber, column, message }: LineFault): AdminFileFault {
  return { line: lineNumber, ...(column === undefined ? {} : { column }), message }
}
