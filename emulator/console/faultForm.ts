import type { EmulatedDeviceView } from "../model/view.ts"
import * as api from "./api.ts"
import { byId, draw, el } from "./dom.ts"
import { text } from "./forms.ts"

/** A form for any fault. */

const ANY = ""
/** Refusals worth trying: too often, session over, no session. */
const statusFaults = ["status:-100", "status:-106", "status:-109"]

const option = (value: string, label = value): HTMLElement => el("option", { value }, label)

const orderOf = (form: FormData): api.FaultOrder => {
  const [path, did, times] = [text(form, "path"), text(form, "did"), text(form, "times")]
  const [ms, stage, percent] = [text(form, "ms"), text(form, "stage"), text(form, "percent")]
  return {
    fault: text(form, "fault"),
    match: { ...(path === ANY ? {} : { path }), ...(did === ANY ? {} : { did }) },
    ...(times === "" ? {} : { times: Number(times) }),
    ...(ms === "" ? {} : { ms: Number(ms) }),
    ...(stage === ANY ? {} : { stage }),
    ...(percent === "" ? {} : { percent: Number(percent) }),
  }
}

/** Fills in the devices to pick from and keeps the choice. */
export const showPicks = (devices: readonly EmulatedDeviceView[]): void => {
  const place = byId("did")
  const picked = place instanceof HTMLSelectElement ? place.value : ANY
  draw(
    "picks",
    devices.map(({ did, name }) => [did, name]),
    () => [option(ANY, "Any device"), ...devices.map(({ did, name }) => option(did, name))],
  )
  if (place instanceof HTMLSelectElement) place.value = picked
}

export const prepareFaultForm = (onOrder: (order: api.FaultOrder) => void): void => {
  byId("path").append(option(ANY, "Any call"))
  byId("fault-form").addEventListener("submit", (event) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) onOrder(orderOf(new FormData(event.target)))
  })
}

const fill = async (): Promise<void> => {
  const [names, paths] = await Promise.all([api.readFaultNames(), api.readPaths()])
  byId("fault").append(...[...names, ...statusFaults].map((name) => option(name)))
  byId("path").append(...paths.map((path) => option(path, path.slice(path.lastIndexOf("/") + 1))))
}

let isAsked = false

/**
 * Loads the choices, and retries until they come once: the cloud, which names its calls, may be down when the page
 * opens.
 */
export const fillFaultForm = (): void => {
  if (isAsked) return
  isAsked = true
  fill().catch(() => {
    isAsked = false
  })
}
