import { administration } from './administration/feature.ts'
import { audit } from './audit/feature.ts'
import { backOffice } from './back-office/feature.ts'
import { disputes } from './disputes/feature.ts'
import { paymentSums } from './payment-sums/feature.ts'
import { people } from './people/feature.ts'
import { resolutions } from './resolutions/feature.ts'
import { settlement } from './settlement/feature.ts'

/**
 * What people do after the sale: settlement, disputes, the back office and who may work in it. The gateway
 * takes payments without all of it.
 */
export const operations = [
  audit,
  disputes,
  resolutions,
  paymentSums,
  administration,
  settlement,
  backOffice,
  people,
] as const
