import { hash } from 'node:crypto'
import type { customerCreate } from '../parameters/others.ts'
import type { ValuesOf } from '../wire/describe.ts'
import type { World } from '../world.ts'
import { attachPaymentMethod } from './payment-methods.ts'
import type { Customer } from './types.ts'

/** `POST /v1/customers`. */
export function createCustomer(world: World, params: ValuesOf<typeof customerCreate>): Customer {
  const id = world.newId('cus')
  const customer = world.store.add<Customer>({
    id,
    object: 'customer',
    address: params.address ?? null,
    balance: 0,
    created: world.seconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: hash('sha256', id).slice(0, 8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: world.livemode,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: params.shipping ?? null,
    tax_exempt: 'none',
    test_clock: null,
  } as Customer)
  world.events.emit('customer.created', customer)
  if (params.payment_method !== undefined) {
    attachPaymentMethod(world, params.payment_method, { customer: id })
  }
  return customer
}
