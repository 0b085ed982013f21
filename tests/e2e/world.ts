import type { BrowserContext, BrowserContextOptions, Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest"
import { newContext, openRemembering, savedUser } from "./browser.ts"
import { type OnStage, sharedOnStage, startOnStage } from "./onStage.ts"
import { anyMenu, installed, OWNER } from "./screen.ts"
import type { TestStack } from "./stack.ts"
import { NOTHING, survey, tellMoves } from "./stillness.ts"
import { type Watch, watch } from "./watch.ts"
import { forgoBridge } from "./withoutBridge.ts"

/** A user with a separate browser, whose tabs share storage and service worker. */
export interface Person {
  readonly context: BrowserContext
  readonly watch: Watch
  /** Another tab, empty. */
  readonly newPage: () => Promise<Page>
  /** Opens another tab at a path of the app. */
  readonly open: (path?: string) => Promise<Page>
}

export interface Installing {
  /**
   * True when the service worker may store the whole app, so that pages open offline. It takes as much time as the page
   * itself, so tests must request it.
   */
  readonly isStored?: boolean
  /**
   * True when pages get the address of the bridge. Then the network's devices join those of the account whenever they
   * answer, so only tests of that request it.
   */
  readonly hasBridge?: boolean
  /**
   * True when the browser may be a reused one, emptied after earlier tests: it opens pages in half the time. Not for
   * tests of loading the app, because its files are in the cache.
   */
  readonly isPooled?: boolean
  /** True to fail with the movements when anything moves without a press (UX-5). */
  readonly isStill?: boolean
}

export interface TestWorld {
  readonly stack: TestStack
  /** A new person, with an empty browser. */
  readonly person: (options?: BrowserContextOptions & Installing) => Promise<Person>
  /** A person with a saved user, at the devices. `prepare` runs before the first page. */
  readonly atDevices: (
    given?: Installing & {
      readonly email?: string
      /** Further values in local storage. */
      readonly local?: Readonly<Record<string, string>>
      readonly options?: BrowserContextOptions
      readonly prepare?: (context: BrowserContext) => Promise<unknown>
    },
  ) => Promise<{ readonly person: Person; readonly page: Page }>
}

/** Secrets in an address or on the console, where no test may leave any (AUTH-11). */
const leaks = ({ addresses, consoleTexts, secrets }: Watch): readonly string[] =>
  [...addresses(), ...consoleTexts()].filter((text) => [...secrets()].some((secret) => text.includes(secret)))

/**
 * Between tests the cloud is reset, and every context is closed or emptied. A file about the bridge has its own stack.
 */
export const startWorld = ({
  isStored: isUsuallyStored = false,
  hasBridge: usuallyHasBridge = false,
  isPooled: isUsuallyPooled = false,
}: Installing = {}): TestWorld => {
  let onStage: OnStage | undefined
  let people: Person[] = []

  beforeAll(async () => {
    onStage = await (usuallyHasBridge ? startOnStage() : sharedOnStage())
  })
  afterAll(async () => {
    if (!usuallyHasBridge) return
    const [code] = await Promise.all([onStage?.stack.stop(), onStage?.browser.close(), onStage?.pool.close()])
    expect(code).toBe(0)
  })
  beforeEach(async () => {
    people = []
    await started().stack.reset()
  })
  afterEach(async ({ task }) => {
    const hasPassed = task.result?.state === "pass"
    await Promise.all(people.map(({ context }) => started().pool.takeBack(context, { hasPassed })))
    for (const { watch } of people) watch.end()
    for (const { watch } of people) {
      expect(watch.faults()).toEqual([])
      expect(leaks(watch)).toEqual([])
      expect(watch.moved().join("\n")).toBe("")
    }
  })

  const started = (): OnStage => {
    if (onStage === undefined) throw new Error("stack and browser have not started")
    return onStage
  }
  const person: TestWorld["person"] = async ({
    isStored = isUsuallyStored,
    hasBridge = usuallyHasBridge,
    isStill = false,
    isPooled = isUsuallyPooled,
    ...options
  } = {}) => {
    const { stack, browser, pool } = started()
    const { viewport, ...others } = options
    const isOwn = !isPooled || hasBridge || isStill || Object.keys(others).length > 0
    const serviceWorkers = isStored ? "allow" : "block"
    const context = isOwn
      ? await newContext(browser, stack, { serviceWorkers, ...options })
      : await pool.take({ isStored })
    const newPage = async () => {
      const page = await context.newPage()
      if (viewport) await page.setViewportSize(viewport)
      return page
    }
    if (isStill) await tellMoves(context, NOTHING)
    else if (isOwn) await survey(context)
    if (isOwn && !hasBridge) await forgoBridge(context, stack)
    const made: Person = {
      context,
      watch: watch(context),
      newPage,
      open: async (path = "/") => {
        const page = await newPage()
        await page.goto(path)
        return page
      },
    }
    people.push(made)
    return made
  }
  return {
    get stack() {
      return started().stack
    },
    person,
    atDevices: async ({ email = OWNER, local = {}, options = {}, prepare, ...given } = {}) => {
      // Here an undoable action is sent at once, unless a test is about the wait.
      const kept = { undoReboot: "false", ...local, user: await savedUser(started().stack, email) }
      const { isStored = isUsuallyStored } = given
      const made = await person({ isPooled: isUsuallyPooled && prepare === undefined, ...given, ...options })
      await prepare?.(made.context)
      const page = await made.newPage()
      await openRemembering(page, kept, "/devices")
      await anyMenu(page, local.language).waitFor()
      if (isStored) await installed(page)
      return { person: made, page }
    },
  }
}
