import { type Static, Type } from 'typebox'
import { HOUR_MS } from '../../../common/durations.ts'
import { type Money, minorDigitsOf } from '../../../common/money.ts'
import { choice, map, number, object, optional, yesNo } from '../../entities/setting-kinds.ts'
import { acquirerMembers, currencyList, perScheme } from '../../entities/setting-schema.ts'
import type { Faults } from '../../entities/settings-faults.ts'
import type { ConnectorAccountRow } from '../../store/port.ts'
import type { Connector, OperationKind, Unsupported } from '../connectors/connector.ts'

/** The settings that an account of any provider has, beside those of its provider. */
export const accountMembers = {
  currencies: optional(currencyList('Of the payments that the account takes.'), 'all'),
  currencyDigits: optional(
    map<string, ReturnType<typeof digits>>(
      {
        name: 'Decimal places',
        help: 'Of currencies in which its acquirer takes fewer than ISO 4217 has: amounts with more are refused.',
        like: '{"HUF": 0}',
      },
      {
        key: { kind: 'currency', name: 'Currency', help: 'Three letters, ISO 4217.' },
        keyFaults: currencyFaults,
      },
      digits(),
    ),
    'those of ISO 4217',
  ),
  capture: optional(
    choice('Captures', 'How often a preauthorisation is captured.', {
      one: 'Once: what is left is released',
      many: 'Several times, up to its amount',
    }),
    'many',
  ),
  holdDays: optional(
    number('Days of a hold', 'Days for which a preauthorisation can be captured.', [1, 365]),
    'as the channel has it',
  ),
  reversalHours: optional(
    number('Hours for reversals', 'How long a debit or credit can be reversed.', [0, 720]),
    'as the provider has it',
  ),
  takenIsDone: optional(
    yesNo(
      'Accepted is done',
      'What the provider has accepted, and tells the result of later, is a success at once.',
    ),
    'no',
  ),
  schemes: optional(
    perScheme(
      {
        name: 'Merchant per network',
        help: 'The merchant at the acquirer, for each card network.',
        like: '{"visa": {…}}',
      },
      'Whose cards it is for.',
      object({ name: 'Merchant at the acquirer', like: ' with acquirerBin' }, acquirerMembers),
    ),
    'as the channel has it',
  ),
}

function digits() {
  return number('Places', 'After the decimal point.', [0, 4])
}

function currencyFaults(value: unknown, place: string): Faults {
  const isKnown = typeof value === 'string' && minorDigitsOf(value) !== undefined
  return isKnown ? [] : [`${place} must be a currency of ISO 4217, such as "EUR"`]
}

const accountSettings = Type.Object(accountMembers)

export type AccountSettings = Static<typeof accountSettings>

/** An account as connectors see it: nothing of it is secret. */
export interface ConnectorAccount<Settings extends AccountSettings = AccountSettings>
  extends Pick<ConnectorAccountRow, 'id' | 'provider' | 'environment' | 'merchantId'> {
  readonly settings: Settings
}

/** The settings of a stored account, which were found right when they were written. */
export function accountSettingsOf({
  settings,
}: Pick<ConnectorAccountRow, 'settings'>): AccountSettings {
  return JSON.parse(settings) as AccountSettings
}

/** The provider of an account, from its id, which `payment.connector` has. */
export function providerOf(accountId: string): string {
  return accountId.split(':', 1)[0] ?? ''
}

/** A connector with the rules of its account. */
export function withinAccount<Kind extends Connector>(
  connector: Kind,
  account: ConnectorAccount,
): Kind {
  const { reversalHours, takenIsDone } = account.settings
  const reversalWindowMs =
    reversalHours === undefined ? connector.reversalWindowMs : reversalHours * HOUR_MS
  return {
    ...connector,
    account,
    reversalWindowMs,
    ...(takenIsDone === true ? { takenIsDone } : {}),
    unsupported: (operation) =>
      outsideAccount(operation, account) ?? connector.unsupported(operation),
  }
}

/** Why an account does not take an operation, whatever its provider can do. */
function outsideAccount(
  { amount, captures, isReference }: OperationKind,
  { id, settings }: ConnectorAccount,
): Unsupported | undefined {
  const { currencies, capture } = settings
  if (!isReference && amount !== undefined && currencies?.includes(amount.currency) === false) {
    const description = `The account ${id} takes no ${amount.currency}: it takes ${currencies.join(', ')}`
    return { code: '600.200.500', description }
  }
  if (amount !== undefined && !hasDigitsOf(amount, settings)) {
    const description = `The account ${id} takes no amount with so many decimal places in ${amount.currency}`
    return { code: '600.200.500', description }
  }
  if (capture !== 'one' || captures === undefined || captures === 1) return undefined
  const description = `The account ${id} captures a preauthorisation once: send numberOfCaptures=1, or leave it out`
  return { code: '600.200.400', description }
}

/** Whether the acquirer of an account can be told an amount: it may take fewer decimal places than ISO 4217 has. */
export function hasDigitsOf(
  { minor, currency }: Money,
  { currencyDigits }: AccountSettings,
): boolean {
  const own = minorDigitsOf(currency) ?? 2
  const there = currencyDigits?.[currency] ?? own
  return there >= own || minor % 10 ** (own - there) === 0
}
