import { hashIn } from '../../common/hash-table.ts'
import type { LocaleCode } from '../../common/locale-tags.ts'
import type { ListedTexts, LocaleTable } from '../../common/widget-wire.ts'
import { fetchWithin } from '../session/fetch-within.ts'

/** A form whose texts are not here by then is shown in English: its labels are empty until then. */
const TEXTS_WITHIN_MS = 5000

const files = new Map<string, Promise<never>>()

/**
 * Texts of a language other than English for what is in the script. Rare languages have their hashes in
 * a table of its own.
 */
export async function loadCatalogue(locales: LocaleTable, code: LocaleCode): Promise<ListedTexts> {
  const { hashes } = locales
  const known =
    hashIn(hashes, code) ||
    hashIn(await loadTexts<string>(locales, 'others', hashIn(hashes, 'others')), code)
  return loadTexts(locales, code, known)
}

/** A file of texts, fetched once per page and checked against its hash. */
export function loadTexts<Texts>({ folder }: LocaleTable, name: string, hash = ''): Promise<Texts> {
  let file = files.get(name)
  if (file === undefined) {
    file =
      hash === ''
        ? Promise.reject(new Error(`No texts for ${name}`))
        : fetchTexts(`${folder}${name}.json`, `sha256-${hash}=`)
    files.set(name, file)
    file.catch(() => files.delete(name))
  }
  return file
}

async function fetchTexts(address: string, integrity: string): Promise<never> {
  const { body } = await fetchWithin(TEXTS_WITHIN_MS, address, { integrity })
  return body as never
}
