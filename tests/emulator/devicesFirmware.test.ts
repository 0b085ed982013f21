import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { INSTALL_MS, LOADER_STARTS, REBOOT_AWAY_MS, VERIFY_MS } from "../../emulator/model/limits.ts"
import { begin, chunkFrame, type DeviceWorld, imageOf, openDevice, update } from "./deviceWorld.ts"

/** Firmware of the device model: two slots, and a device that starts after any interruption. */

const OLD = 100
const NEW = 200
const image = imageOf(NEW)

/** A whole update in small steps, so that the power can go between any two. */
const steps: readonly ((own: DeviceWorld) => void)[] = [
  (own) => {
    const client = own.open()
    client.send(begin(image))
    client.drop()
  },
  ...Array.from({ length: image.chunks }, (_, index) => (own: DeviceWorld) => {
    const client = own.open()
    client.send(begin(image))
    client.bytes(chunkFrame(image, index))
    // The next step uploads over a new connection.
    if (index < image.chunks - 1) client.drop()
    else client.send({ type: "fw_commit", n: 2 })
  }),
  // Verification, installation and restart, in slices small enough for several per stage.
  ...Array.from({ length: 60 }, () => (own: DeviceWorld) => own.pass(1_000)),
]

const cut = (own: DeviceWorld, ms: number): void => {
  own.world.patchDevice(own.did, { power: "off" }, own.now)
  own.now += ms
  own.world.patchDevice(own.did, { power: "on" }, own.now)
  own.pass(REBOOT_AWAY_MS)
}

describe("a power cut", () => {
  test("[FW-7] after any prefix of an update leaves a device that starts, and trying again ends on the new build", () => {
    fc.assert(
      fc.property(fc.nat(steps.length), fc.integer({ min: 1, max: 100_000 }), (prefix, without) => {
        const own = openDevice({ build: OLD })
        for (const step of steps.slice(0, prefix)) step(own)
        const { slot } = own.device().firmware
        cut(own, without)
        const hello = own.open().last("hello")
        expect([OLD, NEW]).toContain(hello.build)
        if (hello.build === OLD) {
          expect(own.device().firmware.slot).toBe(slot)
          const written = Math.min(image.chunks, Math.max(0, prefix - 1))
          expect(update(own, image)).toBe(written)
        }
        expect(own.open().last("hello").build).toBe(NEW)
        expect(own.device().firmware).toEqual({ slot: "b", ready: null, trying: false })
      }),
    )
  })

  test("[EMU-3] any number of them, in any place, never leaves a device without a slot that starts", () => {
    const acts = fc.array(fc.oneof(fc.record({ step: fc.nat(200) }), fc.record({ cut: fc.nat(90_000) })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(acts, (taken) => {
        const own = openDevice({ build: OLD })
        for (const act of taken) {
          if ("cut" in act) cut(own, act.cut)
          else own.pass(act.step * 100)
          if (own.world.probe(own.did, own.now) === undefined) continue
          const client = own.open()
          client.send(begin(image))
          const begun = client.got.at(-1)
          if (begun?.type === "fw_have" && begun.next < image.chunks) client.bytes(chunkFrame(image, begun.next))
          else client.send({ type: "fw_commit", n: 2 })
          client.drop()
        }
        own.pass(4 * REBOOT_AWAY_MS)
        expect([OLD, NEW]).toContain(own.open().last("hello").build)
      }),
    )
  })

  test("[EMU-3] in the start of a new image counts as a vain one: after three the old image runs again", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(REBOOT_AWAY_MS - 1), { maxLength: 2 * LOADER_STARTS }), (vain) => {
        const own = openDevice({ build: OLD })
        for (const step of steps.slice(0, image.chunks + 1)) step(own)
        own.pass(VERIFY_MS + INSTALL_MS)
        expect(own.device().firmware.trying).toBe(true)
        for (const ms of vain) {
          own.pass(ms)
          own.world.patchDevice(own.did, { power: "off" }, own.now)
          own.world.patchDevice(own.did, { power: "on" }, own.now)
        }
        own.pass(REBOOT_AWAY_MS)
        expect(own.open().last("hello").build).toBe(vain.length < LOADER_STARTS ? NEW : OLD)
        if (own.device().build === OLD) expect(update(own, image)).toBe(image.chunks)
        expect(own.open().last("hello").build).toBe(NEW)
      }),
    )
  })
})

