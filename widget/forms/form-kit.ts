import { batch, effect, signal } from '@preact/signals'
import { render } from 'preact'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import { loadCode } from '../fetched/load-code.ts'
import { FieldHint } from '../fields/field-hint.tsx'
import { Group } from '../fields/group.tsx'
import { listForPage } from '../options/element-list.ts'
import { releasePlace } from '../page/list-place.ts'
import { frameLook, readLooks } from '../secured/frame-look.ts'
import { readSession } from '../session/read-session.ts'
import { expressForms } from '../start/form-height.ts'
import { fitFont } from '../start/page-font.ts'
import { sayBlocked } from '../start/say-blocked.ts'
import { brandsOf } from '../start/take-placeholders.ts'
import { createLook } from '../styles/create-look.ts'
import { addEnglish } from '../texts/language.ts'
import { codeLengthsOf } from './card/brand-choice.ts'
import { BrandPictures } from './card/brand-pictures.tsx'
import { faultText } from './card/card-state.ts'
import { createFieldFrame, focusFrame, framesFailed } from './card/field-frame.ts'
import { watchTheme } from './card/update-frames.ts'
import { amountText } from './shell/amount-text.ts'
import { FormHeading, formName, headingLevel } from './shell/form-heading.tsx'
import { setKind } from './shell/form-shell.ts'
import { FormView, HiddenInputs } from './shell/form-view.tsx'
import { reportFailure } from './shell/notice.ts'
import { shownMoney } from './shell/shown-money.ts'
import { SubmitGroup } from './shell/submit-group.tsx'

/**
 * What the script lends to form code that is fetched later. Such code imports nothing that draws or
 * keeps state: a second copy of Preact or of the signals would not see the changes of the first.
 * `jsx`, `jsxs` and `Fragment` are what the compiler makes of its markup (`vite.config.ts`).
 */
export const kit = {
  render,
  Fragment,
  jsx,
  jsxs,
  addEnglish,
  amountText,
  loadCode,
  reportFailure,
  setKind,
  shownMoney,
  batch,
  brandsOf,
  effect,
  signal,
  expressForms,
  codeLengthsOf,
  createLook,
  createFieldFrame,
  faultText,
  focusFrame,
  framesFailed,
  listForPage,
  fitFont,
  formName,
  headingLevel,
  frameLook,
  readLooks,
  readSession,
  releasePlace,
  sayBlocked,
  watchTheme,
  BrandPictures,
  FieldHint,
  FormHeading,
  FormView,
  Group,
  HiddenInputs,
  SubmitGroup,
}

export type FormKit = typeof kit
