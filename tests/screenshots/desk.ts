import type { Browser, Page } from "playwright"
import { newContext, savedUser } from "../e2e/browser.ts"
import type { TestStack } from "../e2e/stack.ts"
import { BENCH, OWNER } from "./scenes/people.ts"

/** Pages of the emulator. They are for developers of the app, in English only, so no other test plays them. */
export interface DeskScene {
  readonly name: string
  /** The path at the cloud. */
  readonly path: string
  /** Runs before the page opens. */
  readonly before?: (stack: TestStack) => Promise<unknown>
  /** The steps from the opened page to the picture. */
  readonly play: (page: Page) => Promise<unknown>
}

/** A person has signed in. Two replies to a rename will be lost, and one device will stall in an update. */
const busy = async (stack: TestStack): Promise<void> => {
  await savedUser(stack, OWNER)
  await stack.post("signin", { email: "nobody", password: "" })
  const { did } = await stack.device(BENCH)
  await stack.fault({ call: "rename_device", did, fault: "drop-reply", times: 2 })
  await stack.fault({ did, fault: "stall-firmware", stage: "upload", percent: 50 })
}

const filled = async (page: Page): Promise<void> => {
  await page.getByText("Running", { exact: true }).waitFor()
  await page.getByRole("region", { name: "Devices" }).getByText(BENCH).waitFor()
  await page.locator("li.request").first().waitFor()
}

export const deskScenes: readonly DeskScene[] = [
  { name: "console", path: "/emulator/", before: busy, play: filled },
  {
    name: "console-device",
    path: "/emulator/",
    before: busy,
    play: async (page) => {
      await filled(page)
      await page.getByTitle(`Change ${BENCH}`).click()
      await page.getByRole("dialog", { name: "Change a device" }).waitFor()
    },
  },
  { name: "api-document", path: "/docs", play: (page) => page.locator("main section").first().waitFor() },
  {
    name: "api-document-run",
    path: "/docs",
    play: async (page) => {
      await page.getByLabel("Filter the calls").fill("wakes what is behind")
      const call = page.locator("#request_device")
      await call.getByRole("button", { name: "Run against this mock" }).click()
      await call.getByRole("status").getByText('"status": 0').waitFor()
    },
  },
]

/** The page at the moment of the picture. The caller closes its context. */
export const playAtDesk = async (browser: Browser, stack: TestStack, scene: DeskScene): Promise<Page> => {
  await stack.reset()
  await scene.before?.(stack)
  const context = await newContext(browser, stack, { baseURL: stack.cloud })
  try {
    const page = await context.newPage()
    await page.goto(scene.path)
    await scene.play(page)
    return page
  } catch (error) {
    await context.close()
    throw error
  }
}
