import { signal } from '@preact/signals'
import { render } from 'preact'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import { loadCode } from '../fetched/load-code.ts'
import { FieldHint } from '../fields/field-hint.tsx'
import { Group } from '../fields/group.tsx'
import { browserData } from '../session/browser-data.ts'
import { addEnglish } from '../texts/language.ts'
import { setKind } from './shell/form-shell.ts'
import { FormView, HiddenInputs } from './shell/form-view.tsx'
import { submitFields } from './shell/submit-fields.ts'
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
  loadCode,
  setKind,
  signal,
  browserData,
  submitFields,
  FieldHint,
  FormView,
  Group,
  HiddenInputs,
  SubmitGroup,
}

export type FormKit = typeof kit
