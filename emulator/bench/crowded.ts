import type { Browser, BrowserContext, CDPSession, Page } from "playwright"
import { logModel } from "../../src/domain/client/log/model.ts"
import { planBatch } from "../../src/domain/engine/batch.ts"
import type { CommandError } from "../../src/domain/engine/commandError.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { Command, Rejection } from "../../src/domain/product/decide.ts"
import { initialState, type State } from "../../src/domain/product/state.ts"
import type { BenchOptions } from "./figures.ts"
import { savedUser } from "./secondVisit.ts"
import type { BenchStack } from "./stack.ts"

/** Fills a browser's log from outside the app: another page of its origin writes the events of another tab. */

const PATIENCE_MS = 300_000
/** A file of the app's origin that starts no app. */
const QUIET_PAGE = "/manifest.webmanifest"
const DATABASE = "sightline"
const CHANNEL = "sightline.appended"
/** Commands planned and written at a time. */
const PORTION = 1_000
/** Pause between two events, ms. The app needs less than this for one event. */
const PAUSE_MS = 60
/** Interval of the checks of the outbox, ms. */
const LOOK_MS = 100

interface Portion {
  readonly database: string
  readonly channel: string
  /** The events of each step. */
  readonly steps: readonly (readonly StoredEvent[])[]
  readonly pause: number
}

/** Runs in the quiet page. */
const readLog = async (name: string): Promise<readonly StoredEvent[]> => {
  const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  const transaction = database.transaction(["events", "segments"])
  const sealed = await done(transaction.objectStore("segments").getAll())
  const hot = await done(transaction.objectStore("events").getAll())
  database.close()
  return [...sealed.flatMap(({ json }) => JSON.parse(json)), ...hot]
}

/** Runs in the quiet page: appends as another tab does. Returns the number of steps before an event of the app. */
const append = async ({ database: name, channel, steps, pause }: Portion): Promise<number> => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const tabs = new BroadcastChannel(channel)
  let written = 0
  for (const step of steps) {
    const transaction = database.transaction("events", "readwrite")
    for (const event of step) transaction.objectStore("events").add(event)
    const isFirst = await new Promise<boolean>((resolve, reject) => {
      transaction.oncomplete = () => resolve(true)
      transaction.onabort = () =>
        transaction.error?.name === "ConstraintError" ? resolve(false) : reject(transaction.error)
    })
    if (!isFirst) break
    written += 1
    tabs.postMessage(null)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  tabs.close()
  database.close()
  return written
}

/** A copy of the app's log, which plans further events on it. */
class Beside {
  readonly #page: Page
  #state: State = initialState
  #cursor = 0
  #commands = 0

  constructor(page: Page) {
    this.#page = page
  }

  get state(): State {
    return this.#state
  }

