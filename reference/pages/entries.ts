import type { Markup } from '../../server/http/pages/markup.ts'
import type { GuideGroup } from './guide-list.ts'

/** What the search finds. */
export interface Entry {
  /** The id that a link to it leads to. */
  readonly id: string
  readonly title: string
  /** Follows the title in a list of results. */
  readonly note: string
  readonly markup: Markup
}

/** A part of a page with a title. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly markup: Markup
  readonly entries: readonly Entry[]
}

export interface ReferencePage {
  readonly path: string
  /** The id that leads to its head. */
  readonly id: string
  readonly title: string
  /** The line of the menu that it is under. */
  readonly group?: GuideGroup | 'Operations' | 'Parameters'
  readonly lead?: Markup
  readonly sections: readonly Section[]
  /** The page shows the widget, with the scripts and frames that it needs. */
  readonly widget?: EmbeddedWidget
}

/** Inline code of a page around the widget. */
export interface EmbeddedWidget {
  /** Runs before the script of the widget. */
  readonly options?: string
  readonly module: string
  /** The module adds the script of the widget itself. */
  readonly startsItself?: true
  /** The widget can pay: it sends forms to pages of the gateway. */
  readonly pays?: true
}