describe("an accident on command", () => {
  test("[EMU-4] a power cut at any percent of the upload loses that chunk alone, and the device returns", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.integer({ min: 1, max: 60_000 }), (percent, ms) => {
        const own = openDevice({ build: OLD })
        own.ordered.push({ stage: "upload", percent, accident: { kind: "cut", ms } })
        update(own, image)
        own.pass(ms + REBOOT_AWAY_MS)
        const lost = Math.max(1, Math.ceil((percent * image.chunks) / 100))
        expect(own.open().last("hello").build).toBe(OLD)
        expect(update(own, image)).toBe(lost - 1)
        expect(own.open().last("hello").build).toBe(NEW)
      }),
    )
  })

  test("[EMU-4] power that goes at any percent of what follows leaves a device that ends on the new build", () => {
    fc.assert(
      fc.property(fc.nat(99), (percent) => {
        const own = openDevice({ build: OLD })
        own.ordered.push({ stage: "update", percent, accident: { kind: "cut", ms: 5_000 } })
        expect(update(own, image)).toBe(0)
        expect(own.ordered).toEqual([])
        own.pass(3 * REBOOT_AWAY_MS)
        if (own.open().last("hello").build === OLD) expect(update(own, image)).toBe(image.chunks)
        expect(own.open().last("hello").build).toBe(NEW)
      }),
    )
  })

  test.each(["upload", "update"] as const)(
    "[EMU-4] a stall in the %s ends with a new connection or a restart",
    (stage) => {
      const own = openDevice({ build: OLD })
      own.ordered.push({ stage, percent: 50, accident: { kind: "stall" } })
      update(own, image)
      expect(own.device().build).toBe(OLD)
      cut(own, 1_000)
      expect(update(own, image)).toBe(stage === "upload" ? 2 : image.chunks)
      expect(own.open().last("hello").build).toBe(NEW)
    },
  )

  test.each(["upload", "update"] as const)("[EMU-4] an image spoilt in the %s never runs, and is not kept", (stage) => {
    const own = openDevice({ build: OLD })
    own.ordered.push({ stage, percent: 10, accident: { kind: "corrupt" } })
    const client = own.open()
    client.send(begin(image))
    for (let index = 0; index < image.chunks; index++) client.bytes(chunkFrame(image, index))
    client.send({ type: "fw_commit", n: 2 })
    own.pass(10_000)
    expect(client.last("error").code).toBe("wrong-hash")
    expect(own.device().build).toBe(OLD)
    expect(update(own, image)).toBe(0)
    expect(own.open().last("hello").build).toBe(NEW)
  })
})

describe("an upload", () => {
  test("[FW-7] tells its stages in order, with a percent that never falls within one", () => {
    const own = openDevice({ build: OLD })
    const client = own.open()
    client.send(begin(image))
    for (let index = 0; index < image.chunks; index++) client.bytes(chunkFrame(image, index))
    client.send({ type: "fw_commit", n: 2 })
    own.pass(20_000)
    const progress = client.got.flatMap((message) => (message.type === "fw_progress" ? [message] : []))
    const stages = progress.map(({ stage }) => stage)
    expect(stages.filter((stage, at) => stage !== stages[at - 1])).toEqual([
      "receiving",
      "verifying",
      "installing",
      "rebooting",
    ])
    const falls = progress.filter(({ stage, percent }, at) => {
      const before = progress[at - 1]
      return before?.stage === stage && percent < before.percent
    })
    expect(falls).toEqual([])
    expect([client.last("bye").reason, client.closed]).toEqual(["update", true])
  })

  test("[FW-7] takes each chunk once and in order; what is none changes nothing", () => {
    const spoilt = chunkFrame(image, 0)
    spoilt[spoilt.length - 1] = (spoilt.at(-1) ?? 0) ^ 1
    const own = openDevice({ build: OLD })
    const client = own.open()
    client.bytes(chunkFrame(image, 0))
    expect(client.last("error")).toMatchObject({ code: "no-upload" })
    client.send(begin(image))
    client.bytes(spoilt)
    expect(client.last("error")).toMatchObject({ code: "bad-chunk", next: 0 })
    client.bytes(chunkFrame(image, 1))
    expect(client.last("error")).toMatchObject({ code: "wrong-chunk", next: 0 })
    client.bytes(chunkFrame(image, 0))
    expect(client.last("fw_have")).toEqual({ type: "fw_have", next: 1 })
    client.bytes(chunkFrame(image, 0))
    expect(client.last("error")).toMatchObject({ code: "wrong-chunk", next: 1 })
    client.send({ type: "fw_commit", n: 2 })
    expect(client.last("error")).toMatchObject({ n: 2, code: "incomplete", next: 1 })
    expect(client.closed).toBe(false)
  })

  test("[FW-7] is refused for a build that is not newer, for impossible sizes, and while another one runs", () => {
    const own = openDevice({ build: OLD })
    const [one, other] = [own.open(), own.open()]
    one.send(begin(imageOf(OLD)))
    expect(one.last("error").code).toBe("not-newer")
    one.send({ type: "fw_begin", n: 3, build: NEW, hash: image.hash, size: 10, chunk: 1 })
    expect(one.last("error")).toMatchObject({ n: 3, code: "bad-image" })
    one.send(begin(image))
    other.send(begin(image))
    expect(other.last("error").code).toBe("busy")
    one.drop()
    other.send(begin(image))
    expect(other.last("fw_have").next).toBe(0)
  })

  test("[FW-7] of another image begins at the first chunk; an abort throws away what has come", () => {
    const own = openDevice({ build: OLD })
    const client = own.open()
    client.send(begin(image))
    client.bytes(chunkFrame(image, 0))
    client.send(begin(imageOf(NEW + 1)))
    expect(client.last("fw_have").next).toBe(0)
    client.bytes(chunkFrame(imageOf(NEW + 1), 0))
    client.send({ type: "fw_abort", n: 9 })
    expect(client.last("done").n).toBe(9)
    client.send(begin(imageOf(NEW + 1)))
    expect(client.last("fw_have").next).toBe(0)
  })
})
