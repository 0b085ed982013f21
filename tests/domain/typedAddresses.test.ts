import fc from "fast-check"
import { expect, test } from "vitest"
import { normalEmail, parseEmail } from "../../src/domain/values/email.ts"
import { completedServerUrl, parseServerUrl } from "../../src/domain/values/serverUrl.ts"
import { serverUrlFault } from "../../src/domain/values/serverUrlFault.ts"
import { outboxCount } from "../../src/domain/views/outbox.ts"
import { Recorder } from "./recorder.ts"

test.each([
  ["jo＠example.com", "jo@example.com"],
  ["ｊｏ＠例え。jp", "jo@例え.jp"],
  ["jo@example．com", "jo@example.com"],
])("[AUTH-12] signs of full width in %j are those of an address", (typed, address) => {
  expect(parseEmail(typed)).toEqual({ ok: true, value: address })
  expect(normalEmail(typed)).toBe(address)
})

test.each([
  ["zo\u00e9@example.com", "zoe\u0301@example.com"],
  ["zoe\u0301@example.com", "zo\u00e9@example.com"],
  ["jo@bu\u0308ro.example", "jo@b\u00fcro.example"],
])("[SUB-4][AUTH-12] %j typed over %j changes no address", (typed, email) => {
  const client = new Recorder()
  const account = client.signIn()
  const subAccount = { id: "s1", name: "Zoé", email, createdAt: 0, status: 2, devices: [] }
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts: [subAccount] })
  client.do({ type: "EditSubAccountEmail", accountId: "s1", email: typed })
  expect(outboxCount(client.state)).toBe(0)
  client.do({ type: "EditSubAccountEmail", accountId: "s1", email: "zoe@example.com" })
  expect(outboxCount(client.state)).toBe(1)
})

test.each([
  "http://192.168.1",
  "http://010.0.0.1",
  "http://192.168.001.010",
  "http://0x7f.1",
  "http://1234567",
  "http://127.1",
])("[AUTH-2] %s is no server: a browser would go to another address than the one that was typed", (typed) => {
  expect(parseServerUrl(typed)).toEqual({ ok: false, reason: "invalidServerUrl" })
  expect(completedServerUrl(typed.slice("http://".length))).toBeNull()
})

test.each([
  ["http://192.168.0.1:8080/base/", "http://192.168.0.1:8080/base"],
  ["HTTPS://１９２.168.0.1", "https://192.168.0.1"],
  ["http://192。168。1。5", "http://192.168.1.5"],
  ["https://١٩٢.١٦٨.١.٥:8443", "https://192.168.1.5:8443"],
  ["http://[::ffff:10.0.0.1]", "http://[::ffff:a00:1]"],
  ["https://10.example.com", "https://10.example.com"],
])("[AUTH-2] %s is the server %s", (typed, server) => {
  expect(parseServerUrl(typed)).toEqual({ ok: true, value: server })
})

test.each([
  ["https://sight.example.", "https://sight.example"],
  ["https://sight.example.:8443/base", "https://sight.example:8443/base"],
  ["https://sight。example。", "https://sight.example"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["https://sight.example/a.", "https://sight.example/a."],
])("[AUTH-2][AUTH-13] %s is the server %s, whatever the form of its name", (typed, server) => {
  expect(parseServerUrl(typed)).toEqual({ ok: true, value: server })
  expect(completedServerUrl(typed.slice("https://".length))).toBe(server)
})

test.each([
  ["[fe80::1%eth0]", "zone"],
  ["http://[fe80::1%25eth0]:8080", "zone"],
  ["fe80::1%3", "zone"],
  ["[fe80::1]%eth0", "zone"],
  ["http://[fe80::1]%25eth0:8080", "zone"],
  ["https://jo:secret@sight.example", "credentials"],
  ["jo:secret@sight.example", "credentials"],
  ["jo@sight.example", "credentials"],
  ["https://sight.example:0", "port"],
  ["sight.example:99999", "port"],
  ["nas:65536", "port"],
  ["https://sight.example:80a", "port"],
  ["sight.example:0", "port"],
  ["https://[fd00::5]:0", "port"],
  ["my server.example", "spaces"],
  ["https://my server.example", "spaces"],
  ["sight.example:8443 other.example", "spaces"],
  ["fd00::5", "brackets"],
  ["https://fd00::5", "brackets"],
  ["http://192.168.1", "ipv4"],
  ["http://010.0.0.1", "ipv4"],
  ["192.168.1.300", "ipv4"],
  ["https://[fd00::5::1]", "ipv6"],
  ["ftp://sight.example", "scheme"],
  ["mailto:jo", "scheme"],
  ["javascript:alert(1)", "scheme"],
  ["nas", "noScheme"],
  ["<https://sight.example>", "host"],
  ['"https://sight.example"', "host"],
  ["„sight.example“", "host"],
  ["https://", "host"],
  ["https://a..b", "host"],
  ["ｈｔｔｐｓ：//sight.example：７００００", "port"],
  ["\u200ehttps://my server", "spaces"],
])("[AUTH-2] of %j the message names the %s", (typed, fault) => {
  expect(serverUrlFault(typed)).toBe(fault)
  expect(completedServerUrl(typed)).toBeNull()
})

test("[AUTH-2] a server has no fault, everything else that is typed has one", () => {
  const piece = fc.constantFrom(
    ...[
      "https",
      "http:",
      "://",
      "//",
      "a",
      "b.c",
      "@",
      ":",
      "80",
      "0",
      "[",
      "]",
      "::1",
      "%",
      ".",
      "/",
      " ",
      "?",
      "ü",
      "。",
      "１",
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const typed = pieces.join("")
      fc.pre(typed.trim() !== "")
      expect(serverUrlFault(typed) === null).toBe(parseServerUrl(typed).ok)
    }),
  )
})
