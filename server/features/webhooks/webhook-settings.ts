import type { ParameterValues } from '../../parameters/values.ts'
import { DEFAULT_EVENT_TYPES } from '../../parameters/webhooks.ts'
import type { WebhookRow } from '../../store/port.ts'

/** One type of event that a webhook is sent, with its filters. Without a filter all of them are sent. */
export interface WantedType {
  readonly type: string
  /** Of REGISTRATION: which changes. */
  readonly actions?: readonly string[]
  /** Of PAYMENT: of which payments. */
  readonly paymentTypes?: readonly string[]
}

/** What a merchant says about a webhook: the columns that are set by requests. */
export type WebhookSettings = Pick<WebhookRow, 'url' | 'format' | 'wrapper' | 'types' | 'fields'>

/** The settings of a request. What it does not say stays as in `present`; without that, as by default. */
export function webhookSettingsOf(
  values: ParameterValues,
  present?: WebhookSettings,
): WebhookSettings {
  // Validation has refused a new webhook without an address.
  const url = values.get('url') ?? present?.url ?? ''
  const format = (values.get('format') ?? present?.format ?? 'signed') as WebhookSettings['format']
  const wrapper = (values.get('wrapper') ??
    present?.wrapper ??
    'none') as WebhookSettings['wrapper']
  return {
    url,
    format,
    wrapper: format === 'signed' ? 'none' : wrapper,
    types: typesOf(values, present),
    fields: (values.get('fields') ?? present?.fields ?? 'ALL') as WebhookSettings['fields'],
  }
}

/** The types that a webhook's row names. */
export function wantedTypesOf({ types }: Pick<WebhookRow, 'types'>): readonly WantedType[] {
  return JSON.parse(types) as WantedType[]
}

function typesOf(values: ParameterValues, present: WebhookSettings | undefined): string {
  const known = present === undefined ? DEFAULT_EVENT_TYPES.map(typeAlone) : wantedTypesOf(present)
  const actions = values.get('actions')?.split(',') ?? filterIn(known, 'actions')
  const paymentTypes = values.get('paymentTypes')?.split(',') ?? filterIn(known, 'paymentTypes')
  const types = values.get('types')?.split(',') ?? known.map(({ type }) => type)
  return JSON.stringify(
    types.map((type): WantedType => {
      if (type === 'PAYMENT' && paymentTypes !== undefined) return { type, paymentTypes }
      if (type === 'REGISTRATION' && actions !== undefined) return { type, actions }
      return { type }
    }),
  )
}

/** The values of a filter; only one type has it. */
export function filterIn(
  wanted: readonly WantedType[],
  name: 'actions' | 'paymentTypes',
): readonly string[] | undefined {
  return wanted.find((one) => one[name] !== undefined)?.[name]
}

function typeAlone(type: string): WantedType {
  return { type }
}
