/**
 * The floors of the server, from the ground up. Each imports itself and those below, none of those
 * above: a reader who begins with the lowest one needs to know none of the others.
 */
export const FLOORS = [
  'store',
  'kernel',
  'results',
  'parameters',
  'entities',
  'http',
  'payments',
  'features',
  'widget-host',
  'app',
]
