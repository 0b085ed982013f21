import type { Stage } from "../scene.ts"

/** Renames a device through its dialog. */
export const rename = async ({ menu, fill, answer, dialog }: Stage, device: string, name: string): Promise<void> => {
  await menu(device, "common.action.rename")
  await fill("dialog.rename.label", name)
  await answer("dialog.rename.submit")
  await dialog().waitFor({ state: "detached" })
}

/** Asks for a reboot or wake through the dialog. */
export const act = async ({ menu, answer, dialog }: Stage, device: string, what: "wake" | "reboot"): Promise<void> => {
  await menu(device, `common.action.${what}`)
  await answer(`dialog.${what}.submit`)
  await dialog().waitFor({ state: "detached" })
}

/** Cuts the network once all that the page may need is there. */
export const goOffline = async ({ page, context, see }: Stage): Promise<void> => {
  await page.waitForLoadState("networkidle")
  await context.setOffline(true)
  await see("layout.banner.offline")
}

/** Leaves of scenes (`Scene.leave`). */

/** What was only looked at needs nothing. */
export const stay = async (): Promise<void> => {}

export const dismiss = async ({ page, dialog }: Stage): Promise<void> => {
  await page.keyboard.press("Escape")
  await dialog().waitFor({ state: "detached" })
}

export const closeMenu = async ({ page }: Stage): Promise<void> => {
  await page.keyboard.press("Escape")
  await page.getByRole("menu").or(page.getByRole("listbox")).waitFor({ state: "detached" })
}

/** A screen forgets what was typed and said there. */
export const goAway = ({ visit }: Stage): Promise<void> => visit("/nowhere")
