import { Type } from 'typebox'
import { plainLine } from '../../common/hidden-characters.ts'

/** How many of a list one answer has at most. */
export function limit(maximum: number, usual: number) {
  return Type.Integer({ minimum: 1, maximum, default: usual })
}

/** A moment, to the second. */
export const time = Type.String({ format: 'timestamp' })

export const fromNotAfterTo = { kind: 'notAfter', name: 'date.from', until: 'date.to' } as const

/** A text of a merchant or a person, with what it is for. */
export function words(minLength: number, maxLength: number, description = '') {
  return Type.String({ minLength, maxLength, description })
}

interface ShapeDetails {
  readonly example?: string
  readonly description?: string
  readonly secret?: 'code'
}

/** A value of a certain shape, in words after "must be". */
export function shaped(shape: RegExp, words: string, { example, ...more }: ShapeDetails = {}) {
  const examples = example === undefined ? {} : { examples: [example] }
  return Type.String({ pattern: shape.source, words, ...examples, ...more })
}

/** What people call a user, an entity or an access token. */
export function plainName(description: string) {
  return shaped(plainLine(1, 100), '1 to 100 characters on one line, none of them hidden', {
    example: 'Jane Jones',
    description,
  })
}
