import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { HOST_AWAKE_MS, REBOOT_AWAY_MS, WAKE_MS } from "../../emulator/model/limits.ts"
import { encodeFrame } from "../../src/domain/wire/device/frame.ts"
import {
  HELLO_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MESSAGES_BURST,
  PASSCODE_DELAY_MAX_MS,
  PROOF_TIMEOUT_MS,
  PROTOCOL_VERSION,
  SESSIONS_MAX,
} from "../../src/domain/wire/device/limits.ts"
import { type ClientMessage, encodeClientMessage } from "../../src/domain/wire/device/message.ts"
import { CLIENT_NONCE, type DeviceClient, type DeviceWorld, openDevice, proofOf } from "./deviceWorld.ts"

/** Sessions of the device model, without a socket. */

const hello: ClientMessage = { type: "hello", version: PROTOCOL_VERSION, client: "test" }

const greeted = (own: DeviceWorld): DeviceClient => {
  const client = own.connect()
  if (client === undefined) throw new Error("nobody answers")
  client.send(hello)
  return client
}

const prove = (own: DeviceWorld, client: DeviceClient, passcode: string): void => {
  const asked = client.got.findLast(({ type }) => type === "hello" || type === "denied")
  const nonce = asked !== undefined && "nonce" in asked ? asked.nonce : ""
  client.send({ type: "auth", nonce: CLIENT_NONCE, proof: proofOf(passcode, own.did, nonce) })
}

describe("the passcode", () => {
  test("[EMU-3] opens the session; before that every request is refused and nothing is done", () => {
    const own = openDevice({ passcode: "2468" })
    const client = greeted(own)
    client.send({ type: "set_mode", n: 7, mode: "usb" })
    expect(client.last("error")).toMatchObject({ n: 7, code: "auth-required" })
    expect(own.device().mode).toBe("hid")
    prove(own, client, "2468")
    client.send({ type: "set_mode", n: 8, mode: "usb" })
    expect(client.last("done").n).toBe(8)
    expect(own.device().mode).toBe("usb")
  })

  test("[EMU-3] wrong ones make each wait longer than the one before, in any session, until the right one", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 14 }), (newSession) => {
        const own = openDevice({ passcode: "2468" })
        let client = greeted(own)
        let before = 0
        for (const again of newSession) {
          if (again) {
            client.drop()
            client = greeted(own)
          }
          prove(own, client, "0000")
          const { code, wait_ms } = client.last("denied")
          expect(code).toBe("wrong-passcode")
          expect(wait_ms > before || wait_ms === PASSCODE_DELAY_MAX_MS).toBe(true)
          // The device does not check a proof that comes too early, even the right one, and it costs nothing.
          own.now += wait_ms - 1
          prove(own, client, "2468")
          expect(client.last("denied")).toMatchObject({ code: "too-early", wait_ms: 1 })
          client.send({ type: "ping" })
          own.now += 1
          before = wait_ms
        }
        prove(own, client, "2468")
        client.last("welcome")
        expect(own.device().wrongPasscodes).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  test("[EMU-3] pulling the plug does not shorten the wait", () => {
    const own = openDevice({ passcode: "2468" })
    for (let tries = 0; tries < 3; tries++) {
      const client = greeted(own)
      prove(own, client, "0000")
      own.now += client.last("denied").wait_ms
      client.drop()
    }
    const client = greeted(own)
    prove(own, client, "0000")
    const { wait_ms } = client.last("denied")
    own.world.patchDevice(own.did, { power: "off" }, own.now)
    own.world.patchDevice(own.did, { power: "on" }, own.now)
    expect(greeted(own).last("hello").wait_ms).toBe(wait_ms)
  })

  test("[EMU-3] a replayed proof is worth nothing", () => {
    const own = openDevice({ passcode: "2468" })
    const first = greeted(own)
    const { nonce } = first.last("hello")
    const proof = proofOf("2468", own.did, nonce)
    first.send({ type: "auth", nonce: CLIENT_NONCE, proof })
    first.last("welcome")
    const second = greeted(own)
    second.send({ type: "auth", nonce: CLIENT_NONCE, proof })
    expect(second.last("denied").code).toBe("wrong-passcode")
  })
})

