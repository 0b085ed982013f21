import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { languages } from "../../src/app/i18n/languages.ts"
import { Picture } from "../../src/app/screens/viewer/Picture.tsx"
import { Toolbar } from "../../src/app/screens/viewer/Toolbar.tsx"
import type { ViewerStage } from "../../src/app/screens/viewer/useViewer.ts"
import type { ViewedDevice } from "../../src/domain/features/reach/feature.ts"
import { close, ScreenDesk, show } from "./screenDesk.tsx"
import "../../src/app/look/viewer.css"

/** The tools of a viewer, whatever the device and the language. */

const desk = new ScreenDesk()
afterEach(async () => {
  close()
  await page.viewport(1440, 900)
})

const device: ViewedDevice = {
  id: "n1",
  did: "did n1",
  name: "Mezzanine projection booth, left",
  isUsb: false,
  cloudType: 0,
  phase: "connected",
  since: 0,
  seenAt: 0,
  reason: null,
  attempt: 0,
  until: null,
  mode: "hid",
}

const stageOf = (latencies: readonly number[]): ViewerStage => ({
  setPlace: () => undefined,
  streams: { keyboard: true, pointer: true, audio: true },
  change: () => undefined,
  send: () => undefined,
  shown: null,
  latencies,
})

const nothing = () => undefined

/** Shows the tools of a connected device after these delays, ms. */
const showTools = async (language: string, latencies: readonly number[]): Promise<void> => {
  await show(
    desk.client(),
    <div className="viewer">
      <Toolbar
        device={device}
        address="10.0.7.1"
        stage={stageOf(latencies)}
        mode="hid"
        onMode={nothing}
        onDisconnect={nothing}
      />
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
  "[LAYOUT-5][UX-5] the delay stands beside the modes, which stay where they are as it comes and grows, in %s",
  async (language) => {
    for (const width of [768, 960, 1040, 1041]) {
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

test("[BRIDGE-4] only a picture that was there is drained: before the first one there is nothing to lose", async () => {
  const pointer = { x: 0, y: 0, buttons: 0 }
  const screen = { number: 1, at: 1, width: 1_280, height: 720, name: "Rack", mode: "hid", host: "awake" } as const
  const shown = { ...screen, pointer, typed: "", echo: null, sound: null }
  for (const stage of [stageOf([0]), { ...stageOf([0]), shown }]) {
    await show(desk.client(), <Picture stage={stage} name="Rack" isLive={false} takesInput />)
    await page.getByRole("application").findElement()
    expect(document.querySelectorAll(".drained")).toHaveLength(stage.shown === null ? 0 : 1)
  }
})
