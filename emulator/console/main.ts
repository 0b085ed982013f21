import * as api from "./api.ts"
import { byId, count, draw, el, sign, timeOfDay } from "./dom.ts"
import { accounts, devices, faults, mail } from "./lists.ts"
import { createRequestList } from "./requests.ts"

/** The emulator's console: asks the control API once a second and draws what changed. */

const ASK_EVERY_MS = 1_000
const ANY = ""

/** Refusals worth trying: too often, session over, no session. */
const statusFaults = ["status:-100", "status:-106", "status:-109"]

const listPlace = document.querySelector('[data-list="requests"]')
const requests = createRequestList(listPlace instanceof HTMLElement ? listPlace : byId("requests"))

const say = (text: string): void => {
  byId("fault-said").textContent = text
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Does something and shows its result at once, or why it failed. */
const act = async (action: () => Promise<unknown>, done = ""): Promise<void> => {
  try {
    await action()
    say(done)
  } catch (error) {
    say(reasonOf(error))
  }
  await refresh()
}

const aheadText = (ms: number): string => (ms === 0 ? "nothing" : `${Math.round(ms / 60_000)} min`)

const showState = (state: api.EmulatorState): void => {
  const { now, offsetMs } = state.clock
  byId("clock").textContent = timeOfDay(now)
  byId("ahead").textContent = aheadText(offsetMs)
  byId("summary").textContent = location.origin
  byId("devices-shown").textContent =
    state.deviceCount > state.devices.length ? `the first ${state.devices.length} of ${state.deviceCount}` : ""
  count("accounts", state.accounts.length)
  count("devices", state.deviceCount)
  draw("accounts", state.accounts, () => [accounts(state.accounts)])
  const minute = Math.floor(now / 60_000)
  draw("devices", [minute, state.devices], () => [
    devices(state.devices, now, (did, power) => void act(() => api.setPower(did, power))),
  ])
}

let connected: boolean | undefined

const showConnection = (up: boolean): void => {
  if (connected === up) return
  connected = up
  byId("cloud").replaceChildren(up ? sign("online", "ok") : sign("offline", "bad"), up ? "Running" : "No answer")
}

const refresh = async (): Promise<void> => {
  try {
    const [state, mails, faultList, entries] = await Promise.all([
      api.readState(),
      api.readMail(),
      api.readFaults(),
      api.readRequests(requests.latest()),
    ])
    showState(state)
    draw("mail", mails, () => [mail(mails)])
    draw("faults", faultList, () => [faults(faultList, (id) => void act(() => api.removeFault(id)))])
    requests.add(entries)
    count("mail", mails.length)
    count("faults", faultList.length)
    count("requests", requests.count())
    showConnection(true)
  } catch {
    showConnection(false)
  }
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value.trim() : ""
}

const submitted = async (form: FormData): Promise<void> => {
  const path = text(form, "path")
  const did = text(form, "did")
  const times = text(form, "times")
  const ms = text(form, "ms")
  const answer = await api.addFault({
    fault: text(form, "fault"),
    match: { ...(path === ANY ? {} : { path }), ...(did === "" ? {} : { did }) },
    ...(times === "" ? {} : { times: Number(times) }),
    ...(ms === "" ? {} : { ms: Number(ms) }),
  })
  say(answer.note ?? "")
}

const option = (value: string, label = value): HTMLElement => el("option", { value }, label)

/** What scrolls sideways can be reached by keyboard, and says what it is. */
const nameScrollers = (): void => {
  for (const place of document.querySelectorAll<HTMLElement>("main .scroll")) {
    place.tabIndex = 0
    place.setAttribute("role", "group")
    place.setAttribute("aria-labelledby", `${place.dataset.list}-title`)
  }
}

const prepare = async (): Promise<void> => {
  nameScrollers()
  byId("path").append(option(ANY, "Any call"))
  byId("fault-form").addEventListener("submit", (event) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) {
      const form = new FormData(event.target)
      void submitted(form).then(refresh, (error: unknown) => say(reasonOf(error)))
    }
  })
  for (const button of document.querySelectorAll<HTMLElement>("[data-advance]"))
    button.addEventListener("click", () => void act(() => api.advance(Number(button.dataset.advance))))
  byId("clear").addEventListener("click", () => requests.clear())
  byId("reset").addEventListener("click", () => {
    if (confirm("Start over? Accounts, devices, mail and requests are set back to the demo."))
      void act(async () => {
        await api.startOver()
        requests.restart()
      })
  })
  const [names, paths] = await Promise.all([api.readFaultNames(), api.readPaths()])
  byId("fault").append(...[...names, ...statusFaults].map((name) => option(name)))
  byId("path").append(...paths.map((path) => option(path, path.slice(path.lastIndexOf("/") + 1))))
}

/** One request at a time, and none while nobody looks. */
const keepAsking = async (): Promise<void> => {
  if (document.visibilityState === "visible") await refresh()
  setTimeout(() => void keepAsking(), ASK_EVERY_MS)
}

void prepare()
void keepAsking()
