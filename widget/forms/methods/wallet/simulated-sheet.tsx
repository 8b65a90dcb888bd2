import { simulatedWalletCards } from '../../../../common/simulated-wallet-cards.ts'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { Wallet } from './wallet-options.ts'
import type { WalletRequest } from './wallet-request.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { render } = __TILLGATE_KIT__

/** What the sheet shows. */
interface SheetOrder {
  readonly wallet: Wallet
  readonly label: string
  /** Whom the shopper pays. */
  readonly merchant: string
  readonly amount: string
  readonly currency: string
}

/**
 * The sheet of the test environment: a dialog of ours, nothing of the wallet's provider is loaded. It has
 * the shape of a `PaymentRequest`: `show` resolves with the token, or rejects with an `AbortError`.
 */
export function createSimulatedSheet(form: FormShell, order: SheetOrder): WalletRequest {
  return {
    show() {
      const host = document.createElement('div')
      form.container.append(host)
      return new Promise<string>((resolve, reject) => {
        const cancel = () =>
          reject(new DOMException('The shopper has closed the sheet', 'AbortError'))
        const confirm = (card: string) => void fetchToken(form, order, card).then(resolve, reject)
        render(<Sheet form={form} order={order} onConfirm={confirm} onClose={cancel} />, host)
        host.querySelector('dialog')?.showModal()
      }).finally(() => {
        host.querySelector('dialog')?.close()
        render(null, host)
        host.remove()
        form.container.querySelector<HTMLElement>('.wpwl-button-pay')?.focus()
      })
    },
  }
}

interface SheetProps {
  readonly form: FormShell
  readonly order: SheetOrder
  readonly onConfirm: (card: string) => void
  readonly onClose: () => void
}

function Sheet({ form, order, onConfirm, onClose }: SheetProps) {
  const { translate, tag, isRightToLeft } = form.language.value
  const { id } = form.container
  const { label, merchant, amount, currency } = order
  return (
    <dialog
      class="wpwl-wallet-sheet"
      lang={tag}
      dir={isRightToLeft ? 'rtl' : 'ltr'}
      aria-labelledby={`${id}_sheet`}
      onCancel={onClose}
    >
      <h2 class="wpwl-wallet-title" id={`${id}_sheet`}>
        {translate('walletTitle', { brand: label })}
      </h2>
      <p class="wpwl-wallet-note">{translate('walletNote')}</p>
      <p class="wpwl-wallet-total">
        <span>{merchant}</span> <bdi>{`${amount} ${currency}`}</bdi>
      </p>
      <label class="wpwl-wallet-card">
        <span>{translate('walletCard')}</span>
        <span class="wpwl-wrapper">
          <select class="wpwl-control wpwl-control-walletCard">
            {Object.entries(simulatedWalletCards).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </span>
      </label>
      <div class="wpwl-wallet-buttons">
        <button
          type="button"
          class="wpwl-wallet-confirm"
          onClick={({ currentTarget }) => {
            const card = currentTarget.closest('dialog')?.querySelector('select')?.value
            onConfirm(card ?? 'visa')
          }}
        >
          {translate('walletPay')}
        </button>
        <button type="button" class="wpwl-wallet-cancel" onClick={onClose}>
          {translate('authenticationCancel')}
        </button>
      </div>
    </dialog>
  )
}

async function fetchToken(form: FormShell, order: SheetOrder, card: string): Promise<string> {
  const { base, checkoutId } = form.checkout.boot
  const { wallet, amount, currency } = order
  const query = new URLSearchParams({
    checkoutId: checkoutId ?? '',
    wallet,
    card,
    amount,
    currency,
  })
  const answer = await fetch(`${base}/test/wallet-sheet-token?${query}`, { credentials: 'omit' })
  const { paymentToken } = (await answer.json()) as { readonly paymentToken?: string }
  if (paymentToken === undefined) throw new Error('The simulated wallet has no token')
  return paymentToken
}
