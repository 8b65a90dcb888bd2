import { simulatedWalletCards } from '../../../../common/simulated-wallet-cards.ts'
import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import type { WalletSheet } from './create-wallet.tsx'
import { SheetLines, SheetQuestions } from './sheet-parts.tsx'
import { createSheetState, type SheetState } from './sheet-state.ts'
import { WALLETS, type WalletBrand } from './wallet-options.ts'
import { type ConfirmedPayment, NotAuthorised } from './wallet-payment.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { fitToPage, render } = __TILLGATE_KIT__

/** The sheet of the test environment: a dialog of ours, nothing of the wallet's provider is loaded. */
export function createSimulatedSheet(form: FormShell, brand: string): WalletSheet {
  return {
    fault: async () => undefined,
    // The checkout's amount is in it from the start, so it waits for the checkout.
    show: async (ready) => ((await ready) ? showSheet(form, brand as WalletBrand) : undefined),
  }
}

async function showSheet(form: FormShell, brand: WalletBrand): Promise<ConfirmedPayment> {
  const { wallet, label } = WALLETS[brand]
  const host = document.createElement('div')
  form.container.append(host)
  const state = createSheetState(form, wallet)
  try {
    return await new Promise<ConfirmedPayment>((resolve, reject) => {
      const close = () => reject(new DOMException('The shopper has closed the sheet', 'AbortError'))
      const refuse = () => reject(new NotAuthorised('The page has refused the payment'))
      const confirm = () => void state.confirm(resolve, refuse).catch(reject)
      render(
        <Sheet form={form} state={state} label={label} onConfirm={confirm} onClose={close} />,
        host,
      )
      host.querySelector('dialog')?.showModal()
      fitToPage(form.container)
      state.open()
    })
  } finally {
    host.querySelector('dialog')?.close()
    render(null, host)
    host.remove()
    form.container.querySelector<HTMLElement>('.wpwl-button-pay')?.focus()
  }
}

interface SheetProps {
  readonly form: FormShell
  readonly state: SheetState
  readonly label: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function Sheet({ form, state, label, onConfirm, onClose }: SheetProps) {
  const { translate, tag, isRightToLeft } = form.language.value
  const { id } = form.container
  return (
    <dialog
      class="wpwl-wallet-sheet"
      lang={tag}
      dir={isRightToLeft ? 'rtl' : 'ltr'}
      aria-labelledby={`${id}_sheet`}
      aria-busy={state.isAsking.value}
      onCancel={onClose}
    >
      <h2 class="wpwl-wallet-title" id={`${id}_sheet`}>
        {translate('walletTitle', { brand: label })}
      </h2>
      <p class="wpwl-wallet-note">{translate('walletNote')}</p>
      <SheetLines form={form} state={state} />
      <label class="wpwl-wallet-card">
        <span>{translate('methodCard')}</span>
        <span class="wpwl-wrapper">
          <select
            class="wpwl-control wpwl-control-walletCard"
            onChange={({ currentTarget }) => state.chooseCard(currentTarget.value)}
          >
            {Object.entries(simulatedWalletCards).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </span>
      </label>
      <SheetQuestions form={form} state={state} />
      <div class="wpwl-wallet-errors" role="alert">
        {state.errors().map((text) => (
          <p key={text}>{text || translate('walletRefused')}</p>
        ))}
      </div>
      <div class="wpwl-wallet-buttons">
        <button
          type="button"
          class="wpwl-wallet-confirm"
          aria-disabled={!state.mayConfirm()}
          onClick={onConfirm}
        >
          {translate('walletPay')}
        </button>
        <button type="button" class="wpwl-wallet-cancel" onClick={onClose}>
          {form.options.labels.cancel ?? translate('authenticationCancel')}
        </button>
      </div>
    </dialog>
  )
}
