import fc from "fast-check"
import { expect, test } from "vitest"
import { endpointText } from "../../bridge/lan/endpoint.ts"
import { expandTargets, type Targets } from "../../bridge/lan/targets.ts"

const expanded = (...texts: string[]): Targets => {
  const targets = expandTargets(texts)
  if (typeof targets === "string") throw new Error(targets)
  return targets
}
const all = (targets: Targets): readonly string[] => [...targets.endpoints()].map(endpointText)

test("[LAN-5] a wildcard means the hosts of its network, without network and broadcast address", () => {
  const hosts = all(expanded("192.168.7.*"))
  expect(hosts).toHaveLength(254)
  expect([hosts[0], hosts.at(-1)]).toEqual(["192.168.7.1", "192.168.7.254"])
})

test("[LAN-5] every form of address is one place, in the order given", () => {
  const texts = ["192.168.1.7", "192.168.1.7:80", "[fe80::1]", "[fe80::1]:36460", "127.0.0.1:36459"]
  expect(all(expanded(...texts))).toEqual([
    "192.168.1.7",
    "192.168.1.7:80",
    "[fe80::1]",
    "[fe80::1]:36460",
    "127.0.0.1",
  ])
})

test("[LAN-5] the total is what comes, and 16 million addresses are never built", () => {
  const octet = fc.oneof(fc.integer({ min: 0, max: 255 }).map(String), fc.constant("*"))
  fc.assert(
    fc.property(octet, octet, (third, fourth) => {
      const targets = expanded(`10.1.${third}.${fourth}`)
      const hosts = all(targets)
      expect(hosts).toHaveLength(targets.total)
      expect(new Set(hosts).size).toBe(targets.total)
    }),
    { numRuns: 20 },
  )
  const wide = expanded("10.*.*.*")
  expect(wide.total).toBe(256 * 256 * 254)
  const endpoints = wide.endpoints()
  expect(
    [endpoints.next().value, endpoints.next().value].map((endpoint) => endpoint && endpointText(endpoint)),
  ).toEqual(["10.0.0.1", "10.0.0.2"])
})

test.each([
  ["8.8.8.*", "right"],
  ["10.*.*.*", "right"],
  ["172.16.*.*", "right"],
  ["127.0.*.*", "right"],
  ["8.8.*.*", "target_too_wide"],
  ["172.32.*.*", "target_too_wide"],
  ["172.*.1.1", "target_too_wide"],
  ["192.*.1.*", "target_too_wide"],
  ["*.*.*.*", "target_too_wide"],
  ["*.1.1.1", "target_too_wide"],
  ["224.0.0.*", "invalid_target"],
  ["host.example", "invalid_target"],
  ["192.168.1.300", "invalid_target"],
  ["", "invalid_target"],
])("[LAN-5] %s is %s: the Internet is not searched", (text, verdict) => {
  const targets = expandTargets([text])
  expect(typeof targets === "string" ? targets : "right").toBe(verdict)
  if (verdict !== "right") expect(expandTargets(["192.168.1.1", text])).toBe(verdict)
})
