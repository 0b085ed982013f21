import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { CommandCentre } from "../../src/app/commands/CommandCentre.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import type { ListName } from "../../src/domain/event/listRead.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

test.each<[string, ListName, ListName]>([
  ["/devices", "devices", "subAccounts"],
  ["/account", "subAccounts", "devices"],
])(
  "[UX-3][DEVICE-2] on %s the key R reads %s again, also while another list is read, and not twice",
  async (path, list, other) => {
    const desk = new ScreenDesk()
    const account = desk.recorder.signIn()
    desk.do({ type: "RequestRefresh", account, list: other })
    const centre = (
      <>
        <CommandCentre />
        <Notices />
      </>
    )
    await show(desk.client(), centre, path)
    const asked = () => desk.asked.filter(({ type }) => type === "Refresh")
    await until(() => desk.isListening)
    await userEvent.keyboard("r")
    expect(asked()).toEqual([{ type: "Refresh", list, asked: true }])
    desk.do({ type: "RequestRefresh", account, list })
    await userEvent.keyboard("r")
    await until(() => desk.asked.some(({ type }) => type === "ShowToast"))
    await page.getByText("Already refreshing.").last().findElement()
    expect(asked()).toHaveLength(1)
  },
)
