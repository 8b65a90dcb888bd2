import { plainLine } from '../../common/hidden-characters.ts'
import { optional, type ParameterTable, required } from './table.ts'
import { choice, modernDate, pattern, patternInWords, text } from './value-types.ts'

/** The outcomes that a list is filtered by. */
export const disputeOutcomes = choice(['open', 'won', 'lost', 'accepted', 'expired'])

/** The cursor of a list of disputes: its part, and the deadline and id of the last one that was shown. */
export const disputeCursor = patternInWords(
  /^(?:newest|due|open|ended|sorted)\.[0-9]{1,15}\.[0-9a-f]{32}$/,
  'due.1763650800000.8ac7a4a19ab1c2d3e4f5061728394a5e',
  'the cursor of an answer as it was given',
)

/** What of a dispute is reported (test environment). */
export const disputeReport = {
  source: 'disputes, POST /test/disputes',
  rows: {
    paymentId: required(
      patternInWords(
        /^[0-9a-f]{32}$/,
        '8ac7a4a19ab1c2d3e4f5061728394a5e',
        'the id of the payment that is disputed',
      ),
      { echoed: false },
    ),
    stage: required(
      choice([
        'inquiry',
        'alert',
        'firstChargeback',
        'representment',
        'preArbitration',
        'arbitration',
      ]),
      { echoed: false },
    ),
    disputeOutcome: optional(choice(['won', 'lost']), { echoed: false }),
    acquirerReference: optional(text(1, 64), { echoed: false }),
    disputeCode: optional(
      pattern(/^000\.100\.2[0-9]{2}$/, '000.100.220', 'a chargeback code, 000.100.2xx'),
      { echoed: false },
    ),
    disputeReason: optional(text(1, 64), { echoed: false }),
    respondByDays: optional(patternInWords(/^[0-9]{1,3}$/, '30', 'a number of days, 0 to 999'), {
      echoed: false,
    }),
  },
  rules: [],
} as const satisfies ParameterTable

/** What a person enters of a dispute that an acquirer has told by letter or in its portal. */
export const disputeEntry = {
  source: 'our own: docs/disputes.md',
  rows: { respondBy: optional(modernDate, { echoed: false }) },
  rules: [],
} as const satisfies ParameterTable

/** What the merchant says about a dispute. */
export const disputeAnswer = {
  source: 'disputes, POST /v1/disputes/{id}/submission',
  rows: { note: optional(text(1, 500), { echoed: false }) },
  rules: [],
} as const satisfies ParameterTable

/** A word of the acquirer. */
const acquirerWord = patternInWords(
  /^[A-Za-z0-9_]{1,64}$/,
  'GoodsNotReturned',
  'one that GET /v1/disputes/{id}/defences names',
)

/** How the merchant contests a dispute. */
export const disputeDefence = {
  source: 'our own: docs/disputes.md',
  rows: { defenceReason: optional(acquirerWord, { echoed: false }) },
  rules: [],
} as const satisfies ParameterTable

/** A document that shows that the merchant is right. */
export const disputeEvidence = {
  source: 'disputes, POST /v1/disputes/{id}/evidence',
  rows: {
    fileName: required(
      patternInWords(
        plainLine(1, 128),
        'receipt.pdf',
        '1 to 128 characters on one line, none of them hidden',
      ),
      { echoed: false },
    ),
    mediaType: required(choice(['application/pdf', 'image/jpeg', 'image/png', 'text/plain']), {
      echoed: false,
    }),
    documentType: optional(acquirerWord, { echoed: false }),
    content: required(
      patternInWords(
        /^(?:[A-Za-z0-9+/]{4}){0,250000}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
        undefined,
        'the document in base64, up to 750,000 bytes of it',
      ),
      { echoed: false },
    ),
  },
  rules: [],
} as const satisfies ParameterTable
