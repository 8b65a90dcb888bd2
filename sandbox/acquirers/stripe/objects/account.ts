import type { World } from '../world.ts'

/** `GET /v1/account`: what a check of an account asks. */
export function showAccount(world: World) {
  const { id, country, currency, methods, chargesEnabled } = world.account
  const state = (isActive: boolean) => (isActive ? 'active' : 'inactive')
  const none = {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
    eventually_due: [],
    past_due: [],
    pending_verification: [],
  }
  return {
    id,
    object: 'account' as const,
    business_profile: { mcc: '5734', name: 'Emulated', url: 'https://shop.example' },
    business_type: 'company',
    capabilities: {
      bancontact_payments: state(methods.includes('bancontact')),
      card_payments: state(methods.includes('card')),
      eps_payments: state(methods.includes('eps')),
      ideal_payments: state(methods.includes('ideal')),
      sepa_debit_payments: state(methods.includes('sepa_debit')),
      transfers: 'active',
    },
    charges_enabled: chargesEnabled,
    controller: { type: 'account' },
    country,
    created: 0,
    default_currency: currency,
    details_submitted: true,
    email: 'account@shop.example',
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: none,
    metadata: {},
    payouts_enabled: true,
    requirements: none,
    settings: {
      card_payments: {
        decline_on: { avs_failure: false, cvc_failure: true },
        statement_descriptor_prefix: 'EMULATED',
      },
      dashboard: { display_name: 'Emulated', timezone: 'Etc/UTC' },
      payments: { statement_descriptor: 'EMULATED' },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: 'daily' },
        statement_descriptor: null,
      },
    },
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'standard',
  }
}
