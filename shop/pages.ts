import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { browserLanguage } from './browser-language.ts'
import { isLocale, LANGUAGES, type Locale } from './languages.ts'
import { type PageLanguage, pageLanguageOf, TEXTS } from './texts.ts'

/** How a shopper wants to see the pages; remembered in cookies. */
export interface Preferences {
  readonly locale: Locale
  /** Absent: as the system has it. */
  readonly theme?: 'light' | 'dark'
}

/**
 * The routes of both pages and of what they load. Language, direction and theme are put into the built HTML here and not by
 * a script, so that nothing flashes or moves while the page loads.
 */
export function loadPages(assetsDir: string) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyStatic, {
      root: join(assetsDir, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
    })
    const index = await readFile(join(assetsDir, 'index.html'), 'utf8')
    const result = await readFile(join(assetsDir, 'shop/result.html'), 'utf8')
    const pages = { '/': index, '/result': withLanguageMenu(result, index) }
    for (const [path, html] of Object.entries(pages)) {
      app.get(path, async (request, reply) => {
        const asked = (request.query as { locale?: unknown }).locale
        // Remembered, because the widget comes back to /result without it.
        if (isLocale(asked))
          reply.header('Set-Cookie', `shop_locale=${asked}; Path=/; SameSite=Lax`)
        return reply
          .type('text/html; charset=utf-8')
          .header('Vary', 'Cookie, Accept-Language')
          .send(renderPage(html, preferencesOf(asked, request.headers), request.url))
      })
    }
  }
}

const MENU_PARTS = [
  /<button[^>]*popovertarget="languages"[\s\S]*?<\/button>/,
  /<nav id="languages"[\s\S]*?<\/nav>/,
]

/** The button and the menu of the shop's first page, in their places on another one. */
export function withLanguageMenu(html: string, index: string): string {
  return MENU_PARTS.reduce(
    (page, part) => page.replace(part, () => part.exec(index)?.[0] ?? ''),
    html,
  )
}

/** Who has chosen no language gets that of the browser. */
function preferencesOf(asked: unknown, headers: IncomingHttpHeaders): Preferences {
  const { cookie: cookies = '' } = headers
  const remembered = /(?:^|; )shop_locale=([\w-]+)/.exec(cookies)?.[1]
  const theme = /(?:^|; )shop_theme=(light|dark)/.exec(cookies)?.[1]
  return {
    locale:
      [asked, remembered].find(isLocale) ?? browserLanguage(headers['accept-language']) ?? 'en',
    ...((theme === 'light' || theme === 'dark') && { theme }),
  }
}

/** Fills language, direction and theme into the `html` element and the texts into `data-text` elements. */
export function renderPage(html: string, { locale, theme }: Preferences, url = '/'): string {
  const language = pageLanguageOf(locale)
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const chosenTheme = theme === undefined ? '' : ` data-theme="${theme}"`
  return fillTexts(html, language)
    .replace(
      /<html [^>]*>/,
      `<html lang="${language}" dir="${direction}" data-locale="${locale}"${chosenTheme}>`,
    )
    .replace(/(<span data-language[^>]*>)[^<]*/, `$1${LANGUAGES[locale][1]}`)
    .replace(`href="/?locale=${locale}"`, '$& aria-current="true"')
    .replaceAll('href="/?locale=', () => `href="${escapeHtml(languageAddress(url))}`)
}

/** The same page in another language: a result is read by what is in its address. */
function languageAddress(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://shop')
  searchParams.delete('locale')
  searchParams.append('locale', '')
  return `${pathname}?${searchParams}`
}

function fillTexts(html: string, language: PageLanguage): string {
  const texts: Readonly<Record<string, string>> = TEXTS[language]
  return html
    .replace(/(data-text="([\w.]+)"[^>]*>)[^<]*/g, (_, tag, key) => tag + escapeHtml(texts[key]))
    .replace(
      /data-label="([\w.]+)" aria-label="[^"]*"/g,
      (_, key) => `aria-label="${escapeHtml(texts[key])}"`,
    )
}

function escapeHtml(text = ''): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
