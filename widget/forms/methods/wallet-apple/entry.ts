import type { MakeWallet } from '../../button/method-form.tsx'
import { createWallet } from '../wallet/create-wallet.tsx'
import { createAppleSheet } from './apple-sheet.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_DEFINE__: (made: MakeWallet) => void

__TILLGATE_DEFINE__((form, { name }) => createWallet(form, name, createAppleSheet(form)))
