import * as fc from "fast-check"
import { expect, test } from "vitest"
import { parseLanTarget } from "../../src/domain/values/address.ts"
import { accountKey } from "../../src/domain/values/identity.ts"
import { isExposed, parseServerUrl } from "../../src/domain/values/serverUrl.ts"

const octet = fc.nat(255)
const v4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."))
const port = fc.integer({ min: 1, max: 65_535 })
const wildcard = fc
  .array(fc.oneof(octet.map(String), fc.constant("*")), { minLength: 4, maxLength: 4 })
  .filter((octets) => octets.includes("*"))
  .map((octets) => octets.join("."))
const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })

const normalOf = (text: string) => {
  const parsed = parseLanTarget(text)
  return parsed.ok ? parsed.value : parsed.reason
}

test("[LAN-2] IPv4, IPv4 with port and wildcard subnets are accepted and are their own normal form", () => {
  fc.assert(
    fc.property(v4, port, wildcard, (host, number, subnet) => {
      expect(normalOf(` ${host} `)).toBe(host)
      expect(normalOf(`${host}:${number}`)).toBe(`${host}:${number}`)
      expect(normalOf(subnet)).toBe(subnet)
    }),
  )
})

test("[LAN-2][LAN-3] every way to write one IPv6 address has the same normal form, with or without port", () => {
  fc.assert(
    fc.property(groups, port, (list, number) => {
      const long = list.map((group) => group.toString(16).padStart(4, "0")).join(":")
      const short = list.map((group) => group.toString(16)).join(":")
      const normal = normalOf(`[${short}]`)
      expect(normal).not.toBe("invalidAddress")
      expect(normalOf(`[${long.toUpperCase()}]`)).toBe(normal)
      expect(normalOf(`[${long}]:${number}`)).toBe(`${normal}:${number}`)
    }),
  )
  expect(normalOf("[0:0:0:0:0:0:0:1]")).toBe("[::1]")
})

test("[LAN-3] what is accepted is accepted again, unchanged", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6().map((text) => `[${text}]`),
    v4,
    wildcard,
    fc.domain(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseLanTarget(text)
      if (parsed.ok) expect(parseLanTarget(parsed.value)).toEqual(parsed)
    }),
  )
})

test("[LAN-2] host names are refused, whatever they are", () => {
  fc.assert(
    fc.property(fc.domain(), (name) => {
      expect(normalOf(name)).toBe("invalidAddress")
    }),
  )
})

test.each([
  "",
  "localhost",
  "256.1.1.1",
  "1.1.1",
  "1.1.1.1.1",
  "01.1.1.1",
  "1.1.1.1:0",
  "1.1.1.1:65536",
  "1.1.1.1:080",
  "1.1.1.1:",
  "::1",
  "fe80::1",
  "[::1",
  "[::g]",
  "[::1]:0",
  "[::1]:99999",
  "[fe80::1%eth0]",
  "[1.2.3.4]",
  "192.168.1.*:80",
  "*.1.1",
  "192.168.1.1*",
  "192.168.1.0/24",
  "http://1.1.1.1",
  "1.1.1.1 2.2.2.2",
])("[LAN-2] %j is neither an address nor a subnet", (text) => {
  expect(normalOf(text)).toBe("invalidAddress")
})

const serverOf = (text: string) => {
  const parsed = parseServerUrl(text)
  if (!parsed.ok) throw new Error(`${text} is no server`)
  return parsed.value
}

test("[AUTH-2] a server URL has one normal form without query, fragment or trailing slash", () => {
  const segment = fc.stringMatching(/^[a-z0-9._~-]{1,8}$/).filter((text) => !/^\.+$/.test(text))
  fc.assert(
    fc.property(
      fc.constantFrom("http", "https"),
      fc.domain(),
      fc.array(segment, { maxLength: 3 }),
      fc.constantFrom("", "/", "//", "?q=1", "#f", "/?q#f"),
      (scheme, host, path, tail) => {
        const base = [`${scheme}://${host}`, ...path].join("/")
        expect(parseServerUrl(` ${base}${tail} `)).toEqual(parseServerUrl(base))
        expect(parseServerUrl(base).ok).toBe(true)
        expect(parseServerUrl(serverOf(base))).toEqual({ ok: true, value: serverOf(base) })
      },
    ),
  )
  expect(serverOf("HTTPS://Sight.Example:443/")).toBe("https://sight.example")
})

test("[AUTH-2] only http and https without credentials are servers", () => {
  const refused = [
    "",
    "sight.example",
    "ftp://sight.example",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://",
    "https://owner:secret@sight.example",
    "https://owner@sight.example",
    "https://:secret@sight.example",
    "data:,x",
  ]
  for (const text of refused) expect(parseServerUrl(text)).toEqual({ ok: false, reason: "invalidServerUrl" })
  fc.assert(
    fc.property(fc.webUrl(), fc.stringMatching(/^[a-z0-9]{1,8}$/), (url, user) => {
      expect(parseServerUrl(url.replace("://", `://${user}:x@`)).ok).toBe(false)
    }),
  )
})

test("[AUTH-13] a server has no space, so that no two accounts share a key", () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.string(), fc.webUrl(), fc.string(), (one, uid, other, otherUid) => {
      const [a, b] = [serverOf(one), serverOf(other)]
      expect(a).not.toContain(" ")
      const same = a === b && uid === otherUid
      expect(accountKey({ server: a, uid }) === accountKey({ server: b, uid: otherUid })).toBe(same)
    }),
  )
  expect(serverOf("https://sight.example/a b")).not.toContain(" ")
})

test("[AUTH-2] https is never exposed; plain http to any name but localhost is", () => {
  fc.assert(
    fc.property(fc.domain(), fc.constantFrom("10.", "127.0.0.1.", "192.168.1.", "172.16.0.", ""), (host, before) => {
      expect(isExposed(serverOf(`https://${before}${host}`))).toBe(false)
      expect(isExposed(serverOf(`http://${before}${host}`))).toBe(true)
    }),
  )
})

test.each([
  ["http://localhost:4173", false],
  ["http://demo.localhost", false],
  ["http://127.0.0.1", false],
  ["http://127.255.0.9:80", false],
  ["http://10.1.2.3", false],
  ["http://172.16.0.1", false],
  ["http://172.31.255.1", false],
  ["http://192.168.0.9", false],
  ["http://169.254.1.1", false],
  ["http://[::1]", false],
  ["http://[fd00::1]", false],
  ["http://[fe80::1]", false],
  ["http://172.15.0.1", true],
  ["http://172.32.0.1", true],
  ["http://11.0.0.1", true],
  ["http://192.169.0.1", true],
  ["http://8.8.8.8", true],
  ["http://[2001:db8::1]", true],
  ["http://[fc::1]", true],
  ["http://[fe8::1]", true],
  ["http://[::1:2]", true],
  ["http://localhost.example", true],
])("[AUTH-2] %s is exposed: %s", (text, exposed) => {
  expect(isExposed(serverOf(text))).toBe(exposed)
})
