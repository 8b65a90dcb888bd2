import type {
  ConnectorOutcome,
  NamedByProvider,
} from '../../server/payments/connectors/connector.ts'

/** An outcome, and what is logged about its cause: fixed texts and words of the provider's lists only. */
export interface Judged<Outcome = ConnectorOutcome> {
  readonly outcome: Outcome
  readonly trouble?: string
}

export const unknown = (trouble: string): Judged<{ readonly kind: 'unknown' }> => ({
  outcome: { kind: 'unknown' },
  trouble,
})

export const notSent = (trouble: string): Judged<{ readonly kind: 'notSent' }> => ({
  outcome: { kind: 'notSent' },
  trouble,
})

/** "The acquirer answered with an error" */
export const ACQUIRER_ERROR = '900.100.200'

/** Logs the trouble of an outcome, and answers the outcome. `provider`: for people. */
export function troubleTeller(
  provider: string,
  connector: string,
  log: { warn(fields: object, message: string): void },
) {
  return <Outcome>(paymentId: string, { outcome, trouble }: Judged<Outcome>): Outcome => {
    if (trouble !== undefined) log.warn({ paymentId, connector }, `${provider}: ${trouble}`)
    return outcome
  }
}

/** A name that the provider may have told. */
export function named(
  kind: NamedByProvider['kind'],
  value: string | undefined,
): readonly NamedByProvider[] {
  return value === undefined ? [] : [{ kind, value }]
}

/** A member that is there only where it has a value. */
export function optional<Name extends string>(name: Name, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string }
}
