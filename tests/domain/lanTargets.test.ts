import * as fc from "fast-check"
import { expect, test } from "vitest"
import { parseLanTarget } from "../../src/domain/values/address.ts"
import {
  covers,
  hostAt,
  hostCount,
  hostIndex,
  hostsFrom,
  lanTargets,
  totalHosts,
  withoutCovered,
} from "../../src/domain/values/lanTarget.ts"
import { lanTargetFault } from "../../src/domain/values/lanTargetFault.ts"
import { typedTargets } from "../../src/domain/values/typedTargets.ts"

const octet = fc.oneof(fc.nat(255).map(String), fc.constant("*"))
const wildcard = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."))
const target = fc.oneof(
  wildcard,
  fc.ipV4(),
  fc.ipV6().map((text) => `[${text}]`),
)

const targetOf = (text: string) => {
  const parsed = parseLanTarget(text)
  if (!parsed.ok) throw new Error(`${text} is no target`)
  return parsed.value
}

test("[LAN-5] every number of a target is one host, every host of a target has its number", () => {
  fc.assert(
    fc.property(target.map(targetOf), fc.nat(), (one, chance) => {
      const index = chance % hostCount(one)
      expect(hostIndex(one, hostAt(one, index))).toBe(index)
      expect(parseLanTarget(hostAt(one, index)).ok).toBe(true)
    }),
  )
  expect(hostCount(targetOf("10.*.*.*"))).toBe(256 * 256 * 254)
  expect(hostIndex(targetOf("192.168.1.*"), "192.168.2.7")).toBe(null)
  expect(hostIndex(targetOf("192.168.1.*"), "192.168.1.0")).toBe(null)
  expect(hostIndex(targetOf("192.168.1.*"), "[fe80::1]")).toBe(null)
})

test("[LAN-5] parts one after the other are the whole, however they are cut", () => {
  const small = fc.oneof(fc.constantFrom("10.0.7.*", "192.168.1.*", "10.1.2.3", "[fe80::1]:80"))
  fc.assert(
    fc.property(fc.array(small, { maxLength: 3 }), fc.integer({ min: 1, max: 300 }), (texts, size) => {
      const targets = lanTargets(texts)
      const whole = targets.flatMap((one) => Array.from({ length: hostCount(one) }, (_, index) => hostAt(one, index)))
      const parts: string[] = []
      for (let from = 0; from < totalHosts(targets); from += size) parts.push(...hostsFrom(targets, from, size))
      expect(parts).toEqual(whole)
      expect(hostsFrom(targets, whole.length, size)).toEqual([])
    }),
  )
})

test("[LAN-5] a part far inside sixteen million addresses is made without those before it", () => {
  const far = hostsFrom(lanTargets(["10.*.*.*", "10.9.9.9"]), 256 * 256 * 254 - 2, 5)
  expect(far).toEqual(["10.255.255.253", "10.255.255.254", "10.9.9.9"])
})

test("[LAN-5] what lies within another target is left out, and no host is lost by it", () => {
  const near = fc.constantFrom("10.0.7.*", "10.0.7.9", "10.0.*.9", "10.0.7.255", "10.0.7.9:80", "[::1]", "10.0.8.*")
  fc.assert(
    fc.property(fc.array(near, { maxLength: 6 }), wildcard.map(targetOf), fc.nat(), (texts, wide, chance) => {
      const targets = lanTargets(texts)
      const kept = withoutCovered(targets)
      const hosts = (of: typeof targets) => new Set(hostsFrom(of, 0, totalHosts(of)))
      expect(hosts(kept)).toEqual(hosts(targets))
      for (const one of kept) expect(kept.filter((other) => covers(other, one))).toEqual([one])
      expect(covers(wide, targetOf(hostAt(wide, chance % hostCount(wide))))).toBe(true)
    }),
  )
  expect(withoutCovered(lanTargets(["10.0.7.9", "10.0.7.*", "10.0.7.255"]))).toEqual(["10.0.7.*", "10.0.7.255"])
})