describe("junk", () => {
  test("[EMU-3] of any kind is answered by one error and a close, and the device serves the next", () => {
    const own = openDevice()
    const junk = fc.oneof(
      fc.uint8Array({ minLength: 5, maxLength: 60 }),
      fc.json().map((text) => encodeFrame({ kind: "message", body: new TextEncoder().encode(text) })),
    )
    fc.assert(
      fc.property(fc.boolean(), junk, (polite, bytes) => {
        const client = polite ? own.open() : own.connect()
        const before = client?.got.length ?? 0
        client?.bytes(bytes)
        client?.bytes(bytes)
        const answers = client?.got.slice(before) ?? []
        // After a length that promises more bytes, the device still waits.
        if (client?.closed === true) expect(answers.map(({ type }) => type)).toEqual(["error"])
        else expect(answers).toEqual([])
        client?.drop()
        own.open().drop()
      }),
    )
  })

  test.each([
    ["another version", [{ type: "hello", version: 1, client: "test" }], "version"],
    ["a request before hello", [{ type: "status", n: 1 }], "wrong-order"],
    ["hello twice", [hello, hello], "wrong-order"],
    [
      "a proof that nobody asked for",
      [hello, { type: "auth", nonce: CLIENT_NONCE, proof: "0".repeat(64) }],
      "wrong-order",
    ],
  ] as const satisfies readonly (readonly [string, readonly ClientMessage[], string])[])(
    "[EMU-3] %s closes the session",
    (_what, messages, code) => {
      const client = openDevice().connect()
      for (const message of messages) client?.send(message)
      expect(client?.last("error").code).toBe(code)
      expect(client?.closed).toBe(true)
    },
  )

  test("[EMU-3] too many messages at once close the session; a few seconds later another one is served", () => {
    const own = openDevice()
    const client = own.open()
    for (let count = 0; count <= MESSAGES_BURST; count++) client.send({ type: "ping" })
    expect([client.last("error").code, client.closed]).toEqual(["too-many", true])
    own.open()
  })

  test("[EMU-3] of more sessions than a device serves the last is turned away, and the others go on", () => {
    const own = openDevice()
    const served = Array.from({ length: SESSIONS_MAX }, () => own.open())
    const late = own.connect()
    late?.send(hello)
    expect([late?.last("error").code, late?.closed]).toEqual(["too-many", true])
    served[0]?.send({ type: "ping" })
    served[0]?.last("pong")
  })

  test("[EMU-3] a silent client is not waited for: without hello less than after it", () => {
    const own = openDevice()
    const [stranger, guest] = [own.connect(), own.open()]
    own.pass(HELLO_TIMEOUT_MS)
    expect([stranger?.closed, guest.closed]).toEqual([true, false])
    own.pass(IDLE_TIMEOUT_MS - HELLO_TIMEOUT_MS - 1)
    guest.send({ type: "ping" })
    own.pass(IDLE_TIMEOUT_MS - 1)
    expect(guest.closed).toBe(false)
    own.pass(1)
    expect([guest.last("error").code, guest.closed]).toEqual(["silent", true])
  })

  test("[SEC-5] a stranger without the passcode keeps no session: not by pings, and not by a frame that does not end", () => {
    const own = openDevice({ passcode: "2468" })
    const [pinging, dripping, owner] = [greeted(own), greeted(own), greeted(own)]
    const frame = encodeFrame({ kind: "message", body: new Uint8Array(1_000) })
    const stepMs = IDLE_TIMEOUT_MS / 3
    for (let step = 0; step * stepMs < PROOF_TIMEOUT_MS; step += 1) {
      expect(pinging.closed).toBe(false)
      pinging.send({ type: "ping" })
      dripping.bytes(frame.subarray(step, step + 1))
      // A client that is proving the passcode gets time, and one that has proven it is no stranger.
      if (step === 3) prove(own, owner, "2468")
      owner.send({ type: "ping" })
      own.pass(stepMs)
      if (step === 3) expect(dripping.closed).toBe(true)
    }
    expect([pinging.last("error").code, pinging.closed, owner.closed]).toEqual(["silent", true, false])
  })
})

