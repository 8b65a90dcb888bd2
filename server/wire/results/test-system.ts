/** Successes of testMode INTERNAL and EXTERNAL, which a test system alone gives. */
const OF_TEST_SYSTEM = /^000\.100\.11\d$/

/** Whether a code is the success of a test system, which moves no money. */
export function isOfTestSystem(code: string): boolean {
  return OF_TEST_SYSTEM.test(code)
}
