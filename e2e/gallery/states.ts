import { cardStates } from './card-states.ts'
import { failureStates } from './failure-states.ts'
import { furtherStates } from './further-states.ts'
import { methodStates } from './method-states.ts'
import type { GalleryState } from './open-form.ts'
import { pageStates } from './page-states.ts'
import { savedStates } from './saved-states.ts'

/** Every state of every form, in the order of the gallery. */
export const galleryStates: readonly GalleryState[] = [
  ...cardStates,
  ...failureStates,
  ...furtherStates,
  ...savedStates,
  ...methodStates,
  ...pageStates,
]
