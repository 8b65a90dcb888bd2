import { type Money, minorDigitsOf } from '../../common/money.ts'
import type {
  AdminFileFault,
  AdminOpenLine,
  AdminPayout,
  AdminSettlementFile,
  AdminSettlementFileDetails,
  AdminSettlementImport,
} from '../../common/settlement-wire.ts'
import { askerIdOf, personUntilMs } from '../../server/entities/known-token.ts'
import { actorOf } from '../../server/entities/rights.ts'
import { type Answer, type AnswerMembers, bodyOf } from '../../server/http/answer.ts'
import { fileOf } from '../../server/http/bodies.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { timeOf } from '../../server/http/entity-time.ts'
import { answerTo, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../server/results/refusal.ts'
import type {
  AcquirerAccountRow,
  SettlementBatchRow,
  SettlementFileRow,
  Store,
} from '../../server/store/port.ts'
import { amountText } from './decimal.ts'
import { fileIdOf } from './file-book.ts'
import { type FileIntake, type IntakeFault, MAX_FILE_BYTES } from './file-intake.ts'
import { formatNamed } from './formats/formats.ts'
import { countsOf } from './import.ts'
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
import type { LineFault } from './record.ts'
import { NO_CURRENCY } from './record.ts'

export interface SettlementRouteParts extends CallParts {
  readonly store: Store
  readonly settlementIntake: FileIntake
}

type Call = Asked<MerchantCall>

/** Files and lines in one answer. */
const MAX_SHOWN = 100
/** After every id. */
const LAST_ID = 'g'

const ofFiles = { access: 'token' } as const
const docs = { tag: 'Administration', further: { 404: 'RefusalAnswer' } } as const

/** `/admin/v1/settlement`: files of acquirers, and the lines that wait for a person. */
export const settlementRoutes: readonly Route<SettlementRouteParts>[] = [
  {
    ...ofFiles,
    method: 'post',
    path: '/admin/v1/settlement/files',
    right: 'finance.write',
    operation: 'settlement.import',
    throttle: 'registrations',
    fileBody: 'text/csv',
    docs: {
      ...docs,
      id: 'importSettlementFile',
      summary: 'Import a settlement file',
      description: `The body is the file, with the type text/csv, up to ${MAX_FILE_BYTES / 1024 / 1024} MiB; its parameters stand in the address. It is booked whole or not at all, and the same file once. Larger ones go by command or into the watched folder.`,
      label: 'Settlement file',
      answers: ['SettlementImportAnswer'],
      failures: ['SettlementFaultsAnswer'],
      further: { 404: 'RefusalAnswer', 413: 'RefusalAnswer', 415: 'RefusalAnswer' },
    },
    handle: importSent,
  },
  {
    ...ofFiles,
    method: 'get',
    path: '/admin/v1/settlement/files',
    right: 'finance.read',
    operation: 'settlement.files',
    throttle: 'status',
    docs: {
      ...docs,
      id: 'listSettlementFiles',
      summary: 'List the settlement files of an account',
      description: `The newest ${MAX_SHOWN}.`,
      label: 'Settlement files',
      answers: ['SettlementFilesAnswer'],
    },
    handle: listFiles,
  },
  {
    ...ofFiles,
    method: 'get',
    path: '/admin/v1/settlement/files/{id}',
    right: 'finance.read',
    operation: 'settlement.file',
    throttle: 'status',
    docs: {
      ...docs,
      id: 'readSettlementFile',
      summary: 'Read what a settlement file has told',
      description: 'Its counts, and its first 1,000 payouts.',
      label: 'Settlement file',
      subject: 'settlement file',
      answers: ['SettlementFileAnswer'],
    },
    handle: readFile,
  },
  {
    ...ofFiles,
    method: 'get',
    path: '/admin/v1/settlement/open',
    right: 'finance.read',
    operation: 'settlement.open',
    throttle: 'status',
    docs: {
      ...docs,
      id: 'listOpenSettlementLines',
      summary: 'List settlement lines that wait for a person',
      description: `${MAX_SHOWN} lines that match no payment, or several, or that are flagged, oldest file first.`,
      label: 'Open lines',
      answers: ['OpenSettlementLinesAnswer'],
    },
    handle: listOpen,
  },
  {
    ...ofFiles,
    method: 'post',
    path: '/admin/v1/settlement/lines/{id}/match',
    right: 'finance.write',
    operation: 'settlement.match',
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
      answers: ['SettlementMatchAnswer'],
      failures: ['SettlementDifferenceAnswer'],
    },
    handle: matchLine,
  },
]

