import { ADYEN_FAULTS } from './adyen.mjs'
import { STRIPE_FAULTS } from './stripe.mjs'

/**
 * Wrong names, units, states and signs in the connectors to acquirers, of the kind that one writes by mistake. `node
 * run.mjs test:planted` puts them in one at a time, and the tests of the connector must find each: what they do not
 * find, they do not watch.
 *
 * @typedef {import('./fault.mjs').PlantedFault} PlantedFault
 */

/**
 * By the folder of the connector.
 *
 * @type {Readonly<Record<string, readonly PlantedFault[]>>}
 */
export const PLANTED_FAULTS = {
  adyen: ADYEN_FAULTS,
  stripe: STRIPE_FAULTS,
}
