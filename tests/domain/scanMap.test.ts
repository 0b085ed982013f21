import fc from "fast-check"
import { expect, test } from "vitest"
import { type Cell, makeScanMap, type NetworkMap } from "../../src/domain/views/scanMap.ts"
import { Recorder } from "./recorder.ts"

const device = (id: string, addr: string) => ({
  id,
  did: `did ${id}`,
  name: `Device ${id}`,
  model: 1,
  cloudType: 0,
  timestamp: 1,
  isUsb: false,
  isHid: true,
  flags: 0,
  addr,
  build: 0,
})

const scanned = (subnets: readonly string[], total: number) => {
  const client = new Recorder()
  client.do({ type: "ObservePreference", key: "subnets", value: JSON.stringify(subnets) })
  client.do({ type: "StartScan", scan: "s1", targets: subnets, total })
  return client
}

/** The state of the scanning tab with so many addresses of its scan done. */
const at = (client: Recorder, done: number) => {
  const { scan } = client.state.lan
  if (scan === null) throw new Error("no scan")
  return { ...client.state, lan: { ...client.state.lan, scan: { ...scan, done } } }
}

const count = ({ cells }: NetworkMap, kind: Cell): number => cells.filter((cell) => cell === kind).length
const only = (networks: readonly NetworkMap[], prefix: string): NetworkMap => {
  const found = networks.filter((network) => network.prefix === prefix)
  if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} maps of ${prefix}`)
  return found[0]
}

test("[PICTURE-4] the grid of a network fills as its scan runs; who answered before is hollow until it answers again", () => {
  const client = scanned(["10.0.7.*", "10.0.8.9", "[fe80::1]"], 256)
  client.do({
    type: "RecordLanDevices",
    devices: [device("n1", "10.0.7.20"), device("n2", "10.0.7.200:36459")],
    gone: [],
  })
  client.do({ type: "RecordLanDevices", devices: [], gone: ["n2"] })
  const map = makeScanMap()
  const half = map(at(client, 100), "tab-1")
  expect(half.networks.map(({ prefix }) => prefix)).toEqual(["10.0.7", "10.0.8"])
  const first = only(half.networks, "10.0.7")
  expect([
    first.cells[0],
    first.cells[1],
    first.cells[20],
    first.cells[100],
    first.cells[101],
    first.cells[102],
  ]).toEqual(["outside", "silent", "answered", "silent", "asking", "open"])
  expect([first.cells[200], first.cells[255], half.asking]).toEqual(["earlier", "outside", "10.0.7"])
  expect(first.earlier.map(({ name }) => name)).toEqual(["Device n2"])
  expect(map(at(client, 254), "tab-1").asking).toBe("10.0.8")
  expect(count(only(map(at(client, 256), "tab-1").networks, "10.0.8"), "silent")).toBe(1)
  /* A tab does not show the progress of another tab's scan. */
  expect(map(at(client, 100), "tab-2").asking).toBe(null)
  client.do({ type: "RecordLanDevices", devices: [device("n2", "10.0.7.200")], gone: [] })
  expect(only(map(at(client, 256), "tab-1").networks, "10.0.7").cells[200]).toBe("answered")
})

test("[PICTURE-4][LAN-5] of a network of millions those with devices and the one being asked are drawn, the rest counted", () => {
  const client = scanned(["10.*.*.*"], 16_646_144)
  client.do({ type: "RecordLanDevices", devices: [device("n1", "10.200.9.20")], gone: [] })
  const { networks, more, asking } = makeScanMap()(at(client, 254 * 300 + 7), "tab-1")
  expect(asking).toBe("10.1.44")
  expect(networks.length + more).toBe(65_536)
  expect(networks.length).toBeLessThan(20)
  expect(only(networks, "10.1.44").cells.slice(7, 10)).toEqual(["silent", "asking", "open"])
  expect(only(networks, "10.200.9").cells[20]).toBe("answered")
})

test("[PICTURE-4] however far a scan is, the cells of a network are as many as its addresses, and those asked as many as done", () => {
  fc.assert(
    fc.property(fc.nat(3 * 254), (done) => {
      const { networks } = makeScanMap()(at(scanned(["10.0.7.*", "192.168.1.*", "172.16.8.*"], 3 * 254), done), "tab-1")
      expect(networks.map(({ hosts }) => hosts)).toEqual([254, 254, 254])
      expect(networks.reduce((sum, { asked }) => sum + asked, 0)).toBe(done)
      expect(networks.reduce((sum, network) => sum + count(network, "asking"), 0)).toBe(done < 3 * 254 ? 1 : 0)
    }),
  )
})

test("[PICTURE-4] a wide target hides none that was named alone, and one that cannot be scanned is not on the map", () => {
  const client = scanned(["10.1.*.*", "192.168.1.*"], 65_024 + 254)
  client.do({ type: "ObservePreference", key: "subnets", value: '["10.1.*.*","192.168.1.*","8.8.*.*"]' })
  const { networks, more } = makeScanMap()(at(client, 5), "tab-1")
  expect(networks.map(({ prefix }) => prefix)).toContain("192.168.1")
  expect(networks.length + more).toBe(257)
})

test("[PICTURE-4] before anything is stored or scanned, the map shows the networks that LAN devices are in", () => {
  const client = new Recorder()
  expect(makeScanMap()(client.state, "tab-1")).toEqual({ networks: [], more: 0, asking: null })
  client.do({ type: "RecordLanDevices", devices: [device("n1", "10.0.7.20"), device("n2", "")], gone: [] })
  const { networks } = makeScanMap()(client.state, "tab-1")
  expect(networks.map(({ prefix, answered }) => [prefix, answered.length])).toEqual([["10.0.7", 1]])
})
