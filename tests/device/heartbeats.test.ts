import { once } from "node:events"
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import type { Beat } from "../../src/domain/wire/device/heartbeat.ts"
import { FLAG_NO_FIRMWARE, FLAG_NO_SOUND, FLAG_ONE_MODE } from "../../src/domain/wire/deviceFlags.ts"
import { connectTo, idOf, openPageAt, runAgent } from "./running.ts"
import { goodVnc, startVnc } from "./vncServers.ts"

/** The agent's heartbeats to a server with the answers that each test wants. */

const SOON = { heartbeatMs: 20 }

const startCloud = async (answer: (beat: Beat, response: ServerResponse) => void) => {
  const beats: Beat[] = []
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join("")
    const {
      beats: [beat],
    }: { beats: [Beat] } = JSON.parse(text)
    beats.push(beat)
    answer(beat, response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("no port")
  return { beats, cloud: `http://127.0.0.1:${address.port}`, server }
}

const json = (response: ServerResponse, body: object): void => void response.end(JSON.stringify(body))

describe("heartbeats of the device agent", () => {
  test("[AGENT-1] bring it the name that its owner gave it, over restarts, until --name is another", async () => {
    const vnc = await startVnc(goodVnc())
    const named = new Map<string, string>()
    const { beats, cloud } = await startCloud(({ did, name }, response) => {
      const wanted = named.get(did)
      json(response, { heard: 1, ...(wanted !== undefined && wanted !== name && { names: [{ did, name: wanted }] }) })
    })
    const { agent, folder } = await runAgent(vnc.port, { cloud, ...SOON })
    await expect
      .poll(() => beats.at(0))
      .toEqual({
        did: agent.did,
        key: agent.fingerprint,
        name: "Workshop",
        model: 0,
        build: 0,
        mac: null,
        flags: FLAG_ONE_MODE | FLAG_NO_FIRMWARE | FLAG_NO_SOUND,
      })
    const { page } = await openPageAt()
    await connectTo(page, agent)
    await page.wait("connected")
    named.set(agent.did, "Werkstatt 2")
    await expect.poll(() => beats.at(-1)?.name).toBe("Werkstatt 2")
    expect(agent.name).toBe("Werkstatt 2")
    await page.wait("devices_discovered", ({ devices }) =>
      devices.some(({ id, name }) => id === idOf(agent) && name === "Werkstatt 2"),
    )
    agent.close()

    const again = await runAgent(vnc.port, { folder })
    expect(again.agent.name).toBe("Werkstatt 2")
    again.agent.close()
    const other = await runAgent(vnc.port, { folder, name: "Studio" })
    expect(other.agent.name).toBe("Studio")
  })

  test("[AGENT-1] a name that cannot be written is taken, and that is said", async () => {
    const vnc = await startVnc(goodVnc())
    const { cloud } = await startCloud(({ did, name }, response) =>
      json(response, { heard: 1, names: name === "Werkstatt" ? [] : [{ did, name: "Werkstatt" }] }),
    )
    const { agent, lines, folder } = await runAgent(vnc.port, { cloud, heartbeatMs: 400 })
    const before = readFileSync(join(folder, "device.json"), "utf8")
    // A file in place of the folder stops root too.
    rmSync(folder, { recursive: true })
    writeFileSync(folder, before)
    chmodSync(folder, 0o600)
    await expect.poll(() => agent.name).toBe("Werkstatt")
    expect(lines.join("\n")).toContain("cannot be written")
  })

  test.each<readonly [string, (did: string, response: ServerResponse) => void, string]>([
    ["HTML", (_did, response) => void response.end("<h1>Sign in to the Wi-Fi</h1>"), "none to a heartbeat"],
    ["another server's JSON", (_did, response) => json(response, { ok: true }), "none to a heartbeat"],
    ["HTTP 500", (_did, response) => void response.writeHead(500).end("no"), "HTTP 500"],
    [
      "a redirect",
      (did, response) =>
        void response
          .writeHead(307, { location: "/x" })
          .end(JSON.stringify({ heard: 1, names: [{ did, name: "Forged" }] })),
      "HTTP 307",
    ],
    ["an answer without end", (_did, response) => void response.end("x".repeat(1_000_000)), "too long"],
    ["a cut connection", (_did, response) => void response.destroy(), "lost"],
    ["a blank name", (did, response) => json(response, { heard: 1, names: [{ did, name: " \u200b" }] }), "reach"],
    [
      "too long a name",
      (did, response) => json(response, { heard: 1, names: [{ did, name: "ü".repeat(17) }] }),
      "reach",
    ],
    [
      "the name of another device",
      (_did, response) => json(response, { heard: 1, names: [{ did: "agent-1", name: "Forged" }] }),
      "reach",
    ],
  ])("[AGENT-1] answered by %s leave its name as it is, say so once, and go on", async (_what, answer, words) => {
    const vnc = await startVnc(goodVnc())
    const { beats, cloud } = await startCloud(({ did }, response) => answer(did, response))
    const { agent, lines } = await runAgent(vnc.port, { cloud, ...SOON })
    await expect.poll(() => beats.length, { timeout: 60_000 }).toBeGreaterThan(2)
    expect(agent.name).toBe("Workshop")
    expect(beats.map(({ name }) => name).filter((name) => name !== "Workshop")).toEqual([])
    expect(lines.filter((line) => line.includes(cloud))).toEqual([expect.stringContaining(words)])
  })

  test("[AGENT-1] that no server takes end with the agent, and say that they are lost", async () => {
    const vnc = await startVnc(goodVnc())
    const { beats, cloud, server } = await startCloud((_beat, response) => json(response, { heard: 1 }))
    const { agent, lines } = await runAgent(vnc.port, { cloud, ...SOON })
    await expect.poll(() => beats.length).toBeGreaterThan(0)
    server.closeAllConnections()
    server.close()
    await expect.poll(() => lines.at(-1), { timeout: 60_000 }).toContain("ECONNREFUSED")
    agent.close()
  })
})
