import { optional, type ParameterTable, required } from './table.ts'
import { choice, patternInWords, plainName, text } from './value-types.ts'

const email = patternInWords(
  /^(?=.{3,128}$)[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u,
  'jane@shop.example',
  'an e-mail address of up to 128 characters',
)

/** Of a session or an invitation: 256 bits as base64url. */
const secretToken = patternInWords(
  /^[A-Za-z0-9_-]{43}$/,
  undefined,
  'the 43 characters at the end of the link',
)

/** A shorter or longer one than people may choose is wrong, and no fault. */
const anyPassword = text(1, 1000)

/** Who signs in to the back office. */
export const credentials = {
  source: 'our own: docs/people.md',
  rows: {
    email: required(email, { echoed: false }),
    password: required(anyPassword, { secret: 'code', echoed: false }),
    code: optional(text(6, 64), { secret: 'code', echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** What a person sets for themselves. */
export const profile = {
  source: 'our own: docs/people.md',
  rows: { newPassword: required(anyPassword, { secret: 'code', echoed: false }) },
  rules: [],
} as const satisfies ParameterTable

/** The role of a person on an entity and all below it. */
export const userRole = {
  source: 'our own: docs/people.md',
  rows: {
    role: required(choice(['owner', 'administrator', 'finance', 'support', 'reader']), {
      echoed: false,
    }),
  },
  rules: [],
} as const satisfies ParameterTable

/** How an invitation is taken. */
export const acceptance = {
  source: 'our own: docs/people.md',
  rows: {
    token: required(secretToken, { secret: 'code', echoed: false }),
    name: optional(plainName, { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable

/** A part of the list of users. */
export const userListPart = {
  source: 'our own: docs/people.md',
  rows: {
    after: optional(patternInWords(/^[0-9a-f]{32}$/, undefined, 'the id of a user'), {
      echoed: false,
    }),
  },
  rules: [],
} as const satisfies ParameterTable
