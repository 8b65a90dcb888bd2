import { type JsonSchema, reference } from './json-schema.ts'

export const text: JsonSchema = { type: 'string' }

/** A text with what is to be said of it. */
export function described(description: string, more: JsonSchema = {}): JsonSchema {
  return { ...text, ...more, description }
}

/** Of payments and registrations. */
export const ID = '^[0-9a-f]{32}$'

const RESULT_CODE = '^[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}$'

/** How a moment is written, in UTC. */
export const at = {
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\+0000$',
  examples: ['2026-11-20 15:00:00+0000'],
}

/** What every answer ends with (interface document, Payment response). */
const meta = {
  buildNumber: described('Names the build of the gateway, for support.'),
  timestamp: described('Of what is shown, UTC: of a payment, when it last changed.', at),
  ndc: described('Names this request; give it to support.', {
    pattern: '^[A-Za-z0-9.-]{1,69}$',
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>

const card: JsonSchema = {
  type: 'object',
  properties: {
    bin: described('The first six digits.', { pattern: '^[0-9]{6}$' }),
    last4Digits: described('The last four digits.', { pattern: '^[0-9]{4}$' }),
    holder: text,
    expiryMonth: text,
    expiryYear: text,
    issuer: {
      type: 'object',
      properties: { bank: text, phone: text, website: text },
      description: 'The issuer of the card, if the acquirer names it.',
    },
    type: described('Such as CREDIT or DEBIT.'),
    level: described('Such as CLASSIC.'),
    country: described('Of the issuer, ISO 3166-1.'),
    regulatedFlag: described('Whether fees of the card are regulated.'),
  },
}

function fields(description: string): JsonSchema {
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: text, value: text },
      required: ['name', 'value'],
    },
    description,
  }
}

const precondition: JsonSchema = {
  type: 'object',
  properties: {
    origin: described('What to post from: a hidden frame.', { examples: ['iframe#hidden'] }),
    waitUntil: described('When to go on: once the frame has loaded.', {
      examples: ['iframe#onload'],
    }),
    description: text,
    method: described('How to go there.', { enum: ['POST'] }),
    url: described('Of the issuer.'),
    parameters: fields('Fields of the form to send there.'),
  },
  required: ['origin', 'waitUntil', 'description', 'method', 'url', 'parameters'],
}

const redirect: JsonSchema = {
  type: 'object',
  description: 'Where the shopper has to go before the outcome is known; only while it is pending.',
  properties: {
    url: text,
    method: described('How to go there; POST when absent.', { enum: ['GET', 'POST'] }),
    parameters: fields('Fields of the form, or of the query, to send there.'),
    preconditions: {
      type: 'array',
      items: precondition,
      description:
        'What a page may post before it goes there (3-D Secure method call). If it does not, the page behind the address does.',
    },
  },
  required: ['url', 'parameters'],
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
    avsResponse: described(
      'Check of the address: F both match, A address only, Z postcode only, N neither, U not applicable.',
      { enum: ['A', 'Z', 'N', 'U', 'F'] },
    ),
    cvvResponse: described(
      'Check of the code: M match, N no match, P not processed, S should be there, U unsupported.',
      { enum: ['M', 'N', 'P', 'S', 'U'] },
    ),
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

/** In place of members that are shown once, in an answer that repeats the first one. */
export const alreadyShown: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'In an answer that repeats another one (`Idempotency-Key`): the members that only the first one has.',
}

/** What answers refer to, by name. */
export const answerParts: Readonly<Record<string, JsonSchema>> = {
  ParameterError: parameterError,
  Result: result,
  CardSummary: card,
  Redirect: redirect,
  ResultCode: catalogueEntry,
}

/** An answer: members of its own, result and what every answer ends with. */
export function answer(
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
