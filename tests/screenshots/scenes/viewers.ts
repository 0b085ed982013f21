import type { Scene, SceneStage } from "../scene.ts"
import { LEFT, OWNER, RACK, ROOM } from "./people.ts"
import { change, dismiss, listed, pressNamed } from "./steps.ts"

const PASSCODE = "open-sesame"

const owner = { who: OWNER, path: "/devices" } as const

const connect = async (stage: SceneStage, name: string) => {
  await listed(stage)
  await pressNamed(stage, name)
  await stage.press("common.action.connect")
}

/** Only a running picture has a delay. */
const live = ({ page }: SceneStage) => page.locator(".lat").waitFor()

const pictures: readonly Scene[] = [
  {
    ...owner,
    name: "viewer",
    main: true,
    play: async (stage) => {
      await connect(stage, LEFT)
      await live(stage)
    },
  },
  {
    ...owner,
    name: "viewer-usb",
    before: (backstage) => change(backstage, LEFT, { mode: "usb" }),
    play: async (stage) => {
      await connect(stage, LEFT)
      await stage.see("devices.viewer.usbNote")
    },
  },
  {
    name: "viewer-asleep",
    path: "/devices",
    main: true,
    before: (backstage) => change(backstage, ROOM, { passcode: "" }),
    play: async (stage) => {
      await stage.seeName(ROOM)
      await pressNamed(stage, ROOM)
      await stage.press("common.action.connect")
      await stage.see("devices.viewer.asleep")
    },
  },
  {
    ...owner,
    name: "viewer-lost",
    main: true,
    play: async (stage) => {
      await connect(stage, LEFT)
      await live(stage)
      await change(stage, LEFT, { power: "off" })
      await stage.page.locator(".vlost").waitFor()
    },
  },
  {
    ...owner,
    name: "viewer-unknown",
    path: "/viewer/nobody",
    main: true,
    play: ({ see }) => see("devices.viewer.unknownBody"),
  },
]

const dialogs: readonly Scene[] = [
  {
    ...owner,
    name: "dialog-passcode",
    main: true,
    before: (backstage) => change(backstage, RACK, { passcode: PASSCODE }),
    play: (stage) => connect(stage, RACK),
  },
  {
    ...owner,
    name: "dialog-passcode-wrong",
    before: (backstage) => change(backstage, RACK, { passcode: PASSCODE }),
    play: async (stage) => {
      await connect(stage, RACK)
      await stage.fill("dialog.passcode.field", "let me in")
      await stage.answer("dialog.passcode.submit")
      await stage.dialog().locator("[role=alert], .error").first().waitFor()
    },
  },
  {
    ...owner,
    name: "dialog-mode",
    leave: dismiss,
    main: true,
    play: async (stage) => {
      await listed(stage)
      const mode = stage.t("devices.card.mode.hid")
      await pressNamed(stage, stage.t("devices.card.modeOf", { mode, name: LEFT }))
    },
  },
]

/** The picture of a device in each of its states, and the questions before it. */
export const viewerScenes: readonly Scene[] = [...pictures, ...dialogs]
