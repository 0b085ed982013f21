import { expect, test } from "vitest"
import { normalEmail, parseEmail } from "../../src/domain/values/email.ts"
import { completedServerUrl, parseServerUrl } from "../../src/domain/values/serverUrl.ts"

test.each([
  ["jo＠example.com", "jo@example.com"],
  ["ｊｏ＠例え。jp", "jo@例え.jp"],
  ["jo@example．com", "jo@example.com"],
])("[AUTH-12] signs of full width in %j are those of an address", (typed, address) => {
  expect(parseEmail(typed)).toEqual({ ok: true, value: address })
  expect(normalEmail(typed)).toBe(address)
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
