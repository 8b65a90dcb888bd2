/** @typedef {import('../sim/planted-bugs.mjs').PlantedBug} PlantedFault */

/**
 * Makes the faults of one connector.
 *
 * @param {string} connector Its folder.
 */
export function faultsOf(connector) {
  /**
   * @param {string} name
   * @param {string} says What is done wrong.
   * @param {string} file In the folder of the connector, or beside it: `../shared/judged.ts`.
   * @param {string} find Text that stands in the file exactly once.
   * @param {string} replacement
   * @returns {PlantedFault}
   */
  return (name, says, file, find, replacement) => ({
    name,
    says,
    edits: [{ file: `acquirers/${connector}/${file}`, find, replacement }],
  })
}
