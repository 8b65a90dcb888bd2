/** What a field that is left out could have changed. */
export type Effect = 'risk' | 'cost' | 'liability' | 'nothing'

/** What becomes of fields of the interface document at a provider. */
export type FieldUse = {
  /** Names on the wire, with `[n]` and `[key]`. One that ends in `*` is every name that begins so; the longest counts. */
  readonly fields: readonly string[]
} & (
  | {
      /** What it is there, in Markdown: it is sent. */
      readonly as: string
    }
  | {
      /** It is not sent, and what that may change: the merchant is told in explain mode. */
      readonly leftOut: Effect
    }
)

/** All fields of a payment at one provider. The docs are made from it, and a test compares it with what is sent. */
export type FieldTable = readonly FieldUse[]

/** The end of a table: what leaving a field out may change, where the provider has no row of its own for it. */
export const USUALLY_LEFT_OUT: FieldTable = [
  { fields: ['threeDSecure.*'], leftOut: 'liability' },
  { fields: ['standingInstruction.*'], leftOut: 'risk' },
  { fields: ['customer.*', 'billing.*', 'shipping.*'], leftOut: 'risk' },
  {
    fields: [
      'airline.*',
      'cart.*',
      'corporate.*',
      'discountAmount',
      'merchantInvoiceId',
      'shipping.cost',
      'taxAmount',
    ],
    leftOut: 'cost',
  },
  {
    fields: ['merchant.*', 'recipient.*', 'sender.*', 'transactionPurpose*', 'transactionBai'],
    leftOut: 'cost',
  },
  { fields: ['pos.*'], leftOut: 'liability' },
  { fields: ['*'], leftOut: 'nothing' },
]

/** What this gateway uses itself, whatever connector a payment goes through. */
const OF_THE_GATEWAY: readonly string[] = [
  'customParameters[key]',
  'merchantMemo',
  'giftCard.*',
  'risk.*',
  'threeDSecure.disable',
  'threeDSecure.merchant.*',
  'threeDSecure.v2.*',
  'threeDSecure.amount',
  'threeDSecure.currency',
  'threeDSecure.channel',
  'threeDSecure.npa',
  'threeDSecure.decoupled',
  'threeDSecure.threeRIInd',
  'threeDSecure.authenticationInd',
]

/** The use of a field by its name in a table; `undefined`: the table does not know it. */
export function useOf(table: FieldTable, name: string): FieldUse | undefined {
  const plain = asInTables(name)
  let found: FieldUse | undefined
  let length = -1
  for (const use of table) {
    for (const field of use.fields) {
      if (field.length > length && isNamedBy(field, plain)) {
        found = use
        length = field.length
      }
    }
  }
  return found
}

/** Whether a field of a table, which may end in `*`, names a field. */
function isNamedBy(field: string, name: string): boolean {
  return field.endsWith('*') ? name.startsWith(field.slice(0, -1)) : name === field
}

/** Whether this gateway uses a field itself. */
export function isOfTheGateway(name: string): boolean {
  const plain = asInTables(name)
  return OF_THE_GATEWAY.some((field) => isNamedBy(field, plain))
}

/** The fields that a provider is not sent although they could change something, by what that is. */
export function leftOutOf(
  table: FieldTable,
  names: readonly string[],
): ReadonlyMap<Effect, readonly string[]> {
  const byEffect = new Map<Effect, string[]>()
  for (const name of names) {
    const use = isOfTheGateway(name) ? undefined : useOf(table, name)
    if (use === undefined || 'as' in use || use.leftOut === 'nothing') continue
    byEffect.set(use.leftOut, [...(byEffect.get(use.leftOut) ?? []), name])
  }
  return byEffect
}

/** `cart.items[3].name` as `cart.items[n].name`, and `customParameters[x]` as `customParameters[key]`. */
function asInTables(name: string): string {
  return name
    .replace(/\[\d+\]/g, '[n]')
    .replace(/^(customParameters|merchant\.data)\[[^\]]*\]/, '$1[key]')
}
