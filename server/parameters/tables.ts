import { access } from './access.ts'
import { asynchronousResponse } from './asynchronous-response.ts'
import { basicPayment } from './basic-payment.ts'
import { billing } from './billing.ts'
import { card } from './card.ts'
import { cartItems } from './cart-items.ts'
import { customParameters } from './custom-parameters.ts'
import { customer } from './customer.ts'
import { legacyAccess } from './legacy.ts'
import { nameTree } from './name-tree.ts'
import { shipping, shippingCustomer } from './shipping.ts'
import type { ParameterRow, ParameterTable } from './table.ts'

/** Every table there is: a new structure is a new file and a line here. */
export const tables = {
  access,
  basicPayment,
  card,
  customer,
  billing,
  shipping,
  shippingCustomer,
  cartItems,
  customParameters,
  asynchronousResponse,
  legacyAccess,
} as const satisfies Readonly<Record<string, ParameterTable>>

type NamesOf<Table> = Table extends { readonly rows: infer Rows } ? keyof Rows & string : never

/** A name as the tables write it: `cart.items[n].price`. */
export type RowName = NamesOf<(typeof tables)[keyof typeof tables]>

type OnWire<Name extends string> = Name extends `${infer Head}[n]${infer Tail}`
  ? `${Head}[${number}]${OnWire<Tail>}`
  : Name extends `${infer Head}[key]`
    ? `${Head}[${string}]`
    : Name

/** A name as requests write it: `cart.items[0].price`. */
export type ParameterName = OnWire<RowName>

/** A map of the tables: `customParameters`. */
export type MapName = RowName extends infer Name
  ? Name extends `${infer Head}[key]`
    ? Head
    : never
  : never

/** The rows of all tables by their names on the wire. */
export const allRows = nameTree<ParameterRow>(
  Object.values<ParameterTable>(tables).flatMap((table) => Object.entries(table.rows)),
)

/** Whether members of the object at this path are written `[key]`. */
export function isMapName(path: string): boolean {
  return allRows.maps.has(path)
}
