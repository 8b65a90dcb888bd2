/** The code of a country, and its name. */
type CountryName = readonly [code: string, name: string]

/** Countries by the name that a language has for them, in its order. */
export function namedCountries(countries: readonly string[], tag: string): readonly CountryName[] {
  const names = new Intl.DisplayNames(tag, { type: 'region' })
  const choices = countries.map((code): CountryName => [code, names.of(code) ?? code])
  return choices.sort(([, one], [, other]) => one.localeCompare(other, tag))
}

/** The country that the languages of a browser name, best first, where it is one of these. */
export function likelyCountry(
  countries: readonly string[],
  languages: readonly string[],
): string | undefined {
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1])
  return regions.find((region) => region !== undefined && countries.includes(region))
}
