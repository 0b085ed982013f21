import type { Route } from "playwright"
import type { Scene, SceneStage } from "../scene.ts"
import type { TextKey } from "../words.ts"
import { BENCH, OWNER } from "./people.ts"
import { goOffline, hold, listed, rename, stay } from "./steps.ts"

const owner = { who: OWNER, path: "/devices" } as const

const passing = (name: string, play: (stage: SceneStage) => Promise<unknown>): Scene => ({
  ...owner,
  name,
  main: name !== "toast-success",
  before: ({ context }) => context.clock.install(),
  play: async (stage) => {
    await listed(stage)
    await play(stage)
    await hold(stage)
  },
})

const refused = async ({ stack, page, press, see }: SceneStage) => {
  await page.waitForLoadState("networkidle")
  await stack.fault({ call: "loginWithToken", fault: "status:-100" })
  await press("common.action.refresh")
  await see("common.error.tooOftenLoading")
}

const toasts: readonly Scene[] = [
  {
    ...passing("toast-success", async ({ press, see }) => {
      await press("common.action.refresh")
      await see("common.success.devicesRefreshed")
    }),
    repeats: true,
  },
  passing("toast-error", refused),
  {
    ...passing("toast-queued", async (stage) => {
      await goOffline(stage)
      await rename(stage, BENCH, "Bench by the window")
      await stage.see("common.toast.renameQueued", { name: BENCH })
    }),
    repeats: true,
  },
  passing("toast-several", async (stage) => {
    await refused(stage)
    await stage.press("common.action.refresh")
    await stage.see("common.success.devicesRefreshed")
    await rename(stage, BENCH, "Bench by the window")
    await stage.see("common.success.deviceRenamed")
  }),
]

/** From now on the disk of this page is full. */
const fillDisk = ({ page }: SceneStage) => page.evaluate(() => Reflect.set(window, "diskIsFull", true))

/** The script with the help center (`build/chunks.ts`). */
const HELP_CENTER = /\/assets\/pages-[\w-]+\.js$/
/** The help center fails where it looks up its title. */
const breakHelpCenter = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  const broken = '(() => { throw new Error("broken on purpose") })()'
  await route.fulfill({ response, body: (await response.text()).replaceAll(/(["'`])pages\.help\.title\1/g, broken) })
}

const toHelpCenter = async (stage: SceneStage, says: TextKey) => {
  await listed(stage)
  await stage.press("layout.helpCenter")
  await stage.see(says)
}

const troubles: readonly Scene[] = [
  { name: "not-found", path: "/nowhere", leave: stay, main: true },
  {
    name: "not-fetched",
    who: OWNER,
    path: "/devices",
    main: true,
    before: ({ context }) => context.route(HELP_CENTER, (route) => route.abort()),
    play: (stage) => toHelpCenter(stage, "pages.unfetched.title"),
  },
  {
    name: "crashed",
    who: OWNER,
    path: "/devices",
    main: true,
    before: ({ context }) => context.route(HELP_CENTER, breakHelpCenter),
    play: (stage) => toHelpCenter(stage, "pages.crashed.title"),
  },
  {
    ...owner,
    name: "storage-full",
    before: ({ context }) =>
      context.addInitScript(() => {
        for (const name of ["add", "put"] as const) {
          const write = IDBObjectStore.prototype[name]
          IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: [unknown, IDBValidKey?]) {
            if (Reflect.get(window, "diskIsFull") === true) throw new DOMException("no room", "QuotaExceededError")
            return write.apply(this, given)
          }
        }
      }),
    play: async (stage) => {
      await listed(stage)
      await stage.menu(BENCH, "common.action.rename")
      await fillDisk(stage)
      await stage.fill("dialog.rename.label", "No room")
      await stage.answer("common.action.save")
      await stage.see("layout.banner.storageFull")
      await stage.answer("common.action.cancel")
    },
  },
]

/** Toasts, and faults of the page. */
export const passingScenes: readonly Scene[] = [...toasts, ...troubles]
