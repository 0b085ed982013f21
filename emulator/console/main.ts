import * as api from "./api.ts"
import { changeDevice, prepareDeviceForms } from "./deviceForms.ts"
import { devices, hosts } from "./devices.ts"
import { byId, count, draw, sign, timeOfDay } from "./dom.ts"
import { fillFaultForm, prepareFaultForm, showPicks } from "./faultForm.ts"
import { text } from "./forms.ts"
import { accounts, faults, mail } from "./lists.ts"
import { createPager } from "./pager.ts"
import { showRecipes } from "./recipes.ts"
import { saveScenario, showScenarios } from "./scenarios.ts"
import { prepareTheme } from "./theme.ts"
import { prepareTraffic } from "./traffic.ts"

/** The emulator's console: polls the control API once a second and draws the changes. */

const ASK_EVERY_MS = 1_000
/** Mails on one page. */
const MAIL_SHOWN = 50
/** Time for which the result of an operation is shown, ms. */
const SAID_MS = 6_000

/** Names of the listed devices, by their ids. */
let deviceNames: ReadonlyMap<string, string> = new Map()
const traffic = prepareTraffic((did) => deviceNames.get(did) ?? did)

const devicePages = createPager(byId("devices-pages"), api.DEVICES_SHOWN, () => void refresh())
const mailPages = createPager(byId("mail-pages"), MAIL_SHOWN, () => void refresh())

let isSaid: ReturnType<typeof setTimeout> | undefined

const say = (said: string): void => {
  byId("said").textContent = said
  clearTimeout(isSaid)
  isSaid = setTimeout(() => byId("said").replaceChildren(), SAID_MS)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs an operation and shows its result at once, or the reason of its failure. */
const act = async (action: () => Promise<unknown>, done = ""): Promise<void> => {
  try {
    await action()
    say(done)
  } catch (error) {
    say(reasonOf(error))
  }
  await refresh()
}
const acts = (action: () => Promise<unknown>, done = ""): void => void act(action, done)

const aheadText = (ms: number): string => (ms === 0 ? "0 min" : `${Math.round(ms / 60_000)} min`)

const found = (): string => {
  const place = byId("find")
  return place instanceof HTMLInputElement ? place.value.trim() : ""
}

/** The world of the last answer. */
let world: string | undefined

/** After a reset or a restart of the emulator, loads the traffic of the new world from its first entry on. */
const noticeWorld = (state: api.EmulatorState): void => {
  if (world !== undefined && world !== state.world) traffic.restart()
  world = state.world
}

const showState = (state: api.EmulatorState): void => {
  const { now, offsetMs } = state.clock
  byId("clock").textContent = timeOfDay(now)
  byId("ahead").textContent = aheadText(offsetMs)
  byId("summary").textContent = location.origin
  byId("devices-shown").textContent =
    state.foundCount < state.deviceCount ? `${state.foundCount} of ${state.deviceCount}` : ""
  devicePages.show(state.foundCount)
  count("accounts", state.accounts.length)
  count("devices", state.deviceCount)
  count("hosts", state.hosts.length)
  draw("accounts", state.accounts, () => [accounts(state.accounts)])
  const minute = Math.floor(now / 60_000)
  draw("devices", [minute, state.devices], () => [
    devices(state.devices, now, {
      power: (did, power) => acts(() => api.changeDevice(did, { power })),
      edit: changeDevice,
    }),
  ])
  const names = new Map(state.devices.map(({ did, name }) => [did, name]))
  deviceNames = new Map([...deviceNames, ...names])
  const near = state.hosts.filter(({ did }) => names.has(did))
  draw("hosts", [near, [...names]], () => [hosts(near, names)])
  showPicks(state.devices)
}

let connected: boolean | undefined

const showConnection = (up: boolean): void => {
  if (connected === up) return
  connected = up
  byId("cloud").replaceChildren(up ? sign("online", "ok") : sign("offline", "bad"), up ? "Running" : "No answer")
}

let asked = 0

/** A key in the search asks at once, so answers may overtake each other. Draws only the answer to the last question. */
const refresh = async (): Promise<void> => {
  asked += 1
  const question = asked
  fillFaultForm()
  try {
    const [state, mails, faultList] = await Promise.all([
      api.readState(found(), devicePages.first()),
      api.readMail(),
      api.readFaults(),
      traffic.refresh(),
    ])
    if (question !== asked) return
    noticeWorld(state)
    showState(state)
    mailPages.show(mails.length)
    const shownMails = mails.slice(mailPages.first(), mailPages.first() + MAIL_SHOWN)
    draw("mail", shownMails, () => [mail(shownMails)])
    draw("faults", faultList, () => [faults(faultList, (id) => acts(() => api.removeFault(id)))])
    count("mail", mails.length)
    count("faults", faultList.length)
    showConnection(true)
  } catch {
    if (question !== asked) return
    showConnection(false)
  }
  showScenarios(acts)
}

const order = async (fault: api.FaultOrder, done: string): Promise<void> => {
  const { note } = await api.addFault(fault)
  say(note ?? done)
}

/** Makes regions that scroll sideways reachable by keyboard, with a name. */
const nameScrollers = (): void => {
  for (const place of document.querySelectorAll<HTMLElement>("main .scroll")) {
    place.tabIndex = 0
    place.setAttribute("role", "group")
    place.setAttribute("aria-labelledby", `${place.dataset.list}-title`)
  }
}

const onSubmit = (id: string, does: (form: FormData) => void): void =>
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) does(new FormData(event.target))
  })

const prepare = (): void => {
  prepareTheme()
  nameScrollers()
  prepareDeviceForms(acts)
  showRecipes((fault, says) => acts(() => order(fault, `${says}: done.`), `${says}: done.`))
  byId("find").addEventListener("input", () => {
    devicePages.restart()
    void refresh()
  })
  onSubmit("scenario-form", (form) => {
    const name = text(form, "name")
    say(name === "" ? "Give the scenario a name." : saveScenario(name))
    void refresh()
  })
  for (const button of document.querySelectorAll<HTMLElement>("[data-advance]"))
    button.addEventListener("click", () => acts(() => api.advance(Number(button.dataset.advance))))
  byId("mend").addEventListener("click", () => acts(api.removeFaults, "All faults cleared."))
  byId("clear").addEventListener("click", () => traffic.clear())
  byId("reset").addEventListener("click", () => {
    if (!confirm("Start over? Accounts, devices, mail and requests are set back to the demo.")) return
    acts(api.startOver, "Started over.")
  })
  prepareFaultForm((fault) => acts(() => order(fault, "")))
}

/** One request at a time, and none while the page is hidden. */
const keepAsking = async (): Promise<void> => {
  if (document.visibilityState === "visible") await refresh()
  setTimeout(() => void keepAsking(), ASK_EVERY_MS)
}

prepare()
void keepAsking()
