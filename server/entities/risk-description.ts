import type { FieldOf, SettingField } from '../../common/setting-field.ts'
import { MAX_RISK_SCORE, MAX_WINDOW_MINUTES } from './risk-settings.ts'
import { choice, number, required, text } from './setting-fields.ts'

const SCORES = [-MAX_RISK_SCORE, MAX_RISK_SCORE] as const

const currency: SettingField = {
  kind: 'currency',
  name: 'Currency',
  help: 'Three letters, ISO 4217.',
}

/** What each rule says beside its kind. */
const ofEachRule: Readonly<Record<string, SettingField>> = {
  effect: {
    kind: 'oneOf',
    name: 'Effect',
    help: 'What follows when the rule hits.',
    options: {
      refuse: { kind: 'constant', name: 'The payment is refused', value: 'refuse' },
      score: {
        kind: 'object',
        name: 'The score changes',
        members: {
          score: required(
            number(
              'Score',
              'Is added to the score; a negative number reduces it. More is riskier.',
              '',
              SCORES,
            ),
          ),
        },
      },
    },
  },
  name: text('Name', 'What a trace of the payment calls the rule.', 'none', 'Bad addresses'),
  code: text(
    'Result code',
    'Of a rule that refuses: the code of the refusal.',
    'that of its kind',
    '800.200.159',
  ),
}

/** A list of what is refused, or changes the score. */
function blocked(by: string, name: string, help: string, example: string): SettingField {
  return {
    kind: 'object',
    name,
    textsAt: 'risk.rule',
    fixed: { kind: 'block', by },
    members: {
      values: { kind: 'list', name: 'On the list', help, example, mayBeEmpty: true },
      ...ofEachRule,
    },
  }
}

/** What the attempts of a velocity rule are limited to. */
const atMost: SettingField = {
  kind: 'oneOf',
  name: 'Limit',
  help: 'The rule hits above it. The payment itself counts.',
  options: {
    payments: {
      kind: 'object',
      name: 'A number of payments',
      members: {
        payments: required(number('Payments at most', 'Attempts to pay.', '', [0, 1_000_000])),
      },
    },
    amount: {
      kind: 'object',
      name: 'A sum',
      members: {
        amount: { kind: 'amount', name: 'Sum at most', help: 'Of all attempts to pay.' },
        currency: { ...currency, help: 'Payments in other currencies are not added.' },
      },
    },
  },
}

const rule: FieldOf<'oneOf'> = {
  kind: 'oneOf',
  name: 'Kind of rule',
  help: 'What the rule looks at.',
  options: {
    blockCard: blocked(
      'card',
      'Cards on a list',
      'Fingerprints of cards, 64 hex digits each.',
      '0f5fa6ec747f2cb2773af6aca2c1efd72ea3dabfce5b4a55b9c0902b3129ad0b',
    ),
    blockBin: blocked(
      'bin',
      'First digits of cards on a list',
      'The first six or eight digits of card numbers.',
      '420000',
    ),
    blockEmail: blocked(
      'email',
      'E-mail addresses on a list',
      'Whole addresses, or @ and a domain.',
      '@bad.example',
    ),
    blockIp: blocked('ip', 'IP addresses on a list', 'Addresses or ranges.', '192.0.2.0/24'),
    blockCountry: blocked('country', 'Countries on a list', 'Countries of two letters.', 'US'),
    velocity: {
      kind: 'object',
      name: 'Many attempts in a time',
      textsAt: 'risk.rule',
      fixed: { kind: 'velocity' },
      members: {
        by: required(
          choice('Counted by', 'Which attempts are counted together.', '', {
            card: 'Those of the same card',
            email: 'Those of the same e-mail address',
            ip: 'Those of the same IP address',
            channel: 'All of the channel',
          }),
        ),
        atMost,
        withinMinutes: required(
          number('Minutes', 'The time in which attempts are counted.', '', [1, MAX_WINDOW_MINUTES]),
        ),
        ...ofEachRule,
      },
    },
    amount: {
      kind: 'object',
      name: 'Amount outside a range',
      textsAt: 'risk.rule',
      fixed: { kind: 'amount' },
      members: {
        currency: { ...currency, help: 'The rule looks at payments of this currency only.' },
        atLeast: {
          kind: 'amount',
          name: 'At least',
          help: 'Less than that hits.',
          default: 'no limit',
        },
        atMost: {
          kind: 'amount',
          name: 'At most',
          help: 'More than that hits.',
          default: 'no limit',
        },
        ...ofEachRule,
      },
    },
    holder: {
      kind: 'object',
      name: 'Card of somebody else',
      help: 'Hits where the holder of the card has another name than the customer.',
      textsAt: 'risk.rule',
      fixed: { kind: 'holder' },
      members: ofEachRule,
    },
  },
}

/** The form of the setting `risk`. */
export const riskDescription: SettingField = {
  kind: 'object',
  name: 'Risk rules',
  help: 'Rules that payments are checked by, with their thresholds and a provider.',
  default: 'payments are not checked',
  members: {
    rules: {
      kind: 'records',
      name: 'Rules',
      help: 'All are applied; where several refuse, the first one gives the result code.',
      max: 100,
      record: rule,
    },
    refuseFromScore: number(
      'Refuse from this score',
      'A payment with this score or more is refused.',
      'no score refuses',
      SCORES,
    ),
    reviewFromScore: number(
      'Review from this score',
      'A payment with this score or more is looked at by a person.',
      'no score asks for a review',
      SCORES,
    ),
    provider: {
      kind: 'object',
      name: 'Provider',
      help: 'An external service whose score is added.',
      default: 'none',
      members: {
        name: required(text('Name of the provider', 'As the gateway knows it.', '', 'simulator')),
        timeoutMs: number(
          'Milliseconds to wait',
          'How long a payment waits for its answer.',
          '2000',
          [10, 10_000],
        ),
        whenUnreachable: choice(
          'Without an answer',
          'What becomes of the payment then.',
          'review',
          {
            pass: 'It goes on',
            review: 'It goes on, and a person looks at it',
            refuse: 'It is refused',
          },
        ),
      },
    },
  },
}
