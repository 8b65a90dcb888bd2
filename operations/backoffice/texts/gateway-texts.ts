/**
 * What the gateway says in English, in another language: result codes, their groups, brands whose name is a word.
 * A language has few codes of its own; the group says the rest.
 */
type GatewayTexts = Readonly<Record<string, string>>

const files = import.meta.glob<GatewayTexts>('../../../locales/backoffice/gateway/*.json', {
  import: 'default',
})

let texts: GatewayTexts = {}

/** Loads these texts; a language without any shows what the gateway says. */
export async function loadGatewayTexts(language: string): Promise<void> {
  useGatewayTexts((await files[`../../../locales/backoffice/gateway/${language}.json`]?.()) ?? {})
}

/** Shows these texts from now on. */
export function useGatewayTexts(given: GatewayTexts): void {
  texts = given
}

/** What a result code means, for people: `description` is what the gateway says. */
export function resultText(result: {
  readonly code: string
  readonly codeGroup?: string
  readonly description: string
}): string {
  const { code, codeGroup = '', description } = result
  return texts[code] ?? texts[codeGroup] ?? description
}

/** The name of a brand in the language; `undefined`: it is the same in all of them. */
export function brandText(brand: string): string | undefined {
  return texts[brand]
}
