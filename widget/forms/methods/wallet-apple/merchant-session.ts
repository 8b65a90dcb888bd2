import type { PaymentAnswer } from '../../../../common/widget-wire.ts'
import type { FormShell } from '../../shell/form-shell.ts'

/** Gets the session that Apple's script wants, with the gateway's certificate. Rejects with what to do. */
export async function merchantSession(
  { checkout }: Pick<FormShell, 'checkout'>,
  validationUrl: string,
  displayName: string | undefined,
): Promise<unknown> {
  const { base, checkoutId } = checkout.boot
  const body = new URLSearchParams({ validationUrl, ...(displayName && { displayName }) })
  const path = `/v1/checkouts/${checkoutId}/apple-pay-session`
  const asked = fetch(base + path, { method: 'POST', body, credentials: 'omit' })
  const answer = await asked.catch(() => {
    throw new DOMException('The gateway could not be reached', 'NetworkError')
  })
  const said = (await answer.json()) as {
    readonly merchantSession?: object
    readonly result: PaymentAnswer['result']
  }
  if (said.merchantSession !== undefined) return said.merchantSession
  const { description, parameterErrors = [] } = said.result
  const faults = parameterErrors.map(({ name, message }) => `${name} ${message}`)
  throw new Error([description, ...faults].join('; '))
}
