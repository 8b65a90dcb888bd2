import type { Operation } from '../parameters/operations.ts'
import type { Components } from './components.ts'
import { type JsonSchema, reference } from './json-schema.ts'
import { parameterTree } from './parameter-tree.ts'
import { takenParameters } from './taken-parameters.ts'

const text: JsonSchema = { type: 'string' }

function described(description: string, more: JsonSchema = {}): JsonSchema {
  return { ...text, ...more, description }
}

const RESULT_CODE = '^[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}$'

/** What every answer ends with (interface document, Payment response). */
const meta = {
  buildNumber: described('Names the build of the gateway, for support.'),
  timestamp: described('UTC.', {
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\+0000$',
    examples: ['2026-11-20 15:00:00+0000'],
  }),
  ndc: described('Names this request; give it to support.', {
    pattern: '^[A-Za-z0-9.-]{1,69}$',
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>

const processed = {
  paymentType: described('PA, DB, CD, CP, RV or RF.'),
  paymentBrand: described('The brand that was charged, such as VISA.'),
  amount: described('The amount that was processed.', { examples: ['92.00'] }),
  currency: described('ISO 4217.', { examples: ['EUR'] }),
} as const satisfies Readonly<Record<string, JsonSchema>>

const card: JsonSchema = {
  type: 'object',
  properties: {
    bin: described('The first six digits.', { pattern: '^[0-9]{6}$' }),
    last4Digits: described('The last four digits.', { pattern: '^[0-9]{4}$' }),
    holder: text,
    expiryMonth: text,
    expiryYear: text,
  },
}

const parameterError: JsonSchema = {
  type: 'object',
  properties: {
    name: described('The parameter, as it was sent.'),
    value: described('Shortened and masked; empty when the parameter is missing.'),
    message: described('The end of a sentence that begins with the name.'),
  },
  required: ['name', 'value', 'message'],
}

const result: JsonSchema = {
  type: 'object',
  properties: {
    code: described('A code of GET /v1/resultcodes: it decides, not the HTTP status.', {
      pattern: RESULT_CODE,
    }),
    description: text,
    parameterErrors: {
      type: 'array',
      items: reference('ParameterError'),
      description: 'Every fault of the request at once.',
    },
  },
  required: ['code', 'description'],
}

const catalogueEntry: JsonSchema = {
  type: 'object',
  properties: {
    code: described('The code.', { pattern: RESULT_CODE }),
    description: text,
    group: described('What the code says about the payment; the groups of success are 200.'),
  },
  required: ['code', 'description', 'group'],
}

/** Operations whose parameters come back in the answer of a payment. */
const ECHOING: readonly Operation[] = [
  'payments.create',
  'payments.reference',
  'checkouts.create',
  'checkouts.submit',
]

/** Writes the schemas of answers. They are open: answers may gain members at any time. */
export function answerSchemas(components: Components): void {
  const add = (name: string, schema: JsonSchema) => components.name(name, '', schema)
  add('ParameterError', parameterError)
  add('Result', result)
  add('CardSummary', card)
  add('ResultCode', catalogueEntry)
  add('PaymentAnswer', paymentAnswer(components))
  add('RefusalAnswer', answer({ ...processed }, [], 'Why the request was not carried out.'))
  add('CheckoutAnswer', checkoutAnswer)
  add('CheckoutStatus', answer({ id: text }, ['id'], 'The checkout while nobody has paid.'))
  add('ResultCodesAnswer', resultCodesAnswer)
  add('HealthAnswer', answer({ warnings: { type: 'array', items: text } }, [], 'It answers.'))
  add('NotReadyAnswer', notReadyAnswer)
}

function answer(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  description: string,
): JsonSchema {
  return {
    type: 'object',
    description,
    properties: { ...properties, result: reference('Result'), ...meta },
    required: [...required, 'result', 'buildNumber', 'timestamp', 'ndc'],
  }
}

function paymentAnswer(components: Components): JsonSchema {
  const own: Readonly<Record<string, JsonSchema>> = {
    id: described('Names the payment in later requests.', { pattern: '^[0-9a-f]{32}$' }),
    ...processed,
    resultDetails: {
      type: 'object',
      additionalProperties: text,
      description: 'What the acquirer said, such as AcquirerResponse.',
    },
    card: reference('CardSummary'),
    brandResult: described('The brand that the card number told, when none was sent.'),
  }
  const description = 'A payment with what was sent of it, but for what is secret.'
  return answer(
    { ...own, ...echoedMembers(components) },
    ['id', ...Object.keys(processed)],
    description,
  )
}

/** Parameters of the request that answers give back, as texts. */
function echoedMembers(components: Components): Readonly<Record<string, JsonSchema>> {
  const echoed = ECHOING.flatMap(takenParameters).filter(
    ({ row }) => row.echoed !== false && row.secret === undefined,
  )
  const names = [...new Set(echoed.map(({ name }) => name))]
  const leaves = names.map((name) => ({ name, schema: text, required: false }))
  const entries = [...parameterTree(leaves, false).members].map(([name, schema]) => {
    if (schema.type !== 'object') return [name, schema] as const
    const component = `Echoed${name.charAt(0).toUpperCase()}${name.slice(1)}`
    return [name, components.name(component, '', schema)] as const
  })
  return Object.fromEntries(entries)
}

const checkoutAnswer = answer(
  {
    id: described('The checkout id: the credential of the widget, good for 30 minutes.', {
      pattern: '^[A-Za-z0-9.-]{32,48}$',
    }),
    integrity: described('Hash of the script; only where it was asked for.', {
      pattern: '^sha384-[A-Za-z0-9+/]{64}$',
    }),
  },
  ['id'],
  'A checkout that was created, changed or deleted.',
)

const resultCodesAnswer = answer(
  { resultCodes: { type: 'array', items: reference('ResultCode') } },
  ['resultCodes'],
  'Every code that the gateway may answer.',
)

const reason: JsonSchema = {
  type: 'object',
  properties: { reason: described('A word that is kept.'), description: text },
  required: ['reason', 'description'],
}

const notReadyAnswer = answer(
  { reasons: { type: 'array', items: reason } },
  ['reasons'],
  'Why payments cannot be accepted.',
)
