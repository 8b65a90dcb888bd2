import {
  giftApplied,
  giftApply,
  giftCurrency,
  giftEmpty,
  giftFailed,
  giftNumber,
  giftNumberError,
  giftPaysAll,
  giftPinError,
  giftRemove,
  giftRemoved,
  giftRest,
  giftTooMany,
  giftTooOften,
  giftTwice,
  giftWrong,
} from '../../../../locales/fetched/en.json'
import type { AskFields } from '../../button/method-form.tsx'
import type { FormKit } from '../../form-kit.ts'
import { askGift } from './ask-gift.tsx'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: AskFields) => void

__TILLGATE_KIT__.addEnglish({
  giftApplied,
  giftApply,
  giftCurrency,
  giftEmpty,
  giftFailed,
  giftNumber,
  giftNumberError,
  giftPaysAll,
  giftPinError,
  giftRemove,
  giftRemoved,
  giftRest,
  giftTooMany,
  giftTooOften,
  giftTwice,
  giftWrong,
})
__TILLGATE_DEFINE__(askGift)
