import type { Backstage, SceneStage } from "../scene.ts"
import { BENCH, DESK, ROOM } from "./people.ts"

/** Waits for the devices of the owner. */
export const listed = ({ seeName }: SceneStage): Promise<void> => seeName(BENCH)

/** Changes a device as a person beside it would. */
export const change = async (
  { stack }: Backstage,
  name: string,
  to: Readonly<Record<string, unknown>>,
): Promise<void> => stack.patchDevice((await stack.device(name)).did, to)

/** Presses a button whose name is equal in all languages. */
export const pressNamed = ({ page }: SceneStage, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).first().click()

/** Renames a device through its dialog. */
export const rename = async (
  { menu, fill, answer, dialog }: SceneStage,
  device: string,
  name: string,
): Promise<void> => {
  await menu(device, "common.action.rename")
  await fill("dialog.rename.label", name)
  await answer("common.action.save")
  await dialog().waitFor({ state: "detached" })
}

/** Asks for a reboot or wake through the dialog. */
export const act = async (
  { menu, answer, dialog }: SceneStage,
  device: string,
  what: "wake" | "reboot",
): Promise<void> => {
  await menu(device, `common.action.${what}`)
  await answer(`dialog.${what}.submit`)
  await dialog().waitFor({ state: "detached" })
}

const chosen = [ROOM, DESK, BENCH]

/** Selects some devices. */
export const choosing = async (stage: SceneStage): Promise<void> => {
  await listed(stage)
  await stage.press("devices.selection.select")
  for (const name of chosen)
    await stage.page
      .getByRole("checkbox", { name: stage.t("devices.selection.choose", { name }), exact: true })
      .press("Space")
}

/** Opens the dialog of an operation on all selected devices. */
export const askForSeveral =
  (kind: "wake" | "reboot" | "assign") =>
  async (stage: SceneStage): Promise<void> => {
    await choosing(stage)
    await stage.page
      .locator(".selbar")
      .getByRole("button", { name: stage.t(`common.action.${kind}`), exact: true })
      .click()
    await stage.see(`dialog.batch.${kind}.body`, { count: chosen.length })
  }

/** Cuts the network once the page has loaded everything it may need. */
export const goOffline = async ({ page, context, see }: SceneStage): Promise<void> => {
  await page.waitForLoadState("networkidle")
  await context.setOffline(true)
  await see("layout.banner.offline")
}

/** How far ahead the clock stops, ms: longer than a busy machine takes to stop it, and shorter than a toast lasts. */
const AHEAD_MS = 500

/** Stops the page's time, so that transient parts stay for the picture. The scene has installed a clock before. */
export const hold = async ({ page }: SceneStage): Promise<void> => {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + AHEAD_MS)
}

/** Ends of scenes (`Scene.leave`). */

/** For a scene that only reads: nothing to undo. */
export const stay = async (): Promise<void> => {}

export const dismiss = async ({ page, dialog }: SceneStage): Promise<void> => {
  await page.keyboard.press("Escape")
  await dialog().waitFor({ state: "detached" })
}

export const closeMenu = async ({ page }: SceneStage): Promise<void> => {
  await page.keyboard.press("Escape")
  await page.getByRole("menu").or(page.getByRole("listbox")).waitFor({ state: "detached" })
}

/** Leaving a screen drops its typed text and messages. */
export const goAway = ({ visit }: SceneStage): Promise<void> => visit("/nowhere")

/** Restores the network, and waits until the page no longer shows it as missing. */
export const comeBack = async (stage: SceneStage): Promise<void> => {
  await stage.context.setOffline(false)
  await stage.page.locator(".banner").first().waitFor({ state: "detached" })
}

/** Ends the server's faults, and reads the lists again. */
export const forgetFaults = async ({ stack, press, page }: SceneStage): Promise<void> => {
  await stack.clearFaults()
  await press("common.action.refresh")
  await page.locator(".banner, .list-note").first().waitFor({ state: "detached" })
}
