/** Folders at the top of the project. What goes over the sources takes its list from here. */

/** What the gateway and what browsers load are built of. */
export const PRODUCT_FOLDERS = [
  'acquirers',
  'clients',
  'common',
  'operations',
  'reference',
  'sandbox',
  'server',
  'shop',
  'widget',
  'wrappers',
]

/** All that has code: with tools, benchmarks, the simulation and the tests of browsers. */
export const CODE_FOLDERS = [...PRODUCT_FOLDERS, 'bench', 'e2e', 'scripts', 'simulation']
