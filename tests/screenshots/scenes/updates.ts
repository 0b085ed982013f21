import { CAMPAIGN_FAILURES, FIRMWARE_PROGRESS_STEP } from "../../../src/domain/values/limits.ts"
import type { Backstage, Scene, SceneStage } from "../scene.ts"
import { DOME, FOYER, OWNER, RACK, SUITE } from "./people.ts"
import { change, dismiss, goAway, listed, pressNamed } from "./steps.ts"

/**
 * The bridge continues an update that a page has started, even in the next world. So each scene removes the passcode of
 * its devices itself: in the next world they have it again, and refuse the bridge. No device stalls in two scenes.
 */
const unlock = (backstage: Backstage, name: string) => change(backstage, name, { passcode: "" })

/** Percent of an upload. */
const STALLS_AT = 62

const owner = { who: OWNER, path: "/devices" } as const
const screen = { who: OWNER, path: "/devices/updates" } as const

/** From here on the device stays silent, so that the picture has time. */
const stall = async ({ stack }: Backstage, name: string) => {
  const { did } = await stack.device(name)
  await stack.fault({ did, fault: "stall-firmware", stage: "upload", percent: STALLS_AT })
}

/** The device receives other bytes than the image, and refuses it. */
const spoil = async ({ stack }: Backstage, name: string) => {
  const { did } = await stack.device(name)
  await stack.fault({ did, fault: "corrupt-firmware", stage: "update", percent: 10 })
}

const ask = async (stage: SceneStage, name: string) => {
  await listed(stage)
  await pressNamed(stage, stage.t("devices.card.update", { name }))
}

const begin = async (stage: SceneStage, name: string) => {
  await ask(stage, name)
  await stage.answer("common.action.updateFirmware")
}

/** Waits until the upload has stalled, within a step of the reported figure, which differs by language. */
const stalled = ({ page }: SceneStage, ruler: string) =>
  page.waitForFunction(
    ({ place, least }) => {
      const ticks = document.querySelector<HTMLElement>(place)
      return ticks !== null && Number(ticks.style.getPropertyValue("--v")) >= least
    },
    { place: ruler, least: STALLS_AT - FIRMWARE_PROGRESS_STEP },
  )

const dialogs: readonly Scene[] = [
  {
    ...owner,
    name: "dialog-firmware",
    leave: dismiss,
    main: true,
    play: async (stage) => {
      await ask(stage, SUITE)
      await stage.see("dialog.firmware.body")
    },
  },
  {
    ...owner,
    name: "dialog-firmware-kept",
    repeats: true,
    play: async (stage) => {
      await ask(stage, SUITE)
      await stage.answer("dialog.firmware.image.keep")
      await stage.dialog().getByText(stage.t("dialog.firmware.image.remove")).waitFor()
    },
  },
  {
    ...owner,
    name: "dialog-firmware-running",
    main: true,
    before: async (backstage) => {
      await unlock(backstage, RACK)
      await stall(backstage, RACK)
    },
    play: async (stage) => {
      await begin(stage, RACK)
      await stage.see("dialog.firmware.word.uploading")
      await stalled(stage, ".stages > .now > .ticks")
    },
  },
  {
    ...owner,
    name: "dialog-firmware-failed",
    main: true,
    before: async (backstage) => {
      await unlock(backstage, DOME)
      await spoil(backstage, DOME)
    },
    play: async (stage) => {
      await begin(stage, DOME)
      await stage.see("dialog.firmware.broke.updating")
    },
  },
  {
    ...screen,
    name: "dialog-updates",
    leave: dismiss,
    main: true,
    play: async (stage) => {
      await stage.see("pages.updates.none.how")
      await stage.press("common.action.updateFirmware")
      await stage.dialog().getByRole("checkbox").first().waitFor()
    },
  },
]

/** Starts the updates of all possible devices, in the order of their names. */
const campaign = async (stage: SceneStage) => {
  const { press, answer, see } = stage
  await see("pages.updates.none.how")
  await press("common.action.updateFirmware")
  await stage.dialog().getByRole("checkbox").first().waitFor()
  await answer("common.action.updateFirmware")
  await stage.dialog().waitFor({ state: "detached" })
  await see("pages.updates.reload")
}

/** The first update fails, and no other starts. */
const paused = async (stage: SceneStage) => {
  await campaign(stage)
  await stage.press("pages.updates.pauseAfter")
  await stage.see("pages.updates.head.paused")
}

const spoilFirst = async (backstage: Backstage) => {
  await unlock(backstage, SUITE)
  await spoil(backstage, SUITE)
}

const screens: readonly Scene[] = [
  { ...screen, name: "updates-none", leave: goAway, play: ({ see }) => see("pages.updates.none.how") },
  { ...screen, name: "updates-paused", before: spoilFirst, play: paused },
  {
    ...screen,
    name: "updates-ended",
    main: true,
    before: spoilFirst,
    play: async (stage) => {
      await paused(stage)
      await stage.press("pages.updates.row.skipFor", { name: RACK })
      await stage.see("pages.updates.skipped.person")
      await stage.press("pages.updates.stop")
      await stage.answer("pages.updates.stop")
      await stage.see("common.action.done")
    },
  },
  {
    ...screen,
    name: "updates",
    main: true,
    before: async (backstage) => {
      await spoilFirst(backstage)
      await unlock(backstage, FOYER)
      await stall(backstage, FOYER)
    },
    play: async (stage) => {
      await campaign(stage)
      await stage.see("pages.updates.rules.soFar", { n: 1, limit: CAMPAIGN_FAILURES })
      await stalled(stage, ".crow.now .four > :nth-child(3)")
    },
  },
]

/** Updating one device, and several in turn. */
export const updateScenes: readonly Scene[] = [...dialogs, ...screens]
