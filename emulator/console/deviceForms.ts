import type { EmulatedDeviceView } from "../model/view.ts"
import * as api from "./api.ts"
import { byId } from "./dom.ts"
import { numberOr, text } from "./forms.ts"

/** Two forms of the control API: change a device, and add new ones. */

const dialog = (): HTMLDialogElement => {
  const place = byId("device-dialog")
  if (!(place instanceof HTMLDialogElement)) throw new Error("the page has no dialog for a device")
  return place
}

let changed: EmulatedDeviceView | undefined

const fill = (name: string, value: string): void => {
  const field = document.querySelector(`#device-form [name="${name}"]`)
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
}

const SCREEN_EVERY_MS = 1_000
const NOTHING_SHOWN = "Nobody has looked at this screen since the device was turned on."

const say = (text: string): void => {
  const place = byId("device-screen")
  // An unchanged text keeps its selection.
  if (place instanceof HTMLTextAreaElement && place.value !== text) place.value = text
}

/** Shows the text of the screen while the dialog is open on this device. */
const showScreen = async (did: string): Promise<void> => {
  const text = await api.readScreen(did).catch(() => "")
  if (changed?.did !== did || !dialog().open) return
  say(text === "" ? NOTHING_SHOWN : text)
  setTimeout(() => void showScreen(did), SCREEN_EVERY_MS)
}

export const changeDevice = (device: EmulatedDeviceView): void => {
  changed = device
  say("")
  byId("device-name").textContent = device.name
  fill("name", device.name)
  fill("passcode", device.passcode)
  fill("build", String(device.build))
  fill("mode", device.mode)
  fill("power", device.power)
  dialog().showModal()
  void showScreen(device.did)
}

/** Only the changed fields: setting a name makes one that the cloud may not know yet. */
const changeOf = (form: FormData, device: EmulatedDeviceView): api.DeviceChangeOrder => {
  const [name, passcode, build] = [text(form, "name"), text(form, "passcode"), numberOr(form, "build", device.build)]
  const [mode, power] = [text(form, "mode"), text(form, "power")]
  return {
    ...(name !== device.name && { name }),
    ...(passcode !== device.passcode && { passcode }),
    ...(build !== device.build && { build }),
    ...(mode !== device.mode && { mode }),
    ...(power !== device.power && { power }),
  }
}

export const prepareDeviceForms = (act: (action: () => Promise<unknown>, done?: string) => void): void => {
  byId("device-close").addEventListener("click", () => dialog().close())
  byId("device-form").addEventListener("submit", (event) => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement) || changed === undefined) return
    const { did, name } = changed
    const change = changeOf(new FormData(event.target), changed)
    dialog().close()
    if (Object.keys(change).length > 0) act(() => api.changeDevice(did, change), `${name} was changed.`)
  })
  byId("add-form").addEventListener("submit", (event) => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const form = new FormData(event.target)
    const count = numberOr(form, "count", 1)
    const name = text(form, "name")
    act(() => api.addDevices({ count, kind: text(form, "kind"), ...(name !== "" && { name }) }), `${count} added.`)
  })
}
