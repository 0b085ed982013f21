import type { BrowserContext, BrowserContextOptions, Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest"
import { newContext, savedUser, storageOf } from "./browser.ts"
import { type OnStage, sharedOnStage, startOnStage } from "./onStage.ts"
import { anyMenu, installed, OWNER } from "./screen.ts"
import type { Stack } from "./stack.ts"
import { MOVED, tellWhatMoves } from "./stillness.ts"
import { type Watch, watch } from "./watch.ts"

/** Somebody with a browser of their own: storage, service worker and tabs are shared within, and with nobody else. */
export interface Person {
  readonly context: BrowserContext
  readonly watch: Watch
  /** Opens another tab at a path of the app. */
  readonly open: (path?: string) => Promise<Page>
}

export interface Installing {
  /**
   * Whether the service worker may store the whole app, without which no page opens offline. It costs as much time as
   * the page itself: only who asks gets it.
   */
  readonly isStored?: boolean
  /**
   * Whether pages are given the way to the bridge. With it the network's devices join those of the account whenever they
   * answer: only who tests that asks for it.
   */
  readonly hasBridge?: boolean
  /** Whether nothing may move by itself (UX-5); fails with what moved. */
  readonly isStill?: boolean
}

export interface World {
  readonly stack: Stack
  /** Somebody new, with an empty browser. */
  readonly person: (options?: BrowserContextOptions & Installing) => Promise<Person>
  /** Somebody whose browser has a saved user already, looking at the devices. `prepare` comes before the first page. */
  readonly atDevices: (
    given?: Installing & {
      readonly email?: string
      /** What else local storage holds. */
      readonly local?: Readonly<Record<string, string>>
      readonly options?: BrowserContextOptions
      readonly prepare?: (context: BrowserContext) => Promise<unknown>
    },
  ) => Promise<{ readonly person: Person; readonly page: Page }>
}

/** No secret ever shows in an address or on the console, whatever a test did (AUTH-11). */
const leaks = ({ addresses, consoleTexts, secrets }: Watch): readonly string[] =>
  [...addresses(), ...consoleTexts()].filter((text) => [...secrets()].some((secret) => text.includes(secret)))

/**
 * Runs in the page: the app's server knows no bridge, and the one that runs beside it answers nobody. A route of Playwright's
 * would send every request of the context through the test and switch the browser's cache off.
 */
const withoutBridge = (bridge: string): void => {
  const fetched = window.fetch.bind(window)
  window.fetch = (input, init) => {
    if (input === "/bridge.json") return Promise.resolve(new Response(null, { status: 204 }))
    // Each page would say that it wants to be paired.
    if (input === bridge) return Promise.reject(new TypeError("nobody answers"))
    return fetched(input, init)
  }
}

/** Between tests the cloud starts anew and every context is closed. A file about the bridge has a stack of its own. */
export const startWorld = ({
  isStored: isUsuallyStored = false,
  hasBridge: usuallyHasBridge = false,
}: Installing = {}): World => {
  let onStage: OnStage | undefined
  let people: Person[] = []

  beforeAll(async () => {
    onStage = await (usuallyHasBridge ? startOnStage() : sharedOnStage())
  })
  afterAll(async () => {
    if (!usuallyHasBridge) return
    const [code] = await Promise.all([onStage?.stack.stop(), onStage?.browser.close()])
    expect(code).toBe(0)
  })
  beforeEach(async () => {
    people = []
    await started().stack.reset()
  })
  afterEach(async () => {
    await Promise.all(people.map(({ context }) => context.close()))
    for (const { watch } of people) {
      expect(watch.faults()).toEqual([])
      expect(leaks(watch)).toEqual([])
      expect(watch.moved()).toEqual([])
    }
  })

  const started = (): OnStage => {
    if (onStage === undefined) throw new Error("stack and browser have not started")
    return onStage
  }
  const person: World["person"] = async ({
    isStored = isUsuallyStored,
    hasBridge = usuallyHasBridge,
    isStill = false,
    ...options
  } = {}) => {
    const { stack, browser } = started()
    const serviceWorkers = isStored ? "allow" : "block"
    const context = await newContext(browser, stack, { serviceWorkers, ...options })
    if (isStill) await context.addInitScript(tellWhatMoves, MOVED)
    if (!hasBridge) await context.addInitScript(withoutBridge, stack.bridge.replace(/^ws/, "http"))
    const made: Person = {
      context,
      watch: watch(context),
      open: async (path = "/") => {
        const page = await context.newPage()
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
    atDevices: async ({ email = OWNER, local = {}, options = {}, prepare = async () => {}, ...given } = {}) => {
      const { isStored = isUsuallyStored, hasBridge = usuallyHasBridge } = given
      // Nobody waits here for what can be undone, unless a test is about it.
      const { stack } = started()
      const kept = { undoReboot: "false", ...local, user: await savedUser(stack, email) }
      const storageState = storageOf(stack, kept)
      const made = await person({ isStored, hasBridge, storageState, ...options })
      await prepare(made.context)
      const page = await made.open("/devices")
      await anyMenu(page, local.language).waitFor()
      if (isStored) await installed(page)
      return { person: made, page }
    },
  }
}
