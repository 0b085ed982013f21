import type { ReactNode } from "react"
import { createRoot, type Root } from "react-dom/client"
import { MemoryRouter } from "react-router-dom"
import { vi } from "vitest"
import { createClient } from "../../src/app/client/create.ts"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { type AppRequest, type ClientHandle, noViewer } from "../../src/app/client/handle.ts"
import { type Client, ClientProvider } from "../../src/app/client/provider.ts"
import { startI18n } from "../../src/app/i18n/i18n.ts"
import { LocaleProvider } from "../../src/app/i18n/LocaleProvider.tsx"
import { closeAllToasts } from "../../src/app/ui/toasts.ts"
import { answerOf } from "../../src/domain/client/requests.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { valid } from "../../src/domain/values/parsed.ts"
import { Recorder } from "../domain/recorder.ts"
import "../../src/app/look/look.css"

type OnEvents = (events: readonly RecordedEvent[], before: State) => void

/** Requests that only a real engine answers. Here they have no effect. */
const engines: ReadonlySet<string> = new Set([
  "SignIn",
  "SignOut",
  "EnterAsGuest",
  "Refresh",
  "SetPreference",
  "ResetSettings",
  "AcceptInvitation",
  "HurryAll",
  "ExportLog",
  "ConnectDevice",
  "DisconnectDevice",
  "RetryDevice",
  "Scan",
  "CancelScan",
  "AddSubnet",
  "RemoveSubnet",
  "WakeOverLan",
  "CheckFirmware",
  "AnswerPasscode",
  "OfferPasscode",
  "GiveUpPasscode",
  "DecideAboutKey",
  "TryStorage",
])
const isCommand = (request: AppRequest): request is AppRequest & Command => !engines.has(request.type)

/**
 * Replaces the engine behind the screens: the real decider and fold, without storage and network. Records the requests
 * of a screen in `asked`, and decides commands at once.
 */
export class ScreenDesk {
  readonly recorder = new Recorder()
  readonly asked: AppRequest[] = []
  /** True while the server owes a reply. */
  isSilent = false
  /** The number of rows of the log that were set aside. */
  aside = 0
  readonly #listeners = new Set<() => void>()
  readonly listeners = new Set<OnEvents>()

  constructor() {
    this.recorder.now = Date.now()
    this.recorder.tab = "here"
  }

  do(command: Command): readonly RecordedEvent[] {
    const done = this.#decide(command)
    if (!done.ok) throw new Error(`${command.type} was rejected: ${done.reason}`)
    return done.value
  }

  #decide(command: Command): ReturnType<Recorder["do"]> {
    const before = this.recorder.state
    const done = this.recorder.do(command)
    if (!done.ok) return done
    for (const hear of this.listeners) hear(done.value, before)
    for (const listener of this.#listeners) listener()
    return done
  }

  /** A separate client on this engine, which is ready at once. */
  client(handle: ClientHandle = this.handle): Client {
    const client = createClient(() => Date.now())
    client.start.set({ phase: "ready", handle, deployment: noDeployment })
    return client
  }

  /** True when a screen listens to events. It begins a moment after its first picture. */
  get isListening(): boolean {
    return this.listeners.size > 0
  }

  readonly handle: ClientHandle = {
    tab: "here",
    secure: true,
    pairing: null,
    view: () => noViewer,
    state: () => this.recorder.state,
    status: () => ({ storage: "ok", outdated: false, failing: false }),
    isSilent: () => this.isSilent,
    subscribe: (listener) => {
      this.#listeners.add(listener)
      return () => {
        this.#listeners.delete(listener)
      }
    },
    onEvents: (hear) => {
      this.listeners.add(hear)
      return () => {
        this.listeners.delete(hear)
      }
    },
    log: {
      bounds: async () => ({ first: 1, last: this.recorder.log.length }),
      read: async (from, to) => this.recorder.log.slice(from - 1, to),
      base: async () => null,
      aside: async () => this.aside,
    },
    invitationCode: (_action, report) => report(null),
    send: (request, refused, done) => {
      this.asked.push(request)
      const decided = isCommand(request) ? this.#decide(request) : valid([])
      if (decided.ok) done?.(answerOf(decided.value))
      else refused?.(decided.reason)
    },
  }
}

/** Devices `d0` to `d<count - 1>`, whose names sort in the order of their numbers. */
export const manyDevices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    name: `Device ${String(index).padStart(5, "0")}`,
    model: 1,
    lastSeen: Date.now(),
    flags: 0,
    build: 241_204_091_500,
    shared: false,
    owner: "",
  }))

let root: Root | undefined

/** Shows a part of the app on a new page, with the given client. */
export const show = async (client: Client, part: ReactNode, path = "/devices", language = "en"): Promise<void> => {
  await startI18n(language)
  close()
  const place = document.createElement("div")
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <LocaleProvider>
      <ClientProvider value={client}>
        <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>
      </ClientProvider>
    </LocaleProvider>,
  )
}

export const close = (): void => {
  root?.unmount()
  root = undefined
  closeAllToasts()
}

/** Waits until the check passes. A hang ends with the test. */
export const until = (check: () => unknown): Promise<unknown> =>
  vi.waitUntil(async () => Boolean(await check()), { timeout: 60_000, interval: 20 })
