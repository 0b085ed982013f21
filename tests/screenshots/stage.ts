import type { Browser, BrowserContext, Locator, Page } from "playwright"
import type { Language } from "../../src/app/i18n/languages.ts"
import { newContext, openRemembering, savedUser } from "../e2e/browser.ts"
import { screenHeading, visit } from "../e2e/screen.ts"
import type { TestStack } from "../e2e/stack.ts"
import type { Backstage, Scene, SceneStage } from "./scene.ts"
import type { TextKey, Words } from "./words.ts"

/** Plays a scene up to the moment of its picture. */

type Params = Readonly<Record<string, unknown>>

const PRESSABLE = ["button", "link", "radio", "switch"] as const

/** Every control of this name in any role: a scene knows the words, not the markup. */
const pressable = (within: Page | Locator, name: string): Locator => {
  const [first, ...others] = PRESSABLE.map((role) => within.getByRole(role, { name, exact: true }))
  if (first === undefined) throw new Error("there is no role to press")
  return others.reduce((all, other) => all.or(other), first).first()
}

/** Presses radios and switches by keyboard, so that no picture depends on the pointer. */
const push = async (control: Locator): Promise<void> => {
  await control.waitFor({ state: "attached" })
  const isHiddenInput = await control.evaluate((element) => element instanceof HTMLInputElement)
  if (!isHiddenInput) return control.click()
  await control.focus()
  await control.press("Space")
}

const stageOf = (page: Page, t: Words, backstage: Backstage): SceneStage => {
  const dialog = () => page.getByRole("dialog").or(page.getByRole("alertdialog")).first()
  const field = (key: TextKey) => page.getByLabel(t(key), { exact: true }).first()
  return {
    ...backstage,
    page,
    t,
    dialog,
    see: (key: TextKey, params?: Params) => page.getByText(t(key, params)).first().waitFor(),
    seeName: (name) => page.getByText(name).first().waitFor(),
    press: (key: TextKey, params?: Params) => push(pressable(page, t(key, params))),
    answer: (key: TextKey, params?: Params) => push(pressable(dialog(), t(key, params))),
    fill: (key, value) => field(key).fill(value),
    visit: (path) => visit(page, path),
    menu: async (name, entry) => {
      await page.getByRole("button", { name: t("common.action.actionsFor", { name }), exact: true }).click()
      await page.getByRole("menuitem").first().waitFor()
      if (entry === undefined) return
      await page.getByRole("menuitem", { name: t(entry), exact: true }).click()
      await page.getByRole("menu").waitFor({ state: "detached" })
    },
  }
}

export interface Performance {
  readonly scene: Scene
  readonly stack: TestStack
  readonly language: Language
  readonly words: Words
  /** Extra settings of the page before the scene. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Local storage of the user of the scene. */
const storageFor = async (stack: TestStack, { who, local }: Scene, language: string) => {
  const user = who === undefined ? {} : { user: await savedUser(stack, who) }
  return { ...local, ...user, language }
}

/** The page before the scene, in a browser without data of a person. The caller closes it. */
export const open = async (context: BrowserContext, performance: Performance): Promise<SceneStage> => {
  const { scene, stack, language, words, prepare } = performance
  await stack.reset()
  const local = await storageFor(stack, scene, language.code)
  await scene.before?.({ stack, context })
  const page = await context.newPage()
  await prepare?.(page)
  await openRemembering(page, local, scene.path)
  await screenHeading(page).waitFor({ state: "attached" })
  return stageOf(page, words, { stack, context })
}

/** Plays the steps from the opened page to the picture. */
export const playOn = async (stage: SceneStage, scene: Scene): Promise<void> => {
  await scene.play?.(stage)
  if (scene.name.startsWith("dialog-")) await stage.dialog().waitFor()
  await stage.page.evaluate(async () => void (await document.fonts.ready))
}

/** A browser for one scene, without a service worker, so that the test can change network answers. */
const contextFor = (browser: Browser, { scene, stack }: Performance): Promise<BrowserContext> => {
  const { scale, touch } = scene.window ?? {}
  return newContext(browser, stack, {
    serviceWorkers: "block",
    ...(scale !== undefined && { deviceScaleFactor: scale }),
    ...(touch && { hasTouch: true, isMobile: true }),
  })
}

/** The stage at the moment of the picture. The caller closes its context. */
export const play = async (browser: Browser, performance: Performance): Promise<SceneStage> => {
  const context = await contextFor(browser, performance)
  try {
    const stage = await open(context, performance)
    await playOn(stage, performance.scene)
    return stage
  } catch (error) {
    await context.close()
    throw error
  }
}
