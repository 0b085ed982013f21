import type { BrowserContext, Locator, Page } from "playwright"
import type { TestStack } from "../e2e/stack.ts"
import type { TextKey, Words } from "./words.ts"

/** One picture of the app: who looks, where, and what happened before. */
export interface Scene {
  /** Its place and its state: `devices-offline`. Names the file, so there is one of each. */
  readonly name: string
  /** Address of the signed-in user; a guest when left out. */
  readonly who?: string
  readonly path: string
  /** What else local storage holds at first. */
  readonly local?: Readonly<Record<string, string>>
  /** Before the page opens: what the server does, what the browser is like. */
  readonly before?: (backstage: Backstage) => Promise<unknown>
  /** From the opened page to the moment of the picture. */
  readonly play?: (stage: SceneStage) => Promise<unknown>
  /**
   * Undoes what `play` did, for scenes without `before`: where each is only read, those of one person then share a page,
   * which costs more to open than to play on.
   */
  readonly leave?: (stage: SceneStage) => Promise<unknown>
  /** A menu is placed beside what was pressed: left and played again at each width, as a person there would open it. */
  readonly placed?: true
  /** One of the main ones: shown on a tablet and on a phone as well. */
  readonly main?: boolean
  /** A window of its own in place of all widths, px: a low one, or one that is enlarged. */
  readonly window?: { readonly width: number; readonly height: number; readonly scale?: number; readonly touch?: true }
  /** It is there for its colours or its picture: another scene has each of its texts, at the same place and width. */
  readonly repeats?: true
  /** The whole height of the page, not only what fits the window. */
  readonly whole?: boolean
}

export interface Backstage {
  readonly stack: TestStack
  readonly context: BrowserContext
}

/** The opened page and what a person does there, by the keys of the texts: the words differ by language. */
export interface SceneStage extends Backstage {
  readonly page: Page
  readonly t: Words
  /** Waits until a text is on screen. */
  readonly see: (key: TextKey, params?: Readonly<Record<string, unknown>>) => Promise<void>
  /** Waits until a name or another text that no language changes is on screen. */
  readonly seeName: (name: string) => Promise<void>
  /** Presses the first button, link or radio of this name. */
  readonly press: (key: TextKey, params?: Readonly<Record<string, unknown>>) => Promise<void>
  /** The same inside the open dialog. */
  readonly answer: (key: TextKey, params?: Readonly<Record<string, unknown>>) => Promise<void>
  readonly fill: (key: TextKey, value: string) => Promise<void>
  /** Opens the menu of a device or sub-account and chooses an entry, when one is named. */
  readonly menu: (name: string, entry?: TextKey) => Promise<void>
  /** Goes to another screen as a link does, without reloading the page, and waits until it is there. */
  readonly visit: (path: string) => Promise<void>
  /** The dialog open over the page. */
  readonly dialog: () => Locator
}
