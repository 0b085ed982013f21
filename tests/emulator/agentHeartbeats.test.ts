import { expect, test } from "vitest"
import { FLAG_NO_FIRMWARE, FLAG_NO_SOUND, FLAG_ONE_MODE } from "../../src/domain/wire/deviceFlags.ts"
import { runAgent } from "../device/running.ts"
import { goodVnc, startVnc } from "../device/vncServers.ts"
import { md5 } from "./actors.ts"
import { startDevices } from "./deviceSockets.ts"

test("[AGENT-1][EMU-3] a device that runs elsewhere belongs to an account, and takes the name that its owner gives it", async () => {
  const own = await startDevices()
  try {
    const call = async (name: string, body: object) =>
      (await fetch(`${own.urls.cloud}/api/v2/${name}`, { method: "POST", body: JSON.stringify(body) })).json()
    const { uid, token } = await call("signin", { email: md5("owner@example.com"), password: md5("sightline") })
    const vnc = await startVnc(goodVnc())
    const { agent, folder } = await runAgent(vnc.port)
    agent.close()
    const wanted = { count: 1, kind: "cloud", name: "Workshop", did: agent.did }
    expect((await own.control("POST", "devices", wanted)).status).toBe(201)
    expect((await own.control("POST", "devices", wanted)).status).toBe(409)
    for (const change of [{ kind: "lan" }, { count: 2 }, { did: "../x" }])
      expect((await own.control("POST", "devices", { ...wanted, ...change })).status).toBe(400)
    const listed = async () => {
      const { devices } = await call("loginWithToken", { uid, token, isWeb: true })
      return devices.find(({ id }: { id: string }) => id === agent.did)
    }
    expect(await listed()).toMatchObject({ name: "Workshop", lastSeen: 0 })

    // The device is renamed while it is away. The server keeps the name until a heartbeat confirms it.
    expect(await call("rename_device", { uid, token, did: agent.did, title: "Werkstatt" })).toMatchObject({ status: 0 })
    const { agent: there } = await runAgent(vnc.port, { folder, cloud: own.urls.cloud, heartbeatMs: 50 })
    await expect.poll(() => there.name).toBe("Werkstatt")
    await expect.poll(listed).toMatchObject({
      name: "Werkstatt",
      key: agent.fingerprint,
      flags: FLAG_ONE_MODE | FLAG_NO_FIRMWARE | FLAG_NO_SOUND,
    })
    expect((await listed()).lastSeen).toBeGreaterThan(0)
    expect(await call("rename_device", { uid, token, did: agent.did, title: "Studio" })).toMatchObject({ status: 0 })
    await expect.poll(() => there.name).toBe("Studio")
  } finally {
    await own.close()
  }
})
