import { createLook } from '../../fetched/adopt-look.ts'
import { FieldGroups } from './field-groups.tsx'
import { createFieldSet } from './field-set.ts'
import look from './look.css?inline'

/** What forms with fields are made of; their own code has the table of their fields. */
const fieldsCode = { adoptLook: createLook(look), createFieldSet, FieldGroups }

export type FieldsCode = typeof fieldsCode

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_DEFINE__: (made: FieldsCode) => void

__TILLGATE_DEFINE__(fieldsCode)
