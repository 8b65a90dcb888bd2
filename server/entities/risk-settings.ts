import type { Static } from 'typebox'
import type { Frozen } from '../../common/frozen.ts'
import { isJsonObject, type JsonObject } from '../../common/json-object.ts'
import { isRiskCode } from '../results/catalogue.ts'
import { readIpRange } from './ip-ranges.ts'
import {
  amount,
  choice,
  constant,
  currency,
  faultsOfPart,
  moneyOf,
  number,
  object,
  oneOf,
  oneOfKinds,
  optional,
  ownKind,
  records,
  text,
} from './setting-kinds.ts'
import { type Faults, listFaults } from './settings-faults.ts'

/** Interface document, risk.score. */
export const MAX_RISK_SCORE = 99_999

/** Longest window of a velocity rule, in minutes; counted attempts are kept as long. */
export const MAX_WINDOW_MINUTES = 30 * 24 * 60

const MAX_RULES = 100
const MAX_VALUES = 5_000
const SCORES = [-MAX_RISK_SCORE, MAX_RISK_SCORE] as const

/** What each rule says beside its kind. */
const ofEachRule = {
  name: optional(
    text('Name', 'What a trace of the payment calls the rule.', 'Bad addresses', [
      /^\S.{0,63}$/,
      'a text of 1 to 64 characters',
    ]),
    'none',
  ),
  effect: oneOf(
    { name: 'Effect', help: 'What follows when the rule hits.' },
    {
      refuse: constant('The payment is refused', 'refuse'),
      score: object(
        { name: 'The score changes' },
        {
          score: number(
            'Score',
            'Is added to the score; a negative number reduces it. More is riskier.',
            SCORES,
          ),
        },
      ),
    },
    (effect, place) => {
      if (effect === 'refuse') return 'refuse'
      return isJsonObject(effect) ? 'score' : [`${place} must be "refuse" or {"score": 50}`]
    },
  ),
  code: optional(
    text('Result code', 'Of a rule that refuses: the code of the refusal.', '800.200.159', [
      isRiskCode,
      'a result code that refuses for the risk or the amount',
    ]),
    'that of its kind',
  ),
}

const textsAt = 'risk.rule'

function codeIsOfRefusal({ code, effect }: JsonObject, place: string): Faults {
  const isFit = code === undefined || effect === 'refuse'
  return isFit ? [] : [`${place}.code is for rules that refuse`]
}

/** Values of a list, how many people enter them, and what each must be. */
interface Listed {
  readonly name: string
  readonly help: string
  readonly example: string
  readonly fits: (value: string) => boolean
  readonly words: string
}

/** A list of what is refused, or changes the score. */
function blocked<By extends string>(by: By, { name, help, example, fits, words }: Listed) {
  const values = ownKind<string[]>(
    { kind: 'list', name: 'On the list', help, example, mayBeEmpty: true },
    (sent, place) =>
      listFaults(sent, place, [0, MAX_VALUES], (value, at) =>
        typeof value === 'string' && fits(value) ? [] : [`${at} must be ${words}`],
      ),
  )
  const fixed = { kind: 'block', by } as const
  return object({ name, textsAt, fixed, also: codeIsOfRefusal }, { values, ...ofEachRule })
}

/** What the attempts of a velocity rule are limited to. A sum counts one currency only. */
const atMost = oneOf(
  { name: 'Limit', help: 'The rule hits above it. The payment itself counts.' },
  {
    payments: object(
      { name: 'A number of payments' },
      { payments: number('Payments at most', 'Attempts to pay.', [0, 1_000_000]) },
    ),
    amount: object(
      { name: 'A sum', also: moneyOf('amount') },
      {
        amount: amount('Sum at most', 'Of all attempts to pay.'),
        currency: currency('Currency', 'Payments in other currencies are not added.'),
      },
    ),
  },
  (limit, place) => {
    if (!isJsonObject(limit)) {
      return [`${place} must be {"payments": 3} or {"amount": "500.00", "currency": "EUR"}`]
    }
    return limit.payments === undefined ? 'amount' : 'payments'
  },
)

const velocity = object(
  { name: 'Many attempts in a time', textsAt, fixed: { kind: 'velocity' }, also: codeIsOfRefusal },
  {
    by: choice('Counted by', 'Which attempts are counted together.', {
      card: 'Those of the same card',
      email: 'Those of the same e-mail address',
      ip: 'Those of the same IP address',
      channel: 'All of the channel',
    }),
    atMost,
    withinMinutes: number('Minutes', 'The time in which attempts are counted.', [
      1,
      MAX_WINDOW_MINUTES,
    ]),
    ...ofEachRule,
  },
)

