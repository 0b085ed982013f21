import { download } from "../../adapters/browser/download.ts"
import type { KeptFrame } from "./lastFrames.ts"

/** Characters that file systems forbid in a name. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu
const NAME_MAX_LENGTH = 80

const two = (value: number): string => String(value).padStart(2, "0")

/** "Front desk 2026-11-27 03.04.05.png", by this computer's clock. */
const screenshotName = (device: string, at: Date, kind: "png" | "jpg" = "png"): string => {
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-")
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(".")
  const name = device.replace(FORBIDDEN, "_").slice(0, NAME_MAX_LENGTH).trim()
  return `${[name, day, time].filter((part) => part !== "").join(" ")}.${kind}`
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((give, fail) => {
    canvas.toBlob((blob) => (blob === null ? fail(new Error("The picture has no pixels.")) : give(blob)), "image/png")
  })

/** Saves the picture as a file. `done` reports whether that succeeded. */
export const saveScreenshot = (canvas: HTMLCanvasElement, device: string, done: (went: boolean) => void): void => {
  const name = screenshotName(device, new Date())
  pngOf(canvas)
    .then((file) => download(file, name))
    .then(
      () => done(true),
      () => done(false),
    )
}

/** Saves a stored frame as a file. */
export const saveFrame = ({ image, at }: KeptFrame, device: string): void => {
  const bytes = Uint8Array.from(atob(image.slice(image.indexOf(",") + 1)), (sign) => sign.charCodeAt(0))
  void download(new Blob([bytes], { type: "image/jpeg" }), screenshotName(device, new Date(at), "jpg"))
}

/** Puts the picture on the clipboard. Must be called in the handler of a press. */
export const copyScreenshot = (canvas: HTMLCanvasElement, done: (went: boolean) => void): void => {
  const copy = async () => navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(canvas) })])
  copy().then(
    () => done(true),
    () => done(false),
  )
}
