import { amountPattern, phonePattern } from '../../server/parameters/value-reader.ts'
import type { ValueType } from '../../server/parameters/value-types.ts'
import type { JsonSchema } from './json-schema.ts'
import { lengthsOf, portablePattern } from './portable-pattern.ts'

/**
 * What a value of a request must look like. Texts of forms and JSON bodies alike; JSON may also say
 * amounts and whole numbers as numbers, and booleans as booleans.
 */
export function valueSchema(type: ValueType): JsonSchema {
  switch (type.kind) {
    case 'text':
      return { type: 'string', ...lengths(type) }
    case 'pattern':
      return { type: 'string', ...shape(type.pattern), ...example(type.example) }
    case 'choice':
      return { type: 'string', enum: type.values }
    case 'list':
      return { type: 'string', ...shape(listPattern(type.values)) }
    case 'integer':
      return {
        type: ['string', 'integer'],
        pattern: `^[0-9]{1,${String(type.max).length}}$`,
        minimum: type.min,
        maximum: type.max,
      }
    case 'boolean':
      return { type: ['string', 'boolean'], enum: ['true', 'false', true, false] }
    case 'checkbox':
      return { type: ['string', 'boolean'], enum: ['true', 'false', 'on', true, false] }
    case 'amount': {
      const decimals = amountPattern(type.integerDigits, '{2}')
      return { type: ['string', 'number'], ...shape(decimals), minimum: 0, ...example('92.00') }
    }
    case 'phone':
      return {
        type: 'string',
        ...shape(phonePattern('+0-9', type.min, type.max)),
        ...example('+49 30 123456'),
      }
    case 'date':
      return { type: 'string', format: 'date', ...example('2031-05-27') }
    case 'timestamp':
      return { type: 'string', ...shape(timestampPattern(type.offset)) }
    case 'currency':
      return { type: 'string', ...shape(/^[A-Z]{3}$/), ...example('EUR') }
    case 'country':
      return { type: 'string', ...countryShapes[type.code] }
    case 'url':
      return {
        type: 'string',
        format: 'uri',
        ...lengths(type),
        ...example('https://shop.example/result'),
      }
  }
}

function lengths({ min, max }: { readonly min: number; readonly max: number }): JsonSchema {
  return min === 0 ? { maxLength: max } : { minLength: min, maxLength: max }
}

function shape(pattern: RegExp): JsonSchema {
  const looked = lengthsOf(pattern)
  return { pattern: portablePattern(pattern), ...(looked && lengths(looked)) }
}

function example(value: string | undefined): JsonSchema {
  return value === undefined ? {} : { examples: [value] }
}

function listPattern(values: readonly string[]): RegExp {
  const one = `(${values.join('|')})`
  return new RegExp(`^${one}( *, *${one})*$`)
}

function timestampPattern(offset: boolean): RegExp {
  const zone = offset ? '([+-][0-9]{2}:?[0-9]{2})?' : ''
  return new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}${zone}$`)
}

const countryShapes: Readonly<Record<string, JsonSchema>> = {
  'alpha-2': { pattern: '^[A-Z]{2}$', ...example('DE') },
  'alpha-3': { pattern: '^[A-Z]{3}$', ...example('DEU') },
  numeric: { pattern: '^[0-9]{3}$', ...example('276') },
  'alpha-2 or numeric': { pattern: '^([A-Z]{2}|[0-9]{3})$', ...example('DE') },
}
