import {
  authenticationCancel,
  walletContact,
  walletCoupon,
  walletNote,
  walletPay,
  walletRefused,
  walletShipping,
  walletTitle,
} from '../../../../locales/fetched/en.json'
import type { MakeWallet } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import { createWallet } from './create-wallet.tsx'
import look from './sheet.css?inline'
import { createSimulatedSheet } from './simulated-sheet.tsx'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: MakeWallet) => void

__TILLGATE_KIT__.addEnglish({
  authenticationCancel,
  walletContact,
  walletCoupon,
  walletNote,
  walletPay,
  walletRefused,
  walletShipping,
  walletTitle,
})
__TILLGATE_DEFINE__((form, { name }) => ({
  ...createWallet(form, name, createSimulatedSheet(form, name), look),
  hasMark: true,
}))
