import { batch, effect, signal } from '@preact/signals'
import { render } from 'preact'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import { loadCode } from '../fetched/load-code.ts'
import { expiryOf } from '../fields/expiry.ts'
import { FieldHint } from '../fields/field-hint.tsx'
import { Group } from '../fields/group.tsx'
import { codeLengthsOf } from '../forms/card/brand-choice.ts'
import { BrandPictures } from '../forms/card/brand-pictures.tsx'
import { faultText } from '../forms/card/card-state.ts'
import { createFieldFrame, focusFrame, framesFailed } from '../forms/card/field-frame.ts'
import { watchTheme } from '../forms/card/update-frames.ts'
import type { FormKit } from '../forms/form-kit.ts'
import { amountText } from '../forms/shell/amount-text.ts'
import { giveUpCheckout, hasCheckout, holdCheckout } from '../forms/shell/checkout-of.ts'
import { closeForm, unpayableReason } from '../forms/shell/close-form.ts'
import { FormHeading, formName, headingLevel } from '../forms/shell/form-heading.tsx'
import { setKind } from '../forms/shell/form-shell.ts'
import { FormView, HiddenInputs } from '../forms/shell/form-view.tsx'
import { announce, notify, reportFailure } from '../forms/shell/notice.ts'
import { shownMoney } from '../forms/shell/shown-money.ts'
import { SubmitGroup } from '../forms/shell/submit-group.tsx'
import { threw } from '../options/callbacks.ts'
import { listForPage } from '../options/element-list.ts'
import { releasePlace } from '../page/list-place.ts'
import { frameLook, readLooks } from '../secured/frame-look.ts'
import { loadSession } from '../session/load-session.ts'
import { readSession } from '../session/read-session.ts'
import { expressForms } from '../start/form-height.ts'
import { sayBlocked } from '../start/say-blocked.ts'
import { brandsOf } from '../start/take-placeholders.ts'
import { createLook } from '../styles/create-look.ts'
import { fitToPage } from '../styles/fit-to-page.ts'
import { addEnglish } from '../texts/language.ts'

/** What the main code lends to all code that is fetched later. */
export const kit = {
  render,
  Fragment,
  jsx,
  jsxs,
  addEnglish,
  amountText,
  announce,
  batch,
  brandsOf,
  BrandPictures,
  closeForm,
  codeLengthsOf,
  createFieldFrame,
  createLook,
  effect,
  expiryOf,
  expressForms,
  faultText,
  FieldHint,
  fitToPage,
  focusFrame,
  FormHeading,
  formName,
  FormView,
  frameLook,
  framesFailed,
  giveUpCheckout,
  Group,
  hasCheckout,
  headingLevel,
  HiddenInputs,
  holdCheckout,
  listForPage,
  loadCode,
  loadSession,
  notify,
  readLooks,
  readSession,
  releasePlace,
  reportFailure,
  sayBlocked,
  setKind,
  shownMoney,
  signal,
  SubmitGroup,
  threw,
  unpayableReason,
  watchTheme,
} satisfies FormKit
