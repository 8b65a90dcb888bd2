import { brandLabels } from '../../common/brand-labels.ts'
import { bcp47Of, isRightToLeft, resolveLocale } from '../../common/locale-tags.ts'
import { lendToFetched, loadCode } from '../fetched/load-code.ts'
import { requestedForms } from '../forms/registry.ts'
import { hasPageOptions, pageLanguage, pageOptions } from '../options/page-options.ts'
import { formsOf, governedRuns, sharedPage } from '../page/runs.ts'
import { frameAddress, framePermissions, randomName } from '../secured/frame-address.ts'
import { readSession } from '../session/read-session.ts'
import { loadCatalogue, loadTexts } from '../texts/load-texts.ts'
import { expressForms, expressHeight, LISTED, ROW } from './form-height.ts'
import { fitFont } from './page-font.ts'
import { sayBlocked } from './say-blocked.ts'
import { brandsOf } from './take-placeholders.ts'
import { watchDocument } from './watch-document.ts'

/**
 * What the start lends to the main code, which imports the same modules: its build takes from here
 * whatever comes of a module that this file names (`vite.config.ts`).
 */
export const kit = {
  bcp47Of,
  brandLabels,
  brandsOf,
  expressForms,
  expressHeight,
  fitFont,
  formsOf,
  frameAddress,
  framePermissions,
  governedRuns,
  hasPageOptions,
  isRightToLeft,
  LISTED,
  lendToFetched,
  loadCatalogue,
  loadCode,
  loadTexts,
  pageLanguage,
  pageOptions,
  randomName,
  readSession,
  requestedForms,
  resolveLocale,
  ROW,
  sayBlocked,
  sharedPage,
  watchDocument,
}
