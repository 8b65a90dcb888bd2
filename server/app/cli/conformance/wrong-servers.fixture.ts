import type { Wrong, WrongReply } from './wrong-server.fixture.ts'

/** Answers of a server to which it does not matter what it is asked. */
export const SUCCESS = {
  id: '8ac7a4a19ab1c2d3e4f5061728394a5b',
  registrationId: '8ac7a4a19ab1c2d3e4f5061728394a5c',
  registration: { id: '8ac7a4a19ab1c2d3e4f5061728394a5c' },
  amount: '92.00',
  currency: 'EUR',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  result: { code: '000.100.110', description: 'Request successfully processed' },
  buildNumber: '1',
  timestamp: '2026-11-20 15:00:00+0000',
  ndc: 'always-the-same',
}

function succeed(reply: WrongReply): void {
  reply.status = 200
  Object.assign(reply.body, { id: SUCCESS.id, result: SUCCESS.result })
}

/** Servers that are wrong in one way each, and the checks that say so. */
export const WRONG: readonly (readonly [string, Wrong, readonly string[]])[] = [
  [
    'takes any token',
    {
      answer: (reply) => {
        if (reply.status === 403) reply.status = 401
      },
    },
    ['authentication.wrong-token'],
  ],
  [
    'answers 403 where the header is missing',
    {
      answer: (reply) => {
        if (reply.status === 401) reply.status = 403
      },
    },
    [
      'authentication.no-header',
      'authentication.other-scheme',
      'authentication.reads',
      'checkouts.token',
    ],
  ],
  [
    'shows the whole card number',
    {
      answer: ({ body }) => {
        if (body?.card) body.card.number = '4200000000000000'
      },
    },
    ['payments.card'],
  ],
  [
    'repeats secrets in refusals',
    {
      answer: ({ body }, { fields }) => {
        for (const error of body?.result?.parameterErrors ?? [])
          error.value = fields.get(error.name) ?? ''
      },
    },
    ['faults.secrets'],
  ],
  [
    'rounds amounts',
    {
      answer: ({ body }) => {
        if (body?.amount) body.amount = String(Math.round(body.amount))
      },
    },
    ['payments.debit', 'payments.amounts', 'references.captures', 'checkouts.pay'],
  ],
  [
    'refunds more than is left',
    {
      answer: (reply) => void (reply.body?.result?.code === '700.400.200' && succeed(reply)),
    },
    ['references.refunds'],
  ],
  [
    'ignores numberOfCaptures',
    { request: ({ fields }) => fields.delete('numberOfCaptures') },
    ['references.number-of-captures'],
  ],
  [
    'ignores sequence=FINAL',
    { request: ({ fields }) => fields.delete('sequence') },
    ['references.number-of-captures'],
  ],
  [
    'refunds in any currency',
    {
      request: ({ fields }) =>
        void (fields.get('currency') === 'USD' && fields.set('currency', 'EUR')),
    },
    ['references.other-currency'],
  ],
  [
    'answers 400 for an id that there is not',
    {
      answer: (reply) => {
        if (reply.status === 404) reply.status = 400
      },
    },
    [
      'references.unknown',
      'registrations.unknown',
      'checkouts.unknown',
      'queries.by-id',
      'wire.unknown-path',
    ],
  ],
  [
    'names one fault alone',
    {
      answer: ({ body }) => {
        body?.result?.parameterErrors?.splice(1)
      },
    },
    ['faults.missing'],
  ],
  [
    'names no parameter',
    {
      answer: ({ body }) => {
        delete body?.result?.parameterErrors
      },
    },
    [
      'faults.missing',
      'faults.card',
      'faults.basic-payment',
      'faults.references',
      'queries.limits',
    ],
  ],
  [
    'takes amounts with three decimals',
    {
      request: ({ fields }) =>
        void (fields.get('amount') === '92.123' && fields.set('amount', '92.12')),
    },
    ['faults.basic-payment'],
  ],
  [
    'answers errors without a build number',
    {
      answer: ({ status, body }) => {
        if (status >= 400) delete body?.buildNumber
      },
    },
    ['wire.shape'],
  ],
  [
    'gives all requests one id',
    {
      answer: ({ body }) => {
        if (body?.ndc) body.ndc = 'always-the-same'
      },
    },
    ['wire.shape'],
  ],
  [
    'answers pages as text',
    {
      answer: ({ status, headers }) =>
        void (status === 404 && headers.set('content-type', 'text/html')),
    },
    ['wire.shape'],
  ],
  [
    'reads forms as Latin-1',
    {
      answer: ({ body }) => {
        if (body?.card?.holder) body.card.holder = Buffer.from(body.card.holder).toString('latin1')
      },
    },
    ['wire.charset'],
  ],
  [
    'ignores idempotency keys',
    {
      request: ({ headers }) => {
        delete headers['idempotency-key']
      },
    },
    ['payments.repeated'],
  ],
  [
    'says that a checkout is paid before it is',
    {
      answer: (reply, asked) =>
        void (
          asked.method === 'GET' &&
          reply.body?.result?.code === '000.200.000' &&
          succeed(reply)
        ),
    },
    ['checkouts.create', 'registrations.checkout'],
  ],
  [
    'pays a checkout twice',
    {
      answer: (reply, asked) =>
        void (
          /checkouts\/.*\/payment/.test(asked.path) &&
          asked.method === 'POST' &&
          succeed(reply)
        ),
    },
    ['checkouts.pay-once', 'checkouts.try-again', 'checkouts.change', 'checkouts.unknown'],
  ],
  [
    'lets a page change the price',
    {
      answer: ({ body }, { method, path }) => {
        if (method === 'GET' && path.startsWith('/v1/checkouts/') && body.amount)
          body.amount = '0.01'
      },
    },
    ['checkouts.price', 'checkouts.pay', 'checkouts.change'],
  ],
  [
    'answers the hash of another script',
    {
      answer: ({ body }) => {
        if (body?.integrity) body.integrity = `sha384-${'A'.repeat(64)}`
      },
    },
    ['checkouts.integrity', 'checkouts.fast'],
  ],
  [
    'stores no card',
    {
      request: ({ path, fields }) =>
        void (path === '/v1/payments' && fields.delete('createRegistration')),
    },
    ['registrations.with-payment'],
  ],
  [
    'shows a deleted card',
    {
      answer: (reply, asked) =>
        void (
          asked.path.startsWith('/v1/registrations/') &&
          reply.status === 404 &&
          succeed(reply)
        ),
    },
    ['registrations.delete', 'registrations.unknown'],
  ],
  [
    'leaves out what is linked',
    { request: ({ fields }) => fields.delete('includeLinkedTransactions') },
    ['queries.linked'],
  ],
  [
    'finds everything',
    {
      answer: ({ body }) => {
        body?.payments?.push({ ...SUCCESS, id: 'another' })
      },
    },
    ['queries.reference', 'queries.linked'],
  ],
  [
    'sends nobody anywhere',
    {
      answer: ({ body }) => {
        delete body?.redirect
      },
    },
    ['payments.redirect'],
  ],
]
