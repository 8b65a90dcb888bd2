/** The part of each version for whoever runs a gateway. */
const HEADING = 'What you have to do'

/**
 * What the changelog says operators have to do for a version, as a document of its own. Throws where it says nothing, or
 * where the version is not there: nobody should have to guess whether there is something to do.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {{ text: string, isReleased: boolean }} `isReleased`: its heading has a day
 */
export function operatorNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((each) => each.startsWith(`${version} (`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no heading "## ${version} (…)"`)
  const [, when = ''] = /^\S+ \(([^)]*)\)/.exec(section) ?? []
  const parts = section.split(/^### /m).slice(1)
  const part = parts.find((each) => each.startsWith(`${HEADING}\n`))
  const text = part?.slice(HEADING.length).trim() ?? ''
  if (text === '') {
    throw new Error(`CHANGELOG.md says nothing of ${version} under "### ${HEADING}"`)
  }
  const isReleased = /^\d{4}-\d\d-\d\d$/.test(when)
  const about = `# Tillgate ${version}: what you have to do\n\nLinks lead into the documents of the package.`
  return { text: `${about}\n\n${text}\n`, isReleased }
}
