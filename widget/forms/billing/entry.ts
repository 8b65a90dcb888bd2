import {
  billingAddress,
  billingCity,
  billingCityError,
  billingCountry,
  billingCountryError,
  billingCounty,
  billingDepartment,
  billingEmirate,
  billingPin,
  billingPostalCode,
  billingPostcode,
  billingPostcodeError,
  billingPrefecture,
  billingProvince,
  billingState,
  billingStateError,
  billingStateOnly,
  billingStreet1,
  billingStreet2,
  billingStreetError,
  billingZip,
  billingZipError,
} from '../../../locales/fetched/en.json'
import { createLook } from '../../fetched/adopt-look.ts'
import type { FormKit } from '../form-kit.ts'
import { addressFields, countryOf, firstCountry } from './address-fields.ts'
import { AddressGroup } from './address-group.tsx'
import look from './look.css?inline'

const billingCode = {
  AddressGroup,
  addressFields,
  adoptLook: createLook(look),
  countryOf,
  firstCountry,
}

/** The billing address: its fields by country. */
export type BillingCode = typeof billingCode

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit
declare const __TILLGATE_DEFINE__: (made: BillingCode) => void

__TILLGATE_KIT__.addEnglish({
  billingAddress,
  billingCity,
  billingCityError,
  billingCountry,
  billingCountryError,
  billingCounty,
  billingDepartment,
  billingEmirate,
  billingPin,
  billingPostalCode,
  billingPostcode,
  billingPostcodeError,
  billingPrefecture,
  billingProvince,
  billingState,
  billingStateError,
  billingStateOnly,
  billingStreet1,
  billingStreet2,
  billingStreetError,
  billingZip,
  billingZipError,
})
__TILLGATE_DEFINE__(billingCode)
