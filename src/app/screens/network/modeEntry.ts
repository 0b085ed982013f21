import type { TFunction } from "i18next"
import { KeyboardIcon, UsbIcon } from "../../ui/icons.ts"

/** The dialog that switches a device from this mode to the other (MODE-1). */
export const modeDialog = (now: "hid" | "usb"): "usbMode" | "hidMode" => (now === "hid" ? "usbMode" : "hidMode")

/** The entry for it in the menu of a device. */
export const modeEntry = (t: TFunction, now: "hid" | "usb") => ({
  id: modeDialog(now),
  label: t(now === "hid" ? "devices.viewer.toUsb" : "devices.viewer.toHid"),
  icon: now === "hid" ? UsbIcon : KeyboardIcon,
})