async function importSent({ call, request }: Call, parts: SettlementRouteParts): Promise<Worked> {
  const { values } = call
  const account = await reachedAccount(call, parts)
  if (isRefusal(account)) return account
  const format = formatNamed(values.get('fileFormat') ?? '')
  const body = fileOf(request)
  if (format === undefined || body === undefined) return notAFile
  // Before anything of it is read: a body that is cut off would end the connection before its answer.
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) {
    return INTAKE_REFUSALS.tooLarge
  }
  const name = values.get('fileName') ?? 'settlement.csv'
  const acceptsUnbalanced = values.get('acceptUnbalanced') === 'true'
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
  return answer({ ...shown }, { request }, parts)
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
  const account = await reachedAccount(call, parts)
  if (isRefusal(account)) return account
  const files = await parts.store.read.settlementFilesOf(account.id, LAST_ID, MAX_SHOWN)
  return answer({ files: files.map(shownFile) }, { request }, parts)
}

async function readFile({ id, call, request }: Call, parts: SettlementRouteParts): Promise<Worked> {
  const file = await parts.store.read.settlementFile(id)
  if (file === undefined || !(await reachesAccount(file.accountId, call, parts))) return unknownFile
  const batches = await parts.store.read.settlementBatchesOfFile(file.id, '')
  const payouts = batches.filter(({ currency }) => currency !== NO_CURRENCY).map(shownPayout)
  const shown: AdminSettlementFileDetails = { ...shownFile(file), payouts }
  return answer({ ...shown }, { request }, parts)
}

async function listOpen({ call, request }: Call, parts: SettlementRouteParts): Promise<Worked> {
  const account = await reachedAccount(call, parts)
  if (isRefusal(account)) return account
  const after = placeIn(call.values.get('afterLine') ?? '') ?? { batchId: '', position: 0 }
  const found = await openLines(account, after, MAX_SHOWN, parts.store)
  return answer({ lines: found.map(shownLine) }, { request }, parts)
}

async function matchLine(
  { id, call, entry, request }: Call,
  parts: SettlementRouteParts,
): Promise<Worked> {
  const place = placeIn(id)
  const file = place && (await parts.store.read.settlementFile(fileIdOf(place.batchId)))
  if (place === undefined || file === undefined) return unknownLine
  if (!(await reachesAccount(file.accountId, call, parts))) return unknownLine
  const { values } = call
  const named = values.get('unmatch') === 'true' ? '' : (values.get('paymentIds') ?? '')
  const paymentIds = [...new Set(named.split(',').filter(Boolean))]
  const matchedBy = [values.get('by'), actorOf(call)].filter(Boolean).join(', ')
  const [difference, currency] = [values.get('acceptDifference'), values.get('acceptCurrency')]
  const accepts = {
    ...(difference === undefined ? {} : { difference }),
    ...(currency === undefined ? {} : { currency }),
  }
  const state = paymentIds.length === 0 ? 'NOT_MATCHED' : 'MATCHED'
  const matched = answer({ id, state, paymentIds }, { request }, parts)
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
  call: MerchantCall,
  parts: SettlementRouteParts,
): Promise<AcquirerAccountRow | Refusal> {
  const account = await parts.store.read.acquirerAccount(call.values.get('account') ?? '')
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

function answer(after: AnswerMembers, requested: Requested, parts: SettlementRouteParts): Answer {
  const { id, ...others } = after
  const members = { ...(id === undefined ? {} : { before: { id } }), after: others }
  return { status: 200, body: bodyOf('000.000.100', metaOf(requested, parts), members) }
}

function shownFile(file: SettlementFileRow): AdminSettlementFile {
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
