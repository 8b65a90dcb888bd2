/**
 * What is mutated, by group: rules of money, authentication, schedules, webhooks and gift cards. The tests
 * of a group are those beside its code, and those of other floors that use it most.
 *
 * @typedef {{ readonly code: readonly string[], readonly tests: readonly string[] }} Group
 * @type {Readonly<Record<string, Group>>}
 */
export const GROUPS = {
  payments: group('server/payments', 'server/features/checkouts/*.test.ts'),
  authentication: group(
    'server/features/three-ds/authentication',
    'server/app/authentication-outcomes.test.ts',
  ),
  schedules: group('server/features/schedules'),
  webhooks: group('server/features/webhooks'),
  'gift-cards': group('server/features/gift-cards', 'server/features/checkouts/gift*.test.ts'),
}

/** @param {string} folder @param {string[]} others @returns {Group} */
function group(folder, ...others) {
  return {
    code: [`${folder}/**/*.ts`, `!${folder}/**/*.{test,fixture}.ts`],
    tests: [`${folder}/**/*.test.ts`, ...others],
  }
}
