import type { BrowserContext, Locator, Page } from "playwright"
import type { TestStack } from "../e2e/stack.ts"
import type { TextKey, Words } from "./words.ts"

/** One picture of the app: the user, the address, and the steps before. */
export interface Scene {
  /** Place and state: `devices-offline`. The name of the file, so each is unique. */
  readonly name: string
  /** Address of the signed-in user. Undefined for a guest. */
  readonly who?: string
  readonly path: string
  /** Further initial values of local storage. */
  readonly local?: Readonly<Record<string, string>>
  /** Runs before the page opens: sets up the server and the browser. */
  readonly before?: (backstage: Backstage) => Promise<unknown>
  /** The steps from the opened page to the picture. */
  readonly play?: (stage: SceneStage) => Promise<unknown>
  /**
   * Undoes `play`, for scenes without `before`. Scenes of one person then share a page where they are only read,
   * because opening a page costs more than playing on.
   */
  readonly leave?: (stage: SceneStage) => Promise<unknown>
  /**
   * The menu is placed beside the pressed control. It closes and opens again at each width, as a person would open it
   * there.
   */
  readonly placed?: true
  /** True for a main scene, which also has a picture on a tablet and a phone. */
  readonly main?: boolean
  /** A special window instead of all widths, px: a low one, or an enlarged one. */
  readonly window?: { readonly width: number; readonly height: number; readonly scale?: number; readonly touch?: true }
  /** The scene only adds colours or a picture: another scene has each of its texts, at the same place and width. */
  readonly repeats?: true
  /** True for the whole height of the page, not only the window. */
  readonly whole?: boolean
}

export interface Backstage {
  readonly stack: TestStack
  readonly context: BrowserContext
}

/** The opened page and a person's steps there, by the keys of the texts, because the words differ by language. */
export interface SceneStage extends Backstage {
  readonly page: Page
  readonly t: Words
  /** Waits until a text is visible. */
  readonly see: (key: TextKey, params?: Readonly<Record<string, unknown>>) => Promise<void>
  /** Waits until a name, or another text that is equal in all languages, is visible. */
  readonly seeName: (name: string) => Promise<void>
  /** Presses the first button, link or radio of this name. */
  readonly press: (key: TextKey, params?: Readonly<Record<string, unknown>>) => Promise<void>
  /** Presses a control inside the open dialog. */
  readonly answer: (key: TextKey, params?: Readonly<Record<string, unknown>>) => Promise<void>
  readonly fill: (key: TextKey, value: string) => Promise<void>
  /** Opens the menu of a device or sub-account, and chooses the entry if one is given. */
  readonly menu: (name: string, entry?: TextKey) => Promise<void>
  /** Follows a link to another screen without a reload, and waits until it is there. */
  readonly visit: (path: string) => Promise<void>
  /** The open dialog. */
  readonly dialog: () => Locator
}
