import { type Remote, windowEndpoint, wrap } from "comlink"
import { Effect, Fiber } from "effect"
import { afterEach, expect, test, vi } from "vitest"
import { leadershipAt } from "../../src/adapters/browser/leadership.ts"
import { Leadership } from "../../src/domain/ports/leadership.ts"
import { leadershipNames } from "./pages/leadershipNames.ts"
import type { LeadershipTab } from "./pages/leadershipTab.ts"

const frames: HTMLIFrameElement[] = []

/** A frame that has loaded the page. For locks it counts as its own tab. */
const openTab = async (): Promise<{ tab: Remote<LeadershipTab>; kill: () => void }> => {
  const frame = document.createElement("iframe")
  const script = new URL("./pages/leadershipTab.ts", import.meta.url).pathname
  frame.srcdoc = `<!doctype html><script type="module" src="${script}"></script>`
  const ready = new Promise<void>((resolve) => {
    const receive = ({ source }: MessageEvent) => {
      if (source !== frame.contentWindow) return
      removeEventListener("message", receive)
      resolve()
    }
    addEventListener("message", receive)
  })
  frames.push(frame)
  document.body.append(frame)
  await ready
  if (frame.contentWindow === null) throw new Error("the frame has no window")
  return { tab: wrap<LeadershipTab>(windowEndpoint(frame.contentWindow)), kill: () => frame.remove() }
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const frame of frames.splice(0)) frame.remove()
})

const named = (locks: readonly LockInfo[] = []) => locks.filter(({ name }) => name === leadershipNames.lock).length
const holders = async () => named((await navigator.locks.query()).held)
const waiters = async () => named((await navigator.locks.query()).pending)

test("[OFFLINE-7] one tab leads at a time, and the next one follows when it lets go", async () => {
  const { tab: first } = await openTab()
  const { tab: second } = await openTab()
  await first.hold(false)
  let leads = "first"
  const following = second.hold(false).then(() => {
    leads = "second"
  })
  await expect.poll(waiters).toBe(1)
  expect(leads).toBe("first")
  await first.release()
  await following
  expect(leads).toBe("second")
})

test("[OFFLINE-7] a tab that dies leads no more", async () => {
  const first = await openTab()
  const { tab: second } = await openTab()
  await first.tab.hold(false)
  const following = second.hold(false)
  await expect.poll(waiters).toBe(1)
  first.kill()
  await following
  expect(await holders()).toBe(1)
})

test("[OFFLINE-7] a tab can take a silent tab's lock, and the silent tab learns of it", async () => {
  const { tab: first } = await openTab()
  const { tab: second } = await openTab()
  await first.hold(false)
  const lost = first.untilLost()
  await second.hold(true)
  await lost
  expect(await holders()).toBe(1)
  await second.release()
  await expect.poll(holders).toBe(0)
})

test("[OFFLINE-7] who gives up waiting leaves the queue, and gets no lock later", async () => {
  const { tab } = await openTab()
  await tab.hold(false)
  const waitInVain = Effect.gen(function* () {
    const leadership = yield* Leadership
    const fiber = yield* Effect.forkChild(Effect.scoped(leadership.hold({ steal: false })))
    yield* Effect.promise(() => expect.poll(waiters).toBe(1))
    yield* Fiber.interrupt(fiber)
  })
  await Effect.runPromise(Effect.provide(waitInVain, leadershipAt(leadershipNames)))
  await expect.poll(waiters).toBe(0)
  await tab.release()
  await expect.poll(holders).toBe(0)
})

test("[OFFLINE-7] every tab knows whether any tab holds the lock", async () => {
  const { tab: first } = await openTab()
  const { tab: second } = await openTab()
  expect(await second.isHeld()).toBe(false)
  await first.hold(false)
  expect(await second.isHeld()).toBe(true)
  await first.release()
  await expect.poll(() => second.isHeld()).toBe(false)
})

test("[OFFLINE-7] every tab knows the last heartbeat of any tab", async () => {
  const { tab: first } = await openTab()
  const { tab: second } = await openTab()
  await first.beat(1_000)
  expect(await second.lastBeat()).toBe(1_000)
  await second.beat(2_000)
  expect(await first.lastBeat()).toBe(2_000)
})

test.each<[string, () => never | Promise<never>]>([
  ["rejects", () => Promise.reject(new DOMException("denied", "SecurityError"))],
  [
    "throws",
    () => {
      throw new DOMException("denied", "InvalidStateError")
    },
  ],
])("[OFFLINE-7][EVENT-4] a browser that %s when it is asked for the lock refuses it at once", async (_, refuse) => {
  vi.spyOn(LockManager.prototype, "request").mockImplementation(refuse)
  const asked = Effect.gen(function* () {
    const leadership = yield* Leadership
    return yield* Effect.flip(Effect.scoped(leadership.hold({ steal: false })))
  })
  const refused = await Effect.runPromise(Effect.provide(asked, leadershipAt(leadershipNames)))
  expect(refused).toMatchObject({ _tag: "LockError", reason: "refused" })
})
