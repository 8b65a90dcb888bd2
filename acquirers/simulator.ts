import { object } from '../server/entities/setting-kinds.ts'
import { accountMembers } from '../server/payments/accounts/account.ts'
import type { Provider } from '../server/payments/accounts/provider.ts'

/** What stands in `sandbox/simulator`, as an account. */
export const simulator = {
  name: 'simulator',
  title: 'Simulated acquirer',
  testOnly: true,
  settings: object({ name: 'Settings', like: ', such as {}' }, accountMembers),
  credentials: [],
  merchantId: {
    fits: /^[\w.-]{1,64}$/,
    words: '1 to 64 letters, digits, dots, hyphens or underscores',
  },
} as const satisfies Provider
