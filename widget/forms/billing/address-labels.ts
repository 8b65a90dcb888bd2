import type { MessageKey } from '../../i18n/translator.ts'
import type { Field } from '../fields/field.ts'

/**
 * What the parts of an address are called in a country, as in the address metadata of libaddressinput
 * (`state_name_type`, `zip_name_type`) and, for the words of English, as their posts call them.
 */
const STATE_NAMES: readonly (readonly [MessageKey, string])[] = [
  ['billingStateOnly', 'AU BR IN MX MY NG US VE'],
  ['billingProvince', 'AR CA CN EG ID KR PH TH'],
  ['billingEmirate', 'AE'],
  ['billingPrefecture', 'JP'],
  ['billingDepartment', 'CO'],
  ['billingCounty', 'TW'],
]

const POSTCODE_NAMES: readonly (readonly [Field['label'], string])[] = [
  ['billingZip', 'AS FM GU MH MP PH PR PW US VI'],
  ['billingPin', 'IN'],
  [{ text: 'Eircode' }, 'IE'],
  ['billingPostalCode', 'CA KE NG SG ZA'],
]

export const stateName = (country: string) => nameIn(STATE_NAMES, country, 'billingState')

export const postcodeName = (country: string) => nameIn(POSTCODE_NAMES, country, 'billingPostcode')

function nameIn<Name>(
  names: readonly (readonly [Name, string])[],
  country: string,
  usual: Name,
): Name {
  return names.find(([, countries]) => country !== '' && countries.includes(country))?.[0] ?? usual
}
