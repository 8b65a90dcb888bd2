import { Type } from 'typebox'
import { plainLine } from '../../common/hidden-characters.ts'
import { belongsToOtherRequest } from './operation-hints.ts'

/** How many of a list one answer has at most. */
export function limit(maximum: number, usual: number) {
  return Type.Integer({ minimum: 1, maximum, default: usual })
}

/** A moment, to the second. */
export const time = Type.String({ format: 'timestamp' })

/** A day of the calendar. */
export const day = (description: string) =>
  shaped(
    /^(?:19[7-9]\d|2\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
    'a day such as 2026-11-30',
    { example: '2026-11-30', description },
  )

export const fromNotAfterTo = { kind: 'notAfter', name: 'date.from', until: 'date.to' } as const

/** A text of a merchant or a person, with what it is for. */
export function words(minLength: number, maxLength: number, description = '') {
  return Type.String({ minLength, maxLength, description })
}

interface ShapeDetails {
  readonly example?: string
  readonly description?: string
  readonly secret?: 'code'
  readonly guarded?: 'text'
  readonly personal?: true
}

/** A value of a certain shape, in words after "must be". */
export function shaped(shape: RegExp, words?: string, { example, ...more }: ShapeDetails = {}) {
  const examples = example === undefined ? {} : { examples: [example] }
  return Type.String({ pattern: shape.source, ...(words && { words }), ...examples, ...more })
}

/** Where a list of payments or of stored details goes on. */
export const cursor = shaped(
  /^(?:start|[0-9a-z]{1,11}\.[0-9a-f]{32}\.[01])$/,
  'start, or the cursor of an answer as it was given',
  {
    example: 'start',
    description: 'What an earlier answer had as cursor: goes on with what is older.',
  },
)

/** Why a person decides so. */
export const reason = Type.String({
  minLength: 3,
  maxLength: 500,
  description:
    'Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log.',
  guarded: 'text',
})

/** Who decides, where a script asks. */
export const decider = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Who decides; over HTTP the label of the access token when absent.',
  guarded: 'text',
})

export const resultCode = (description: string) =>
  shaped(/^[0-9]{3}\.[0-9]{3}\.[0-9]{3}$/, 'a result code', { example: '800.100.152', description })

export const amount = (description: string) => Type.String({ format: 'amount', description })

export const currency = Type.String({ format: 'currency' })

/** Why a name of another request is refused, where nothing better can be said. */
export const elsewhere = belongsToOtherRequest

/** What people call a user, an entity or an access token. */
export function plainName(description: string) {
  return shaped(plainLine(1, 100), '1 to 100 characters on one line, none of them hidden', {
    example: 'Jane Jones',
    description,
  })
}
