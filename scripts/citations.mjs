/**
 * What files cite of `docs/design/`: requirements (`R-UNK-1`), sections of the decisions and of the
 * reference behaviour, headings and parameters of the interface document, ASVS and PCI DSS numbers.
 *
 * @typedef {'requirement' | 'decision' | 'reference behaviour' | 'interface' | 'ASVS' | 'PCI DSS'} Source
 * @typedef {{ source: Source, place: string, line: number }} Citation
 */

const SECTIONS = '§\\d+(?:\\.\\d+)?(?:(?:,| and| to) §\\d+(?:\\.\\d+)?)*'

/** @type {readonly { source: Source, pattern: RegExp, places: (text: string) => string[] }[]} */
const GRAMMAR = [
  {
    source: 'requirement',
    pattern: /\bR-(?:[A-Z0-9]+-)?\d+\b/g,
    places: (text) => [text],
  },
  {
    source: 'decision',
    pattern: new RegExp(`\\bdecisions? (${SECTIONS})`, 'gi'),
    places: numbersIn,
  },
  {
    source: 'reference behaviour',
    pattern: new RegExp(`\\breference behaviour (${SECTIONS})`, 'gi'),
    places: numbersIn,
  },
  {
    source: 'interface',
    // A heading begins with a capital or a digit; a lower-case word is a parameter.
    pattern: /\binterface document(?:,|:) (?:([A-Z0-9][\w -]*)|`?([a-z]\w*[A-Z][\w.]*)`?)/g,
    places: (text) => [text.replace(/^interface document[,:] `?/, '').trim()],
  },
  {
    source: 'ASVS',
    pattern: /\bASVS (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)/g,
    places: (text) => text.match(/\d+\.\d+\.\d+/g) ?? [],
  },
  {
    source: 'PCI DSS',
    pattern: /\bPCI DSS (\d+\.\d+(?:\.\d+)*)/g,
    places: (text) => text.match(/\d+(?:\.\d+)+/g) ?? [],
  },
]

/** @param {string} text */
function numbersIn(text) {
  return (text.match(/§\d+(?:\.\d+)?/g) ?? []).map((section) => section.slice(1))
}

/**
 * Every citation in a file, in order of the grammar. A citation may go over the end of a line of a comment.
 *
 * @param {string} text
 * @returns {Citation[]}
 */
export function citationsIn(text) {
  // Each line end and comment mark becomes blanks of the same length, so that positions stay true.
  const joined = text.replace(
    /\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g,
    (gap) => ` ${' '.repeat(gap.length - 1)}`,
  )
  const dense = squeeze(joined)
  return GRAMMAR.flatMap(({ source, pattern, places }) =>
    [...dense.text.matchAll(pattern)].flatMap((match) =>
      places(match[0]).map((place) => ({
        source,
        place,
        line: findingLine(text, dense.at[match.index] ?? 0),
      })),
    ),
  )
}

/**
 * A text with single blanks, and where each of its characters stood.
 *
 * @param {string} text
 */
function squeeze(text) {
  let squeezed = ''
  /** @type {number[]} */
  const at = []
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === ' ' && squeezed.endsWith(' ')) continue
    squeezed += character
    at.push(index)
  }
  return { text: squeezed, at }
}

/** @param {string} text @param {number} index */
function findingLine(text, index) {
  return text.slice(0, index).split('\n').length
}

/**
 * Whether a citation leads somewhere. `pages` are the texts of the design pages; `parameters` are the
 * names of the interface's parameters.
 *
 * @param {{ pages: Readonly<Record<string, string>>, parameters: ReadonlySet<string> }} design
 * @returns {(citation: Citation) => boolean}
 */
export function citedPlaces({ pages, parameters }) {
  const requirements = pages['requirements.md'] ?? ''
  const headings = headingsIn(pages['interface.md'] ?? '')
  const decisions = sectionsIn(pages['decisions.md'] ?? '')
  const behaviour = sectionsIn(pages['reference-behaviour.md'] ?? '')
  const standards = {
    ASVS: rowsBelow(requirements, 'OWASP ASVS'),
    'PCI DSS': rowsBelow(requirements, 'PCI DSS'),
  }
  return ({ source, place }) => {
    if (source === 'requirement') return requirements.includes(`**${place}**`)
    if (source === 'decision') return decisions.has(place)
    if (source === 'reference behaviour') return behaviour.has(place)
    if (source !== 'interface') return standards[source].has(place)
    return headings.some((heading) => place.startsWith(heading)) || parameters.has(place)
  }
}

/** @param {string} page */
function headingsIn(page) {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '').filter(Boolean)
}

/** @param {string} page */
function sectionsIn(page) {
  return new Set(headingsIn(page).flatMap((heading) => /^[\d.]*\d/.exec(heading) ?? []))
}

/** First cells of the table below a heading. @param {string} page @param {string} heading */
function rowsBelow(page, heading) {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return new Set([...section.matchAll(/^\| ([\d.]+) \|/gm)].map(([, number]) => number))
}