  /** Reads the events that the app has written meanwhile. */
  async catchUp(): Promise<void> {
    const log = await this.#page.evaluate(readLog, DATABASE)
    const batch = planBatch(logModel, this.#state, this.#cursor, log.slice(this.#cursor), [])
    this.#state = batch.state
    this.#cursor = batch.cursor
  }

  /** One transaction for each list of commands. Plans a step again that came after an event of the app. */
  async write(lists: readonly (readonly Command[])[], pause: number): Promise<void> {
    let left = lists
    while (left.length > 0) {
      const planned = this.#plan(left)
      const steps = planned.map(({ own }) => own)
      const written = await this.#page.evaluate(append, { database: DATABASE, channel: CHANNEL, steps, pause })
      const last = planned[written - 1]
      if (last !== undefined) {
        this.#state = last.state
        this.#cursor = last.cursor
      }
      left = left.slice(written)
      if (left.length > 0) await this.catchUp()
    }
  }

  /** Plans each list on the state that the list before it leaves. */
  #plan(lists: readonly (readonly Command[])[]) {
    let before = { state: this.#state, cursor: this.#cursor }
    return lists.map((commands) => {
      const batch = planBatch(
        logModel,
        before.state,
        before.cursor,
        [],
        commands.map((command) => {
          this.#commands += 1
          return { command, stamp: { id: `bench-${this.#commands}`, at: Date.now(), tab: "bench" }, cause: null }
        }),
      )
      batch.results.forEach((result, index) => {
        if (!result.ok) throw new Error(refusal(commands[index], result.reason))
      })
      before = batch
      return batch
    })
  }
}

/** The command that the log of the bench refused, and the reason. */
const refusal = (command: Command | undefined, { reason, rejection }: CommandError<Rejection>): string =>
  `the log of the bench refused ${JSON.stringify(command)}: ${reason} ${JSON.stringify(rejection)}`

/** The content of a browser before the measurement. */
export type CrowdSize = Pick<BenchOptions, "settleMs"> & { readonly actions: number }

interface Crowd {
  readonly context: BrowserContext
  readonly page: Page
  readonly beside: Beside
}

/** Opens a screen, goes offline, and queues `actions` renames. */
const crowd = async (browser: Browser, stack: BenchStack, screen: string, size: CrowdSize): Promise<Crowd> => {
  const { actions, settleMs } = size
  const user = await savedUser(stack)
  const origins = [{ origin: stack.app, localStorage: [{ name: "user", value: user }] }]
  const context = await browser.newContext({
    baseURL: stack.app,
    storageState: { cookies: [], origins },
    viewport: { width: 1440, height: 900 },
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await page.goto("/devices")
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .waitFor()
  if (screen !== "/devices") await page.getByRole("link", { name: "Account" }).first().click()
  const quiet = await context.newPage()
  await quiet.goto(QUIET_PAGE)
  await page.bringToFront()
  await context.setOffline(true)
  await page.waitForTimeout(settleMs)
  const beside = new Beside(quiet)
  await beside.catchUp()
  const names = [...beside.state.devices.bound.values()].slice(0, actions)
  const renames = names.map(({ id, name }): Command => ({ type: "RenameDevice", did: id, name: renamed(name) }))
  const portions = Array.from({ length: Math.ceil(renames.length / PORTION) }, (_, index) =>
    renames.slice(index * PORTION, (index + 1) * PORTION),
  )
  await beside.write(portions, settleMs / portions.length)
  await page.getByRole("button", { name: outboxOf(renames.length) }).waitFor()
  await page.waitForTimeout(settleMs)
  await beside.catchUp()
  return { context, page, beside }
}

/** Names hold 32 bytes at most. */
const renamed = (name: string): string => `${name.slice(0, 16)} again`
const outboxOf = (count: number): RegExp => new RegExp(`^Outbox, ${count.toLocaleString("en")} `)

/** The number in "Outbox, 9,512 actions waiting"; 0 for "Outbox, empty". */
const countIn = (name: string): number => Number((/[0-9,]+[0-9]|[0-9]/.exec(name)?.[0] ?? "0").replaceAll(",", ""))

/** Time that the page has spent in scripts, ms. */
const scriptOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics")
  return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN)
}

const watch = async ({ context, page }: Crowd): Promise<CDPSession> => {
  const session = await context.newCDPSession(page)
  await session.send("Performance.enable")
  return session
}

interface Kind {
  readonly kind: string
  /** True when its event contains the whole list of devices. */
  readonly isWholeList: boolean
  readonly step: (index: number) => Command
}

/** Events of other tabs, one command each. */
const kinds = ({ state }: Beside): readonly Kind[] => {
  const devices = [...state.devices.bound.values()]
  const actions = [...state.outbox.actions.open]
  const account = state.session.current?.account
  if (account === undefined) throw new Error("no account is signed in")
  return [
    {
      kind: "a route",
      isWholeList: false,
      step: (index) => ({ type: "OpenRoute", path: index % 2 === 0 ? "/settings" : "/devices" }),
    },
    {
      kind: "an action",
      isWholeList: false,
      step: (index) => ({ type: "HurryAction", action: actions[index]?.id ?? "" }),
    },
    {
      kind: "a rename",
      isWholeList: false,
      step: (index) => ({ type: "RenameDevice", did: devices[index]?.id ?? "", name: `Again ${index}` }),
    },
    {
      kind: "a reading",
      isWholeList: true,
      step: (index) => ({
        type: "RecordDevices",
        account,
        begunAt: Date.now(),
        devices: devices.map((device, at) => (at <= index ? { ...device, build: device.build + 1 } : device)),
      }),
    },
  ]
}

export const scriptPerEvent = async (
  browser: Browser,
  stack: BenchStack,
  { screen, events, ...size }: CrowdSize & { readonly screen: string; readonly events: number },
) => {
  const crowded = await crowd(browser, stack, screen, size)
  const { context, page, beside } = crowded
  try {
    const session = await watch(crowded)
    const figures: { readonly kind: string; readonly isWholeList: boolean; readonly ms: number }[] = []
    for (const { kind, isWholeList, step } of kinds(beside)) {
      const idleFrom = await scriptOf(session)
      await page.waitForTimeout(events * PAUSE_MS)
      const from = await scriptOf(session)
      await beside.write(
        Array.from({ length: events }, (_, index) => [step(index)]),
        PAUSE_MS,
      )
      const took = (await scriptOf(session)) - from
      figures.push({ kind, isWholeList, ms: (took - (from - idleFrom)) / events })
      await beside.catchUp()
    }
    return figures
  } finally {
    await context.close()
  }
}

/** Script time of the page for each of the first `sent` done actions, ms. The server's rate limits `sent`. */
export const drain = async (browser: Browser, stack: BenchStack, size: CrowdSize, sent: number): Promise<number> => {
  const { actions } = size
  const crowded = await crowd(browser, stack, "/devices", size)
  const { context, page } = crowded
  try {
    const session = await watch(crowded)
    const from = await scriptOf(session)
    await context.setOffline(false)
    const outbox = page.getByRole("button", { name: /^Outbox, / })
    const until = performance.now() + PATIENCE_MS
    const waiting = async () => countIn(await outbox.ariaSnapshot())
    let left = actions
    while (left > actions - sent) {
      if (performance.now() > until) throw new Error(`${left} of ${actions} actions still wait`)
      await page.waitForTimeout(LOOK_MS)
      left = await waiting()
    }
    return ((await scriptOf(session)) - from) / (actions - left)
  } finally {
    await context.close()
  }
}
