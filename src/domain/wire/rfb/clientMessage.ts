import { viewOf } from "./bytes.ts"
import { clientTypes } from "./protocol.ts"

/** One message of an RFB client, decoded. Coordinates are pixels of the screen. */

export interface PixelFormat {
  readonly bitsPerPixel: number
  readonly isBigEndian: boolean
  readonly isTrueColor: boolean
  readonly redShift: number
  readonly greenShift: number
  readonly blueShift: number
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type RfbClientMessage =
  | { readonly type: "pixel_format"; readonly format: PixelFormat }
  | { readonly type: "encodings"; readonly encodings: readonly number[] }
  | { readonly type: "update_request"; readonly isIncremental: boolean; readonly area: Area }
  | { readonly type: "key"; readonly isDown: boolean; readonly keysym: number }
  | { readonly type: "pointer"; readonly buttons: number; readonly x: number; readonly y: number }
  /** Latin-1 bytes. */
  | { readonly type: "cut_text"; readonly bytes: Uint8Array }
  | { readonly type: "clipboard"; readonly flags: number; readonly data: Uint8Array }
  | { readonly type: "continuous_updates"; readonly isOn: boolean; readonly area: Area }
  | { readonly type: "fence"; readonly flags: number; readonly payload: Uint8Array }
  | { readonly type: "desktop_size"; readonly width: number; readonly height: number }
  | { readonly type: "xvp" }

const areaAt = (view: DataView, at: number): Area => ({
  x: view.getUint16(at),
  y: view.getUint16(at + 2),
  width: view.getUint16(at + 4),
  height: view.getUint16(at + 6),
})

const cutText = (message: Uint8Array, view: DataView): RfbClientMessage => {
  const isExtended = view.getInt32(4) < 0
  if (isExtended && message.byteLength >= 12)
    return { type: "clipboard", flags: view.getUint32(8), data: message.subarray(12) }
  return { type: "cut_text", bytes: isExtended ? new Uint8Array(0) : message.subarray(8) }
}

/** Decodes a complete message, as `RfbClientStream` cuts it. */
export const decodeRfbClientMessage = (message: Uint8Array): RfbClientMessage => {
  const view = viewOf(message)
  switch (view.getUint8(0)) {
    case clientTypes.setPixelFormat:
      return {
        type: "pixel_format",
        format: {
          bitsPerPixel: view.getUint8(4),
          isBigEndian: view.getUint8(6) !== 0,
          isTrueColor: view.getUint8(7) !== 0,
          redShift: view.getUint8(14),
          greenShift: view.getUint8(15),
          blueShift: view.getUint8(16),
        },
      }
    case clientTypes.setEncodings:
      return {
        type: "encodings",
        encodings: Array.from({ length: view.getUint16(2) }, (_, index) => view.getInt32(4 + 4 * index)),
      }
    case clientTypes.updateRequest:
      return { type: "update_request", isIncremental: view.getUint8(1) !== 0, area: areaAt(view, 2) }
    case clientTypes.key:
      return { type: "key", isDown: view.getUint8(1) !== 0, keysym: view.getUint32(4) }
    case clientTypes.qemu:
      return { type: "key", isDown: view.getUint16(2) !== 0, keysym: view.getUint32(4) }
    case clientTypes.pointer:
      return { type: "pointer", buttons: view.getUint8(1), x: view.getUint16(2), y: view.getUint16(4) }
    case clientTypes.cutText:
      return cutText(message, view)
    case clientTypes.continuousUpdates:
      return { type: "continuous_updates", isOn: view.getUint8(1) !== 0, area: areaAt(view, 2) }
    case clientTypes.fence:
      return { type: "fence", flags: view.getUint32(4), payload: message.subarray(9) }
    case clientTypes.setDesktopSize:
      return { type: "desktop_size", width: view.getUint16(2), height: view.getUint16(4) }
    default:
      return { type: "xvp" }
  }
}