test.each([
  ["", { kind: "empty" }],
  ["192.168.1.300", { kind: "octetTooLarge", part: "300" }],
  ["192.168.1.300:80", { kind: "octetTooLarge", part: "300" }],
  ["192.168.01.3", { kind: "leadingZero", part: "01" }],
  ["192.168.x.3", { kind: "octetNotNumber", part: "x" }],
  ["192.168.1", { kind: "partCount" }],
  ["1.2.3.4.5", { kind: "partCount" }],
  ["1.2.3.4:99999", { kind: "port", part: "99999" }],
  ["1.2.3.4:", { kind: "port", part: "" }],
  ["1.2.3.*:80", { kind: "wildcardPort" }],
  ["fe80::1", { kind: "ipv6" }],
  ["[fe80::g]", { kind: "ipv6" }],
  ["[fe80::1]:0", { kind: "port", part: "0" }],
  ["camera.local", { kind: "hostName" }],
  ["1.2.3.4, 1.2.3.5", { kind: "several" }],
  ["10.0.4.0/24", { kind: "mask", instead: "10.0.4.*" }],
  ["10.0.4.0/22", { kind: "mask", instead: "10.0.*.*" }],
  ["10.0.4.7/32", { kind: "mask", instead: "10.0.4.7" }],
  ["10.0.4.7/33", { kind: "mask", instead: null }],
  ["10.0.4.2-40", { kind: "range", instead: "10.0.4.*" }],
  ["10.0.4.2 - 10.0.4.40", { kind: "range", instead: "10.0.4.*" }],
])("[LAN-2] what is wrong with %j is named", (text, fault) => {
  expect(lanTargetFault(text)).toEqual(fault)
})

test("[LAN-2] exactly what is refused has a fault, and what is offered instead is taken", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), target, fc.stringMatching(/^[0-9.:*/-]{0,20}$/)), (text) => {
      const fault = lanTargetFault(text)
      expect(fault === null).toBe(parseLanTarget(text).ok)
      if (fault !== null && "instead" in fault && fault.instead !== null)
        expect(parseLanTarget(fault.instead).ok).toBe(true)
    }),
  )
})

test.each([
  ["10.0.0.0/24", [["10.0.0.0/24", "10.0.0.*"]]],
  ["１０.0.4.7/16", [["１０.0.4.7/16", "10.0.*.*"]]],
  ["10.0.4.7/32", [["10.0.4.7/32", "10.0.4.7"]]],
  ["10.0.4.0/22", [["10.0.4.0/22", null]]],
  ["10.0.0.0/0", [["10.0.0.0/0", null]]],
  ["10.0.4.2 - 10.0.4.40", [["10.0.4.2 - 10.0.4.40", null]]],
  [
    "192.168.1.*\n10.0.0.0/24, 192.168.1.300;\t[fe80::1]",
    [
      ["192.168.1.*", "192.168.1.*"],
      ["10.0.0.0/24", "10.0.0.*"],
      ["192.168.1.300", null],
      ["[fe80::1]", "[fe80::1]"],
    ],
  ],
  [
    "10.0.0.1、10.0.0.2",
    [
      ["10.0.0.1", "10.0.0.1"],
      ["10.0.0.2", "10.0.0.2"],
    ],
  ],
])("[PICTURE-4][LAN-2] %j is typed or pasted, entry by entry", (text, entries) => {
  expect(typedTargets(text).map((entry) => [entry.text, entry.target])).toEqual(entries)
})

test("[PICTURE-4][LAN-2] a list of targets is those targets, whatever is written between them", () => {
  const list = fc.array(target.map(targetOf), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(list, fc.constantFrom(",", ", ", ";", "\n", "\r\n", " \t", "、"), (targets, between) => {
      expect(typedTargets(targets.join(between)).map((entry) => entry.target)).toEqual(targets)
    }),
  )
})
