import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { SheetState } from './sheet-state.ts'
import { simulatedContacts } from './simulated-contacts.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { amountText } = __TILLGATE_KIT__

interface PartProps {
  readonly form: FormShell
  readonly state: SheetState
}

/** Whom the shopper pays, for what, and how much: the amount of the checkout. */
export function SheetLines({ form, state }: PartProps) {
  const { amount = '' } = form.session.value ?? {}
  return (
    <>
      {state.content.value.lines.map(({ label, amount: cost }) => (
        <p key={label} class="wpwl-wallet-line">
          <span>{label}</span> <bdi>{costText(form, cost)}</bdi>
        </p>
      ))}
      <p class="wpwl-wallet-total">
        <span>{state.merchant}</span> <bdi>{costText(form, amount)}</bdi>
      </p>
    </>
  )
}

/** What the page asks of the shopper beside his card. */
export function SheetQuestions({ form, state }: PartProps) {
  const { translate } = form.language.value
  const { methods } = state.content.value
  return (
    <>
      {state.asks.contact && (
        <label class="wpwl-wallet-contact">
          <span>{translate('walletContact')}</span>
          <span class="wpwl-wrapper">
            <select
              class="wpwl-control wpwl-control-walletContact"
              onChange={({ currentTarget }) => state.chooseContact(currentTarget.selectedIndex)}
            >
              {simulatedContacts.map(({ addressLines, postalCode, locality, countryCode }) => (
                <option key={postalCode}>
                  {[...addressLines, `${postalCode} ${locality}`, countryCode].join(', ')}
                </option>
              ))}
            </select>
          </span>
        </label>
      )}
      {methods.length > 0 && (
        <label class="wpwl-wallet-shipping">
          <span>{translate('walletShipping')}</span>
          <span class="wpwl-wrapper">
            <select
              class="wpwl-control wpwl-control-walletShipping"
              value={state.method()?.id}
              onChange={({ currentTarget }) => state.chooseMethod(currentTarget.value)}
            >
              {methods.map(({ id, label, detail, amount }) => (
                <option key={id} value={id}>
                  {[label, detail, costText(form, amount)].filter(Boolean).join(' – ')}
                </option>
              ))}
            </select>
          </span>
        </label>
      )}
      {state.asks.coupon && (
        <label class="wpwl-wallet-coupon">
          <span>{translate('walletCoupon')}</span>
          <span class="wpwl-wrapper">
            <input
              class="wpwl-control wpwl-control-walletCoupon"
              value={state.coupon}
              onChange={({ currentTarget }) => state.enterCoupon(currentTarget.value)}
            />
          </span>
        </label>
      )}
    </>
  )
}

/** An amount of the page or of the checkout, in the checkout's currency; a page's own text as it stands. */
function costText(form: FormShell, cost: string): string {
  const isAmount = /^-?\d+(\.\d+)?$/.test(cost)
  return isAmount ? amountText(form, Number(cost).toFixed(2), form.session.value?.currency) : cost
}
