import type { Backstage, SceneStage } from "../scene.ts"
import { BENCH, DESK, ROOM } from "./people.ts"

/** The devices of the owner are there. */
export const listed = ({ seeName }: SceneStage): Promise<void> => seeName(BENCH)

/** Changes a device as a person at its place would. */
export const change = async (
  { stack }: Backstage,
  name: string,
  to: Readonly<Record<string, unknown>>,
): Promise<void> => stack.patchDevice((await stack.device(name)).did, to)

/** Presses a button whose name holds what no language changes. */
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

/** Chooses some devices. */
export const choosing = async (stage: SceneStage): Promise<void> => {
  await listed(stage)
  await stage.press("devices.selection.select")
  for (const name of chosen)
    await stage.page
      .getByRole("checkbox", { name: stage.t("devices.selection.choose", { name }), exact: true })
      .press("Space")
}

/** Opens the dialog that asks before something is done with all that are chosen. */
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

/** Cuts the network once all that the page may need is there. */
export const goOffline = async ({ page, context, see }: SceneStage): Promise<void> => {
  await page.waitForLoadState("networkidle")
  await context.setOffline(true)
  await see("layout.banner.offline")
}

/** More than passes until the page learns of it on a busy machine, and less than a toast lasts, ms. */
const AHEAD_MS = 500

/** Time of the page stands still, so that what passes stays for the picture. The scene has installed a clock before. */
export const hold = async ({ page }: SceneStage): Promise<void> => {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + AHEAD_MS)
}

/** Leaves of scenes (`Scene.leave`). */

/** What was only looked at needs nothing. */
export const stay = async (): Promise<void> => {}

export const dismiss = async ({ page, dialog }: SceneStage): Promise<void> => {
  await page.keyboard.press("Escape")
  await dialog().waitFor({ state: "detached" })
}

export const closeMenu = async ({ page }: SceneStage): Promise<void> => {
  await page.keyboard.press("Escape")
  await page.getByRole("menu").or(page.getByRole("listbox")).waitFor({ state: "detached" })
}

/** A screen forgets what was typed and said there. */
export const goAway = ({ visit }: SceneStage): Promise<void> => visit("/nowhere")

/** The network is there again, and nothing says otherwise. */
export const comeBack = async (stage: SceneStage): Promise<void> => {
  await stage.context.setOffline(false)
  await stage.page.locator(".banner").first().waitFor({ state: "detached" })
}

/** The server does its work again, and what was read is fresh. */
export const forgetFaults = async ({ stack, press, page }: SceneStage): Promise<void> => {
  await stack.clearFaults()
  await press("common.action.refresh")
  await page.locator(".banner, .list-note").first().waitFor({ state: "detached" })
}
