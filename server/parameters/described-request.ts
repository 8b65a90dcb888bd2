import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { OperationParameters } from './operation-parameters.ts'
import type { Rule } from './rules.ts'
import type { CardNumberPlace, ParameterRow } from './table.ts'
import { tables } from './tables.ts'
import {
  amount,
  boolean,
  choice,
  currency,
  integer,
  modernDate,
  pattern,
  patternInWords,
  text,
  timestamp,
  type ValueType,
} from './value-types.ts'

/** What a route under `/admin/v1` takes, as its own file describes it; `/v1` has tables. */
export interface DescribedRequest<Fields extends TProperties = TProperties> {
  /** Its word in traces, and in the audit log where the route needs no right. */
  readonly name: string
  readonly parameters: OperationParameters
  /** The accepted values, with defaults, as the types of the schema. */
  readonly read: (values: SentValues) => SentFields<Fields>
}

/** Accepted parameters by name. */
interface SentValues {
  sent(name: string): string | undefined
}

export type SentFields<Fields extends TProperties> = Readonly<Static<TObject<Fields>>>

/** What the schema of a request cannot say. */
interface RequestDetails<Name extends string> {
  readonly rules?: readonly Rule<Name>[]
  /** Why a name of another request is refused here. */
  readonly elsewhere: string
  /** What to add when a required parameter is missing. */
  readonly whenMissing?: Readonly<Partial<Record<Name, string>>>
  /** Whether it must name an entity; `none`: it cannot. */
  readonly entity?: 'required' | 'none'
}

/** What this project adds to the JSON Schema of a value. */
interface ValueSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly format?: keyof typeof formats
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly string[]
  readonly default?: string | number
  readonly description?: string
  /** What a pattern is in words, after "must be"; absent: they follow from the pattern. */
  readonly words?: string
  /** Masked wherever it is shown. */
  readonly secret?: 'code'
  /** People write card numbers into it by mistake, which are refused. */
  readonly guarded?: CardNumberPlace
  /** Says who a customer is, or of a customer: the audit log leaves it out. */
  readonly personal?: true
}

const formats = { timestamp, amount, currency, day: modernDate } as const

/**
 * Describes what a route takes, by its schema: an object of flat names, whose values are texts, numbers and
 * booleans. Requests are read by it as by the tables of `/v1`: by the same reader, with all faults at once and in
 * the same words.
 */
export function request<Fields extends TProperties>(
  name: string,
  { properties }: TObject<Fields>,
  details: RequestDetails<(keyof Fields & string) | 'entityId'>,
): DescribedRequest<Fields> {
  const fields = Object.entries<TSchema>(properties)
  for (const [field] of fields) describedNames.add(field)
  const { rules = [], elsewhere, whenMissing, entity } = details
  const table = {
    source: 'its route',
    rows: Object.fromEntries(fields.map(([field, schema]) => [field, rowOf(schema)])),
    rules,
  }
  const readers = fields.map(([field, schema]) => [field, readerOf(schema)] as const)
  return {
    name,
    parameters: {
      tables: entity === 'none' ? [table] : [tables.access, table],
      elsewhere,
      ...(entity === 'required' ? { required: ['entityId'] } : {}),
      ...(whenMissing === undefined ? {} : { whenMissing }),
    },
    read: (values) =>
      Object.fromEntries(
        readers.flatMap(([field, read]) => {
          const value = read(values.sent(field))
          return value === undefined ? [] : [[field, value]]
        }),
      ) as SentFields<Fields>,
  }
}

/** The names that some described request takes: another one refuses them by its `elsewhere`. */
export const describedNames = new Set<string>()

function rowOf(schema: TSchema): ParameterRow {
  const { default: usual, description, secret, guarded, personal } = schema as ValueSchema
  const mayBeAbsent = '~optional' in schema || usual !== undefined
  return {
    type: valueTypeOf(schema as ValueSchema),
    requirement: mayBeAbsent ? 'optional' : 'required',
    echoed: false,
    meaning: description ?? '',
    ...(usual === undefined ? {} : { default: String(usual) }),
    ...(secret === undefined ? {} : { secret }),
    ...(guarded === undefined ? {} : { guarded }),
    ...(personal === undefined ? {} : { personal }),
  }
}

function valueTypeOf(schema: ValueSchema): ValueType {
  const { type, enum: values, format, pattern: shape, examples, words } = schema
  const { minLength = 0, maxLength, minimum, maximum } = schema
  if (values !== undefined) return choice(values)
  if (type === 'boolean') return boolean
  if (format !== undefined) return formats[format]
  if (shape !== undefined) {
    const shaped = new RegExp(shape, flagsOf(shape))
    return words === undefined
      ? pattern(shaped, examples?.[0])
      : patternInWords(shaped, examples?.[0], words)
  }
  if (type === 'integer' && minimum !== undefined && maximum !== undefined) {
    return integer(minimum, maximum)
  }
  if (type === 'string' && maxLength !== undefined) return text(minLength, maxLength)
  throw new Error(`A request cannot take ${JSON.stringify(schema)}: it names no limit`)
}

/** Classes and code points of Unicode need the flag. */
function flagsOf(pattern: string): 'u' | '' {
  return /\\[pPu]/.test(pattern) ? 'u' : ''
}

function readerOf(schema: TSchema): (sent: string | undefined) => unknown {
  const { type, default: usual } = schema as ValueSchema
  if (type === 'boolean') return (sent) => (sent === undefined ? usual : sent === 'true')
  if (type === 'integer') return (sent) => (sent === undefined ? usual : Number(sent))
  return (sent) => sent ?? usual
}
