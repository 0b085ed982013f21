import axe from "axe-core"
import type { ReactNode } from "react"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { createReplayClient } from "../../src/app/client/replay.ts"
import { CONTENT_ID } from "../../src/app/focus/usePage.ts"
import { languages } from "../../src/app/i18n/languages.ts"
import { Connecting } from "../../src/app/screens/viewer/Connecting.tsx"
import { Ended, LastPicture, Lost } from "../../src/app/screens/viewer/Lost.tsx"
import { ClipboardNote, KeyNote, UnwrittenNote, UsbNote } from "../../src/app/screens/viewer/Notes.tsx"
import { Picture } from "../../src/app/screens/viewer/Picture.tsx"
import { ReplayNote } from "../../src/app/screens/viewer/ReplayNote.tsx"
import { TypingTask } from "../../src/app/screens/viewer/TypingTask.tsx"
import type { ViewedDevice } from "../../src/domain/features/deviceSession/feature.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"
import { Bar, device, nothing, stageOf } from "./viewerBar.tsx"
import "../../src/app/look/viewer.css"
import "../../src/app/look/viewerPops.css"
import "../../src/app/look/viewerStage.css"

/** The tools of a viewer, for any device and language. */

const desk = new ScreenDesk()
afterEach(async () => {
  close()
  await page.viewport(1440, 900)
})

