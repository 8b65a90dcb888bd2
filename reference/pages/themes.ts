/** A look of the widget as values of its CSS variables (docs/widget/styling.md). */
export interface Theme {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly scheme: 'light' | 'dark'
  readonly variables: Readonly<Record<ThemeVariable, string>>
}

type ThemeColour =
  | '--tillgate-accent'
  | '--tillgate-on-accent'
  | '--tillgate-text'
  | '--tillgate-muted'
  | '--tillgate-surface'
  | '--tillgate-field'
  | '--tillgate-border'
  | '--tillgate-error'

type ThemeVariable =
  | ThemeColour
  | '--tillgate-radius'
  | '--tillgate-field-height'
  | '--tillgate-gap'

/** Themes to begin with: each is complete, so that a shop can change one value after the other. */
export const themes: readonly Theme[] = [
  {
    id: 'line',
    title: 'Line',
    about: 'White fields with an edge: the widget as it comes.',
    scheme: 'light',
    variables: {
      '--tillgate-accent': '#1f4bd8',
      '--tillgate-on-accent': '#ffffff',
      '--tillgate-text': '#0e1726',
      '--tillgate-muted': '#566174',
      '--tillgate-surface': '#ffffff',
      '--tillgate-field': '#ffffff',
      '--tillgate-border': '#7f8a9b',
      '--tillgate-error': '#b4232f',
      '--tillgate-radius': '8px',
      '--tillgate-field-height': '48px',
      '--tillgate-gap': '20px',
    },
  },
  {
    id: 'filled',
    title: 'Filled',
    about: 'Fields of a colour on a tinted panel, higher and closer together.',
    scheme: 'light',
    variables: {
      '--tillgate-accent': '#0b6b4f',
      '--tillgate-on-accent': '#ffffff',
      '--tillgate-text': '#17201c',
      '--tillgate-muted': '#4a5852',
      '--tillgate-surface': '#f6f8f7',
      '--tillgate-field': '#e8edea',
      '--tillgate-border': '#6c7a73',
      '--tillgate-error': '#a81e2b',
      '--tillgate-radius': '4px',
      '--tillgate-field-height': '52px',
      '--tillgate-gap': '16px',
    },
  },
  {
    id: 'night',
    title: 'Night',
    about: 'For dark pages, with round and lower fields.',
    scheme: 'dark',
    variables: {
      '--tillgate-accent': '#86a2ff',
      '--tillgate-on-accent': '#0b1433',
      '--tillgate-text': '#ecf0f6',
      '--tillgate-muted': '#a9b4c4',
      '--tillgate-surface': '#171c25',
      '--tillgate-field': '#0e1218',
      '--tillgate-border': '#6f7c90',
      '--tillgate-error': '#ff9690',
      '--tillgate-radius': '12px',
      '--tillgate-field-height': '44px',
      '--tillgate-gap': '16px',
    },
  },
]

/** What stands on what, and the least contrast of WCAG 2.2: 4.5 for texts (1.4.3), 3 for edges (1.4.11). */
export const contrastPairs: readonly {
  readonly name: string
  readonly front: ThemeColour
  readonly back: ThemeColour
  readonly least: number
}[] = [
  { name: 'Labels on the panel', front: '--tillgate-text', back: '--tillgate-surface', least: 4.5 },
  { name: 'Text in fields', front: '--tillgate-text', back: '--tillgate-field', least: 4.5 },
  { name: 'Placeholders', front: '--tillgate-muted', back: '--tillgate-field', least: 4.5 },
  { name: 'Hints on the panel', front: '--tillgate-muted', back: '--tillgate-surface', least: 4.5 },
  {
    name: 'Errors on the panel',
    front: '--tillgate-error',
    back: '--tillgate-surface',
    least: 4.5,
  },
  { name: 'Button', front: '--tillgate-on-accent', back: '--tillgate-accent', least: 4.5 },
  { name: 'Edges of fields', front: '--tillgate-border', back: '--tillgate-surface', least: 3 },
  { name: 'Ring of the focus', front: '--tillgate-accent', back: '--tillgate-surface', least: 3 },
]

/** The CSS of a theme, for an element around the form. */
export function themeCss({ scheme, variables }: Theme): string {
  const lines = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};`)
  return `.checkout {\n  color-scheme: ${scheme};\n${lines.join('\n')}\n}`
}

/** The contrast of two colours, `#rrggbb` (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
