/**
 * The floors of the server, from the ground up. Each imports itself and those below, none of those
 * above: who reads from the bottom meets nothing unknown.
 */
export const FLOORS = ['engine', 'wire', 'methods', 'api']