/** Checks accessibility after all animations: a half-faded part has no contrast. */
const barriers = async () => {
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(nothing)))
  return (await axe.run()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Shows the tools of a connected device with these delays, ms. */
const showTools = async (language: string, latencies: readonly number[], below: ReactNode = null): Promise<void> => {
  await show(
    desk.client(),
    <div className="viewer">
      <Bar stage={stageOf(latencies)} />
      {below}
    </div>,
    "/devices",
    language,
  )
  await page.getByRole("heading", { name: device.name }).findElement()
}

test.each(languages.map(({ code }) => code))(
  "[LAYOUT-5][MODE-2] all tools are in the window of a phone, however long a key takes to show, in %s",
  async (language) => {
    await page.viewport(360, 740)
    for (const delay of [8, 9_999, 12_345, 3_600_000]) {
      await showTools(language, [delay])
      const outside = page
        .getByRole("button")
        .elements()
        .map((each) => each.getBoundingClientRect())
        .filter(({ left, right }) => left < 0 || right > innerWidth)
      expect({ delay, outside }).toEqual({ delay, outside: [] })
      expect(document.documentElement.scrollWidth).toBe(innerWidth)
    }
  },
)

test.each(languages.map(({ code }) => code))(
  "[LAYOUT-5][UX-5] the delay is beside the modes, which stay where they are as it comes and grows, in %s",
  async (language) => {
    for (const width of [640, 768, 1023, 1024, 1399, 1400]) {
      await page.viewport(width, 900)
      const places = new Set<number>()
      for (const latencies of [[], [8], [9_999]]) {
        await showTools(language, latencies)
        const modes = page.getByRole("radiogroup").element().getBoundingClientRect()
        places.add(Math.round(modes.left))
        const over = [...document.querySelectorAll(".lat")]
          .map((each) => each.getBoundingClientRect())
          .filter(({ left, right }) => left < modes.right && right > modes.left)
        expect({ width, latencies, over }).toEqual({ width, latencies, over: [] })
        expect(document.documentElement.scrollWidth).toBe(innerWidth)
      }
      expect({ width, places: places.size }).toEqual({ width, places: 1 })
    }
  },
)

test.each([
  ["dark", "en"],
  ["light", "ar"],
] as const)(
  "[UX-1] the tools of the viewer, all that opens from them and its notes have no barrier, %s, %s",
  async (theme, language) => {
    await page.viewport(1_440, 900)
    document.documentElement.dataset.theme = theme
    await showTools(
      language,
      [8, 20],
      <>
        <div className="vnotes">
          <LastPicture at={1} />
          <UsbNote onSwitch={nothing} />
          <KeyNote />
          <UnwrittenNote onTextField={nothing} onDismiss={nothing} />
          <ClipboardNote onText={nothing} onDismiss={nothing} />
          <TypingTask
            typing={{
              ...{ start: nothing, play: nothing, stop: nothing, cut: null, dismissCut: nothing },
              progress: { name: null, done: 3, total: 9 },
            }}
          />
        </div>
        <main className="vstage" id={CONTENT_ID}>
          <Picture stage={{ ...stageOf([8]), shown: { at: 1 }, composing: "かん" }} name="Rack" isLive takesInput />
        </main>
      </>,
    )
    expect(await barriers()).toEqual([])
    const openers = [...document.querySelectorAll<HTMLElement>(".vbar [aria-expanded]")]
    expect(openers.length).toBeGreaterThanOrEqual(4)
    for (const opener of openers) {
      await userEvent.click(opener)
      await until(() => document.querySelector('[role="dialog"]') !== null)
      expect([opener.textContent, await barriers()]).toEqual([opener.textContent, []])
      await userEvent.keyboard("{Escape}")
      await until(() => document.querySelector('[role="dialog"]') === null)
    }
  },
)

test("[BRIDGE-4] only a picture that was there is drained: before the first one there is nothing to lose", async () => {
  const shown = { at: 1 }
  for (const stage of [stageOf([0]), { ...stageOf([0]), shown }]) {
    await show(desk.client(), <Picture stage={stage} name="Rack" isLive={false} takesInput />)
    await page.getByRole("application").findElement()
    expect(document.querySelectorAll(".drained")).toHaveLength(stage.shown === null ? 0 : 1)
  }
})

test("[DEVICE-10][UX-2] a device that only the cloud knows and that was not reached says what is known of it", async () => {
  const [one] = manyDevices(1)
  if (one === undefined) throw new Error("there is no device")
  const minutes = (count: number) => Date.now() - count * 60_000
  const outcome = async (lastSeen: number, failed: Partial<ViewedDevice>): Promise<string> => {
    const known = new ScreenDesk()
    const account = known.recorder.signIn()
    const devices = [{ ...one, lastSeen }]
    known.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
    const far: ViewedDevice = {
      ...device,
      id: one.id,
      did: one.id,
      name: "Lecture hall",
      cloudType: 1,
      phase: "failed",
      seenAt: null,
      since: Date.now(),
      askedAt: Date.now(),
      ...failed,
    }
    await show(known.client(), <Lost device={far} pictureAt={null} onRetry={nothing} onDisconnect={nothing} />)
    await page.getByRole("heading", { name: "Lecture hall is not connected." }).findElement()
    return document.querySelector(".says p")?.textContent ?? ""
  }
  expect(await outcome(minutes(180), { reason: "not_allowed" })).toMatch(
    /^Lecture hall was last seen 3 hr\.? ago\. It must be online to connect\.$/,
  )
  // The cloud refused the connection, although it saw the device lately.
  expect(await outcome(minutes(10), { reason: "not_allowed" })).toMatch(/^Lecture hall was last seen 10 min/)
  expect(await outcome(minutes(180), { reason: "unreachable" })).toMatch(/^Lecture hall was last seen 3 hr/)
  expect(await outcome(minutes(1), { reason: "unreachable" })).toMatch(
    /^The device is online at the cloud, but no way to it was found from this network \(asked at \d\d:\d\d:\d\d, no answer\)\.$/,
  )
  expect(await outcome(minutes(1), { reason: "wrong_passcode" })).toBe("The passcode was not accepted.")
  // A device that answered is not called silent. About a device that was never seen the page claims nothing.
  expect(await outcome(minutes(1), { reason: "refused" })).toBe("The device refused the connection.")
  expect(await outcome(0, { reason: "unreachable" })).toBe("The device is not responding.")
  // For a LAN device the cloud has nothing to say.
  expect(await outcome(minutes(1), { reason: "unreachable", cloudType: 0 })).toBe("The device is not responding.")
})

test("[DEVICE-10][UX-5] while a device behind the cloud is connected to, the page says how far that is; of one on this network nothing", async () => {
  const far: ViewedDevice = { ...device, id: "d1", did: "d1", cloudType: 1, phase: "connecting", step: "device" }
  const states = () => [...document.querySelectorAll(".vsteps li")].map(({ className }) => className)
  await show(desk.client(), <Connecting device={far} name="Lecture hall" />)
  await page.getByText("Connecting to Lecture hall…").findElement()
  expect(states()).toEqual(["done", "done", "now", ""])
  await show(desk.client(), <Connecting device={{ ...far, step: "bridge" }} name="Lecture hall" />)
  await until(() => states().join() === "now,,,")
  await show(desk.client(), <Connecting device={{ ...far, id: "n1" }} name="Lecture hall" />)
  await until(() => states().length === 0)
})

test("[SCREEN-8] a replay says that a screen was open, and that it has no pixels; the app itself says nothing of it", async () => {
  const open = { ...device, screen: { since: 5, viewOnly: false } }
  const note = page.getByRole("status")
  const moment = { state: desk.recorder.state, at: 5, tab: "here" }
  const replay = createReplayClient(moment, noDeployment, null)
  await show(replay, <ReplayNote device={open} />)
  expect((await note.findElement()).textContent).toBe(
    `The screen of ${device.name} was shown here. A replay has no pixels: they are never in the log.`,
  )
  await show(replay, <ReplayNote device={device} />)
  await until(() => note.query() === null)
  await show(desk.client(), <ReplayNote device={open} />)
  await until(() => note.query() === null)
})

test("[SCREEN-3] a stream that ended gives its reason in a sentence, and offers another try", async () => {
  const seen = new Set<string>()
  for (const reason of ["screenTooLarge", "clipboardTooLong", "junk", "stalled", "refused", "ended"] as const) {
    let retried = 0
    const retry = () => {
      retried += 1
    }
    await show(desk.client(), <Ended reason={reason} isAwaited={false} onRetry={retry} onDisconnect={nothing} />)
    await page.getByRole("heading", { name: "The picture has ended." }).findElement()
    seen.add(document.querySelector(".says p")?.textContent ?? "")
    await page.getByRole("button", { name: "Retry now" }).click()
    expect(retried).toBe(1)
  }
  expect(seen.size).toBe(6)
})

test("[AGENT-3] a picture that ended with its screen says so, and that it comes back with it", async () => {
  const again = "The device keeps looking for it. The picture comes back as soon as it is there again."
  const ended = (reason: "ended" | "vncUnreachable", isAwaited: boolean) =>
    show(desk.client(), <Ended reason={reason} isAwaited={isAwaited} onRetry={nothing} onDisconnect={nothing} />)
  await ended("ended", true)
  await page.getByText(/^The screen behind the device is gone: /).findElement()
  await page.getByText(again).findElement()
  await ended("vncUnreachable", true)
  await page.getByText("The VNC server behind the device cannot be reached.").findElement()
  await page.getByText(again).findElement()
  await ended("ended", false)
  await page.getByText("The device ended the picture.").findElement()
  expect(page.getByText(again).query()).toBe(null)
})
