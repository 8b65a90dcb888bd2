import type { WidgetChannel, WidgetSession } from '../../common/widget-wire.ts'
import type { CheckoutCode } from '../forms/shell/checkout-of.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'

/** The forms are announced without it then: the gateway decides when there is a checkout. */
const CHANNEL_WITHIN_MS = 5_000

/** What a form shows before there is a checkout, besides what the channel says. */
const NO_CHECKOUT = {
  checkoutId: '',
  endpoint: '/payment',
  state: 'open',
  attempted: false,
  expiresInMs: 0,
} as const satisfies Partial<WidgetSession>

/** Shows in forms without a checkout what the channel offers that the script names. */
export function createDescribe(): CheckoutCode['describe'] {
  let asked: Promise<WidgetChannel | undefined> | undefined

  async function ask({ checkout, options }: FormShell): Promise<WidgetChannel | undefined> {
    const { base, entityId = '' } = checkout.boot
    const query = new URLSearchParams({ entityId, ...options.checkout })
    const address = `${base}/v1/fastcheckout/channel?${query}`
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, CHANNEL_WITHIN_MS))
    const answer = await Promise.race([
      fetch(address, { method: 'POST', credentials: 'omit' }),
      late,
    ])
    return answer?.ok ? ((await answer.json()) as WidgetChannel) : undefined
  }

  return async (form) => {
    if (form.checkout.boot.entityId === undefined) return
    asked ??= ask(form).catch(() => undefined)
    const channel = await asked
    if (channel === undefined || form.session.peek() !== undefined) return
    const session = { ...NO_CHECKOUT, ...channel }
    form.session.value = session
    form.opened(session)
  }
}
