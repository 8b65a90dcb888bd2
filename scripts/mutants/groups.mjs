/**
 * What is mutated, by group: rules of money, authentication, schedules, webhooks and gift cards. The tests
 * of a group are those beside its code, and those of other floors that use it most.
 *
 * @typedef {{ readonly code: readonly string[], readonly tests: readonly string[] }} Group
 * @type {Readonly<Record<string, Group>>}
 */
export const GROUPS = {
  payments: group('payments', 'server/api/checkouts/*.test.ts'),
  authentication: group('authentication'),
  schedules: group('schedules'),
  webhooks: group('webhooks'),
  'gift-cards': group('gift-cards', 'server/api/checkouts/gift*.test.ts'),
}

/** @param {string} feature @param {string[]} others @returns {Group} */
function group(feature, ...others) {
  const folder = `server/api/${feature}`
  return {
    code: [`${folder}/**/*.ts`, `!${folder}/**/*.{test,fixture}.ts`],
    tests: [`${folder}/**/*.test.ts`, ...others],
  }
}
