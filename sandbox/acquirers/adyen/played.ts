import { randomBytes } from 'node:crypto'
import { CONTROL_PATH } from '../shared/control-page.ts'
import type { PlayAcquirer } from '../shared/played.ts'
import { EMULATED_API_KEY, EMULATED_MERCHANT, startAdyenEmulator } from './emulator.ts'
import { EMULATED_REPORT_LOGIN } from './settlement.ts'

/** Adyen beside a gateway: `npm start -- --acquirers`. */
export const playAdyen: PlayAcquirer = async ({ clock, seed }) => {
  // The demo shop shows the simulator's cards.
  const account = { otherCards: 'approve' } as const
  const emulator = await startAdyenEmulator({ clock, seed, account, delivery: 'atOnce' })
  return {
    provider: 'adyen',
    title: 'Adyen',
    url: emulator.url,
    page: emulator.url + CONTROL_PATH,
    merchantId: EMULATED_MERCHANT,
    cards: [
      ['4111 1111 1111 1111', 'approved'],
      ['4917 6100 0000 0000', 'authenticated at its page'],
      ['any, with the holder DECLINED', 'declined'],
    ],
    tellAt(url) {
      const login = { username: 'events', password: randomBytes(16).toString('hex') }
      const { hmacKey } = emulator.webhooks.add({ url, ...login })
      return {
        apiKey: EMULATED_API_KEY,
        hmacKey,
        webhookLogin: `${login.username}:${login.password}`,
        reportLogin: EMULATED_REPORT_LOGIN,
      }
    },
    runDue: emulator.runDue,
    close: emulator.close,
  }
}