const outsideRange = object(
  {
    name: 'Amount outside a range',
    textsAt,
    fixed: { kind: 'amount' },
    also: (rule, place) => [
      ...codeIsOfRefusal(rule, place),
      ...(rule.atMost === undefined && rule.atLeast === undefined
        ? [`${place} needs atMost or atLeast`]
        : moneyOf('atMost', 'atLeast')(rule, place)),
    ],
  },
  {
    currency: currency('Currency', 'The rule looks at payments of this currency only.'),
    atLeast: optional(amount('At least', 'Less than that hits.'), 'no limit'),
    atMost: optional(amount('At most', 'More than that hits.'), 'no limit'),
    ...ofEachRule,
  },
)

const holder = object(
  {
    name: 'Card of somebody else',
    help: 'Hits where the holder of the card has another name than the customer.',
    textsAt,
    fixed: { kind: 'holder' },
    also: codeIsOfRefusal,
  },
  ofEachRule,
)

const rule = oneOfKinds(
  { name: 'Kind of rule', help: 'What the rule looks at.' },
  {
    blockCard: blocked('card', {
      name: 'Cards on a list',
      help: 'Fingerprints of cards, 64 hex digits each.',
      example: '0f5fa6ec747f2cb2773af6aca2c1efd72ea3dabfce5b4a55b9c0902b3129ad0b',
      fits: (value) => /^[0-9a-f]{64}$/i.test(value),
      words: 'a fingerprint of 64 hex digits',
    }),
    blockBin: blocked('bin', {
      name: 'First digits of cards on a list',
      help: 'The first six or eight digits of card numbers.',
      example: '420000',
      fits: (value) => /^\d{6}(\d{2})?$/.test(value),
      words: 'the first six or eight digits of a card',
    }),
    blockEmail: blocked('email', {
      name: 'E-mail addresses on a list',
      help: 'Whole addresses, or @ and a domain.',
      example: '@bad.example',
      fits: (value) => /^[^@\s]*@[^@\s]+$/.test(value),
      words: 'an e-mail, or @ and a domain',
    }),
    blockIp: blocked('ip', {
      name: 'IP addresses on a list',
      help: 'Addresses or ranges.',
      example: '192.0.2.0/24',
      fits: (value) => readIpRange(value) !== undefined,
      words: 'an IP address or range, such as 192.0.2.0/24',
    }),
    blockCountry: blocked('country', {
      name: 'Countries on a list',
      help: 'Countries of two letters.',
      example: 'US',
      fits: (value) => /^[A-Z]{2}$/i.test(value),
      words: 'a country of two letters',
    }),
    velocity,
    amount: outsideRange,
    holder,
  },
)

/** An external provider whose score is added to that of the rules. */
const provider = object(
  { name: 'Provider', help: 'An external service whose score is added.' },
  {
    name: ownKind<string>(
      {
        kind: 'text',
        name: 'Name of the provider',
        help: 'As the gateway knows it.',
        example: 'simulator',
      },
      (name, place) =>
        typeof name === 'string' && name !== '' ? [] : [`${place} must name a provider`],
    ),
    timeoutMs: optional(
      number('Milliseconds to wait', 'How long a payment waits for its answer.', [10, 10_000]),
      '2000',
    ),
    whenUnreachable: optional(
      choice('Without an answer', 'What becomes of the payment then.', {
        pass: 'It goes on',
        review: 'It goes on, and a person looks at it',
        refuse: 'It is refused',
      }),
      'review',
    ),
  },
)

/** What a channel checks of its payments before they are sent to a connector (decisions §11). */
export const risk = object(
  {
    name: 'Risk rules',
    help: 'Rules that payments are checked by, with their thresholds and a provider.',
  },
  {
    rules: records(
      {
        name: 'Rules',
        help: 'All are applied; where several refuse, the first one gives the result code.',
        max: MAX_RULES,
      },
      rule,
    ),
    refuseFromScore: optional(
      number('Refuse from this score', 'A payment with this score or more is refused.', SCORES),
      'no score refuses',
    ),
    reviewFromScore: optional(
      number(
        'Review from this score',
        'A payment with this score or more is looked at by a person.',
        SCORES,
      ),
      'no score asks for a review',
    ),
    provider: optional(provider, 'none'),
  },
)

/** Faults of the risk settings of an entity. */
export function riskFaults(json: unknown): Faults {
  return faultsOfPart(risk, json, 'risk')
}

export type RiskSettings = Frozen<Static<typeof risk>>
export type RiskProviderSettings = Frozen<Static<typeof provider>>
export type WhenUnreachable = NonNullable<RiskProviderSettings['whenUnreachable']>

export type RiskRule = Frozen<Static<typeof rule>>
/** Hits what is on a list. */
export type BlockRule = Extract<RiskRule, { readonly kind: 'block' }>
export type BlockedBy = BlockRule['by']
/** Hits when there are more attempts to pay, or a higher sum of attempts, than `atMost` within a time. */
export type VelocityRule = Frozen<Static<typeof velocity>>
/** `channel`: all payments of it together. */
export type CountedBy = VelocityRule['by']
/** Hits amounts of one currency outside a range. */
export type AmountRule = Frozen<Static<typeof outsideRange>>
