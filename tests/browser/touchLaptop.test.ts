import { expect, test } from "vitest"
import { until } from "./screenDesk.tsx"

/** A computer with a mouse and a touch screen. */

const { documentElement: root } = document
// noVNC looks for it while it loads.
Object.defineProperty(root, "ontouchstart", { value: null, configurable: true })
const { opened, PlayedDevice, takesAll, u16, u32 } = await import("./playedScreen.ts")

/** A pointer of the device (-239): a square of 16 × 16 dots, with its hot spot in the middle. */
const pointer = [0, 0, ...u16(1), ...[8, 8, 16, 16].flatMap(u16), ...u32(0x1_0000_0000 - 239)]
const square = [...Array.from({ length: 16 * 16 * 4 }, () => 255), ...Array.from({ length: 16 * 2 }, () => 255)]

test("[SCREEN-6] on a computer with a touch screen too, a mouse shows one pointer: the browser's, in the shape of the device's", async () => {
  const device = new PlayedDevice()
  const { rfb } = await opened(device)
  rfb.take(takesAll)
  device.say(...pointer, ...square)
  await until(() => rfb._cursor._canvas.width === 16)
  const { left, top } = rfb._canvas.getBoundingClientRect()
  for (const type of ["mouseover", "mousemove"])
    rfb._canvas.dispatchEvent(new MouseEvent(type, { clientX: left + 20, clientY: top + 10, bubbles: true }))
  expect(rfb._canvas.style.cursor).toMatch(/^url\("data:image\/png;base64,.*"\) 8 8, default$/)
  const visible = [...document.querySelectorAll("canvas")].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  )
  expect(visible).toEqual([rfb._canvas])
})