describe("power and mode", () => {
  test("[MODE-2] every session and every probe gets a change of mode", () => {
    const own = openDevice()
    const [one, other] = [own.open(), own.open()]
    one.send({ type: "set_mode", n: 1, mode: "usb" })
    own.pass(1)
    expect([one.last("mode").mode, other.last("mode").mode]).toEqual(["usb", "usb"])
    expect(own.world.probe(own.did, own.now)).toMatchObject({ is_usb: true, is_hid: false })
    one.send({ type: "set_mode", n: 2, mode: "hid" })
    expect(own.world.probe(own.did, own.now)).toMatchObject({ is_usb: false, is_hid: true })
  })

  test("[EMU-3] a reboot says good-bye to every session, and the device is silent until it is back", () => {
    const own = openDevice()
    const [one, other] = [own.open(), own.open()]
    one.send({ type: "reboot", n: 1 })
    expect([one.last("done").n, one.last("bye").reason, other.last("bye").reason]).toEqual([1, "reboot", "reboot"])
    own.pass(REBOOT_AWAY_MS - 1)
    expect([own.connect(), own.world.probe(own.did, own.now)]).toEqual([undefined, undefined])
    own.pass(1)
    own.open()
    expect(own.device().reboots).toBe(1)
  })

  test.each(["off", "asleep"] as const)("[EMU-3] a device that is %s neither answers nor says good-bye", (power) => {
    const own = openDevice()
    const client = own.open()
    const said = client.got.length
    own.world.patchDevice(own.did, { power }, own.now)
    expect([client.closed, client.got.length]).toEqual([true, said])
    expect(own.world.probe(own.did, own.now)).toBeUndefined()
  })
})

describe("hosts", () => {
  test("[WAKE-4] a LAN wake wakes the host behind the device, is reported, and does not last for ever", () => {
    const own = openDevice({ demo: "Control room A" })
    const client = own.open()
    client.send({ type: "status", n: 1 })
    const [host] = client.last("status").hosts
    expect(host).toEqual({ name: "Control room A PC", mac: own.device().mac, awake: false })
    client.send({ type: "wake", n: 2 })
    expect(client.last("done").n).toBe(2)
    expect(own.device().wakes).toBe(1)
    own.pass(WAKE_MS - 1)
    expect(client.got.some(({ type }) => type === "host")).toBe(false)
    own.pass(1)
    expect(client.last("host")).toEqual({ type: "host", mac: host?.mac, awake: true })
    client.drop()
    own.pass(HOST_AWAKE_MS - 1)
    const later = own.open()
    later.send({ type: "status", n: 3 })
    expect(later.last("status").hosts[0]?.awake).toBe(true)
    own.pass(1)
    expect(later.last("host").awake).toBe(false)
  })

  test("[EMU-3] input keeps the host awake", () => {
    const own = openDevice({ demo: "Control room A" })
    const client = own.open()
    client.send({ type: "wake", n: 1 })
    own.pass(WAKE_MS)
    client.drop()
    own.pass(HOST_AWAKE_MS - 1)
    const later = own.open()
    later.send({ type: "view", n: 1, audio: false, control: true })
    own.attach(later.last("stream").ticket)?.rfb.type("a")
    own.pass(2_000)
    expect(own.text()).toMatch(/\$ a$/)
    later.send({ type: "status", n: 2 })
    expect(later.last("status").hosts[0]?.awake).toBe(true)
  })

  test.each([
    ["Green room", undefined, "error"],
    ["Stage left", undefined, "done"],
    ["Green room", "02:00:00:00:00:01", "done"],
  ] as const)("[WAKE-1] %s asked to wake %s answers %s", (demo, mac, answer) => {
    const client = openDevice({ demo }).open()
    client.send({ type: "wake", n: 4, ...(mac === undefined ? {} : { mac }) })
    expect(client.last(answer)).toMatchObject({ n: 4, ...(answer === "error" ? { code: "no-mac" } : {}) })
  })
})

test("[EMU-3] what one client sends is never taken for bytes of another", () => {
  const own = openDevice()
  const frame = encodeClientMessage({ type: "status", n: 1 })
  const clients = [own.open(), own.open()]
  for (let at = 0; at < frame.byteLength; at++) for (const client of clients) client.bytes(frame.subarray(at, at + 1))
  for (const client of clients) expect(client.last("status")).toMatchObject({ n: 1, slot: "a", build: 100 })
})
