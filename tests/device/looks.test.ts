import { expect, test } from "vitest"
import { createScreen } from "../../device/agent/screen.ts"
import { goodVnc, startVnc } from "./vncServers.ts"

/** The pauses between the agent's checks of its VNC server, by the results of the earlier checks. */

const SECOND = 1_000
/** Pause between two checks of a server that is there, or that is not. */
const SOON = 2 * SECOND

type Behaviour = Parameters<typeof startVnc>[0]
const closes: Behaviour = (socket) => socket.destroy()
const speaksHttp: Behaviour = (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")
const wantsPassword = goodVnc({ types: [2], password: "other" })

const held: Behaviour = () => {}

/** A screen whose server behaves as listed, one entry per connection. */
const screenOf = async (behaviours: readonly Behaviour[]) => {
  const left = [...behaviours]
  const server = await startVnc((socket, more) => (left.shift() ?? closes)(socket, more))
  const seen: boolean[] = []
  let logins = 0
  const screen = createScreen({
    server: { host: "127.0.0.1", port: server.port, mayBePlain: false },
    credentials: () => {
      logins += 1
      return { password: "mine" }
    },
    keepKey: () => {},
    changed: () => seen.push(screen.isThere),
    say: () => {},
  })
  const connected = (count: number) => expect.poll(() => server.connections.length).toBe(count)
  return { screen, server, seen, logins: () => logins, connected }
}

test.each<readonly [string, readonly Behaviour[], number]>([
  ["is there", [goodVnc()], SOON],
  ["closes once, as one that starts or ends does", [goodVnc(), closes], SOON],
  ["closes twice", [closes, closes], 2 * SOON],
  ["closes four times", [closes, closes, closes, closes], 8 * SOON],
  ["closes and never does else", Array.from({ length: 9 }, () => closes), 60 * SECOND],
  ["closes three times, and then is there", [closes, closes, closes, goodVnc()], SOON],
  ["closes again after it was there", [closes, closes, goodVnc(), closes], SOON],
  ["is none, twice", [speaksHttp, speaksHttp], 2 * SOON],
  ["has another password", [wantsPassword], 60 * SECOND],
])("[AGENT-3] a server that %s is looked at again in due time", async (_what, behaviours, due) => {
  const { screen, logins } = await screenOf(behaviours)
  for (const _each of behaviours) await screen.lookNow()
  // The pause began a moment ago.
  screen.look(performance.now() + due - SECOND)
  expect(logins()).toBe(behaviours.length)
  screen.look(performance.now() + due)
  expect(logins()).toBe(behaviours.length + 1)
  await screen.lookNow()
})

test("[AGENT-3] a look that ends late says nothing of a server that a viewer has reached meanwhile", async () => {
  const { screen, server, seen, connected } = await screenOf([held, goodVnc()])
  const look = screen.lookNow()
  await connected(1)
  const socket = await screen.open()
  expect(seen).toEqual([true])
  server.connections[0]?.destroy()
  await look
  expect([screen.isThere, seen]).toEqual([true, [true]])
  socket.destroy()
})

test("[AGENT-3] while a viewer logs in, no look does, and the login says what a look would", async () => {
  const { screen, server, seen, logins, connected } = await screenOf([goodVnc(), held])
  await screen.lookNow()
  const opening = screen.open().catch(() => undefined)
  const looks = [screen.lookNow(), screen.lookNow()]
  screen.look(Number.POSITIVE_INFINITY)
  expect(logins()).toBe(2)
  await connected(2)
  server.connections[1]?.destroy()
  await Promise.all([opening, ...looks])
  expect([logins(), screen.isThere, seen]).toEqual([2, false, [true, false]])
})
