import { afterEach, expect, test } from "vitest"
import { opened, PlayedDevice, u16, u32 } from "./playedScreen.ts"
import { until } from "./screenDesk.tsx"

/** The screen of the device takes the size of the window where its server allows it. */

afterEach(() => document.body.replaceChildren())

/** An update with ExtendedDesktopSize: its cause (0 the server, 1 the client), an error, the size, and one screen. */
const size = (why: number, fault: number, width: number, height: number) => [
  ...[0, 0, ...u16(1), ...u16(why), ...u16(fault), ...u16(width), ...u16(height), ...u32(-308 >>> 0)],
  ...[1, 0, 0, 0, ...u32(7), ...u16(0), ...u16(0), ...u16(width), ...u16(height), ...u32(0)],
]

const wished = (device: PlayedDevice) =>
  device.got.flatMap((sent) => (sent[0] === 251 ? [`${256 * (sent[2] ?? 0) + (sent[3] ?? 0)}`] : []))

test("[SCREEN-6] a screen is asked for the size of the window once, and keeps a size that it takes later", async () => {
  const device = new PlayedDevice()
  const { rfb, sizes } = await opened(device)
  const can: unknown[] = []
  rfb.addEventListener("resizable", (event) => can.push(event instanceof CustomEvent && event.detail))
  rfb.fitTo({ width: 200.7, height: 100 })
  expect(wished(device)).toEqual([])
  device.say(...size(0, 0, 64, 32))
  await until(() => wished(device).length > 0)
  expect(wished(device)).toEqual(["200"])
  device.say(...size(1, 0, 200, 100))
  device.say(...size(0, 0, 80, 60))
  rfb.fitTo({ width: 300, height: 100 })
  await until(() => wished(device).length > 1)
  expect(wished(device)).toEqual(["200", "300"])
  expect(sizes.slice(-2)).toEqual(["200x100", "80x60"])
  // After a refusal the client asks the server no more.
  device.say(...size(1, 1, 80, 60))
  expect(can.at(-1)).toBe(false)
  expect(can[0]).toBe(true)
})
