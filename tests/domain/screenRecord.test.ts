import { expect, test } from "vitest"
import { createScreenRecord } from "../../src/app/client/screenRecord.ts"
import { tabSessionOf } from "../../src/domain/features/deviceSession/feature.ts"
import { Recorder } from "./recorder.ts"

/** The news of a viewer, as the log records it. */

const SETTINGS = { audio: true, keys: true, pointer: true, quality: "sharp", pans: false, room: null } as const
const picture = { type: "picture", at: 5 } as const

const start = () => {
  const recorder = new Recorder()
  recorder.do({ type: "OpenDevice", id: "n1", did: "d1", name: "Rack", isUsb: false, cloudType: 0 })
  const clock = { now: 1_000, shown: "n1" as string | null }
  const before = recorder.log.length
  const record = createScreenRecord(
    SETTINGS,
    () => clock.shown,
    () => clock.now,
    (event) => recorder.do({ type: "RecordScreen", event }),
  )
  const kept = () => recorder.log.slice(before).map(({ type, payload }) => ({ type, ...Object(payload) }))
  const screen = () => tabSessionOf(recorder.state.reach, recorder.tab).device?.screen
  return { clock, record, kept, screen, recorder }
}

test("[SCREEN-8] the log says when a screen was open, for how long, why it ended, and when nothing was sent to it", () => {
  const { clock, record, kept, screen } = start()
  record.set({ ...SETTINGS, keys: false })
  record.news(picture)
  record.news(picture)
  expect(screen()).toMatchObject({ viewOnly: false })
  record.set({ ...SETTINGS, keys: false, pointer: false })
  record.set({ ...SETTINGS, keys: false, pointer: false, audio: false })
  expect(screen()).toMatchObject({ viewOnly: true })
  clock.now += 61_500
  record.news({ type: "closed" })
  expect(screen()).toBeNull()
  record.news({ type: "closed" })
  record.news(picture)
  clock.now += 500
  record.news({ type: "ended", reason: "vncUnreachable" })
  record.news({ type: "closed" })
  record.news(picture)
  record.stop()
  record.stop()
  expect(kept()).toEqual([
    { type: "ScreenOpened", id: "n1", viewOnly: false },
    { type: "ScreenControlChanged", id: "n1", viewOnly: true },
    { type: "ScreenClosed", id: "n1", why: "lost", ms: 61_500 },
    { type: "ScreenOpened", id: "n1", viewOnly: true },
    { type: "ScreenClosed", id: "n1", why: "vncUnreachable", ms: 500 },
    { type: "ScreenOpened", id: "n1", viewOnly: true },
    { type: "ScreenClosed", id: "n1", why: "left", ms: 0 },
  ])
})

test("[SCREEN-8] a screen that never came says why, and one that is left after its device ends with that device", () => {
  const { clock, record, kept, recorder } = start()
  record.news({ type: "ended", reason: "refused" })
  record.news({ type: "closed" })
  record.news(picture)
  clock.shown = null
  recorder.do({ type: "CloseDevice", id: "n1" })
  clock.now += 1_000
  record.stop()
  record.news(picture)
  expect(kept().filter(({ type }) => type !== "DeviceClosed")).toEqual([
    { type: "ScreenClosed", id: "n1", why: "refused", ms: 0 },
    { type: "ScreenOpened", id: "n1", viewOnly: false },
    { type: "ScreenClosed", id: "n1", why: "left", ms: 1_000 },
  ])
})
