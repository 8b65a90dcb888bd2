/**
 * The tasks of `node run.mjs`; those of `package.json` are the ones that are used each day.
 *
 * @typedef {object} Task
 * @property {string} file the script, from the root
 * @property {readonly ('install' | 'build' | 'browser')[]} needs what is made ready before
 * @property {readonly string[]} [options] what the script is given before the options of the user
 * @property {string} does one line
 */

const INSTALLED = /** @type {const} */ (['install'])
const BUILT = /** @type {const} */ (['install', 'build'])
const WITH_BROWSER = /** @type {const} */ (['install', 'build', 'browser'])

/** @type {Readonly<Record<string, Task>>} */
export const TASKS = {
  test: {
    file: 'scripts/test.mjs',
    needs: WITH_BROWSER,
    does: 'all tests, or those of some files',
  },
  check: {
    file: 'scripts/check.mjs',
    needs: BUILT,
    does: 'types, format, dead code, borders, generated files, sizes',
  },
  sim: { file: 'scripts/sim.mjs', needs: INSTALLED, does: 'the crash simulation with many seeds' },
  'test:variants': {
    file: 'scripts/test-variants.mjs',
    needs: WITH_BROWSER,
    does: 'every test in every language, theme and width',
  },
  'test:properties': {
    file: 'scripts/test-properties.mjs',
    needs: INSTALLED,
    does: 'the property tests under a new seed',
  },
  'test:mutants': {
    file: 'scripts/mutants.mjs',
    needs: BUILT,
    does: 'whether the tests notice changed rules',
  },
  'test:planted': {
    file: 'scripts/planted-faults.mjs',
    needs: INSTALLED,
    does: 'whether the tests of connectors find planted faults',
  },
  'test:kill': {
    file: 'scripts/kill-test.mjs',
    needs: BUILT,
    does: 'kills the gateway under load',
  },
  'test:rolling': {
    file: 'scripts/test-rolling.mjs',
    needs: BUILT,
    does: 'a next version replaces two processes on PostgreSQL under load',
  },
  'test:failover': {
    file: 'scripts/test-failover.mjs',
    needs: BUILT,
    does: 'kills the primary of two gateways under load, and promotes its standby',
  },
  'test:rotation': {
    file: 'scripts/test-rotation.mjs',
    needs: BUILT,
    does: 'replaces the master key of two processes on PostgreSQL under load',
  },
  'test:browsers': {
    file: 'scripts/test-browsers.mjs',
    needs: BUILT,
    does: 'pays in Firefox and WebKitGTK',
  },
  'test:ftp': {
    file: 'scripts/test-ftp.mjs',
    needs: INSTALLED,
    does: 'delivers reconciliation files to vsftpd',
  },
  'test:smtp': {
    file: 'scripts/test-smtp.mjs',
    needs: INSTALLED,
    does: 'sends mails to aiosmtpd of Debian',
  },
  package: {
    file: 'scripts/package.mjs',
    needs: BUILT,
    does: 'the packages of a release, and their checksums',
  },
  release: {
    file: 'scripts/release.mjs',
    needs: BUILT,
    does: 'a release: packages, SBOMs, notices, what operators have to do, checksums',
  },
  'test:package': {
    file: 'scripts/test-package.mjs',
    needs: BUILT,
    does: 'installs the package in an empty folder and pays there',
  },
  fuzz: { file: 'scripts/fuzz.mjs', needs: INSTALLED, does: 'wrong bodies against the readers' },
  gallery: {
    file: 'scripts/gallery.mjs',
    needs: WITH_BROWSER,
    does: 'a picture of every form in every state',
  },
  'demo:finance': {
    file: 'scripts/demo-finance.mjs',
    needs: BUILT,
    does: 'a day of settlement, disputes and payouts, shown',
  },
  sell: {
    file: 'scripts/sell.mjs',
    needs: BUILT,
    does: 'one shop through simulator, gateway, Stripe and Adyen, compared',
  },
  prove: {
    file: 'scripts/prove.mjs',
    needs: BUILT,
    does: 'a connector with an account of your own at its provider; writes a record',
  },
  bench: {
    file: 'bench/run.mjs',
    needs: BUILT,
    options: ['server'],
    does: 'the gateway beside its floor',
  },
  'bench:schedules': {
    file: 'bench/run.mjs',
    needs: BUILT,
    options: ['schedules'],
    does: 'schedules that come due in one minute',
  },
  'bench:settlement': {
    file: 'bench/run.mjs',
    needs: BUILT,
    options: ['settlement'],
    does: 'a million payments settled by a file',
  },
  'bench:hostile': {
    file: 'bench/run.mjs',
    needs: BUILT,
    options: ['hostile'],
    does: 'one address with 10,000 connections',
  },
  'bench:widget': {
    file: 'bench/run.mjs',
    needs: WITH_BROWSER,
    options: ['widget'],
    does: 'the card form beside another one',
  },
  house: {
    file: 'scripts/house.mjs',
    needs: INSTALLED,
    does: 'files, lines and imports of each folder',
  },
  walk: { file: 'scripts/walk.mjs', needs: INSTALLED, does: 'what a request enters, file by file' },
  without: { file: 'scripts/without.mjs', needs: BUILT, does: 'the gateway without a feature' },
  tables: {
    file: 'scripts/tables-of-docs.mjs',
    needs: INSTALLED,
    does: 'makes the tables of the docs that are facts of the code',
  },
  'widget-options': {
    file: 'scripts/widget-options.mjs',
    needs: INSTALLED,
    does: 'makes the table of docs/widget/options.md',
  },
  migration: {
    file: 'scripts/migration.mjs',
    needs: INSTALLED,
    does: 'makes a migration of both databases from the tables',
  },
  'wire-types': {
    file: 'scripts/wire-types.mjs',
    needs: INSTALLED,
    does: 'makes dist/types/wire.ts, as the build does',
  },
  conformance: {
    file: 'scripts/conformance.mjs',
    needs: INSTALLED,
    does: 'the interface row by row, with the tests of each',
  },
  'brand-marks': {
    file: 'scripts/brand-marks.mjs',
    needs: INSTALLED,
    does: 'makes the marks of brands',
  },
}
