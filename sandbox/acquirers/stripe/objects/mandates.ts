import type { World } from '../world.ts'
import type { Mandate, PaymentMethod } from './types.ts'

/** The customer's agreement to debits of an account. */
export function makeMandate(world: World, method: PaymentMethod): Mandate {
  const id = world.newId('mandate')
  return world.store.add<Mandate>({
    id,
    object: 'mandate',
    customer_acceptance: {
      accepted_at: world.seconds(),
      online: { ip_address: null, user_agent: null },
      type: 'online',
    },
    livemode: world.livemode,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: {
      sepa_debit: { reference: id.slice(-16).toUpperCase(), url: `${world.url()}/mandates/${id}` },
      type: 'sepa_debit',
    },
    status: 'active',
    type: 'multi_use',
  } as Mandate)
}
