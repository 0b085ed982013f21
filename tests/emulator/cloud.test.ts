import fc from "fast-check"
import { expect, test } from "vitest"
import {
  CODE_TRIES,
  HEARTBEAT_MS,
  REBOOT_AWAY_MS,
  rateOf,
  SESSION_LIFE_MS,
  WAKE_MS,
} from "../../emulator/model/limits.ts"
import { createWorld } from "../../emulator/model/world.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { utf8Length } from "../../src/domain/values/name.ts"
import { callNames } from "../../src/domain/wire/cloud.ts"
import {
  type CloudWorld,
  DAY,
  MINUTE,
  md5,
  namedIn,
  openWorld,
  otherThan,
  type SignedInActor,
  START,
  tokenIn,
  worldOf,
} from "./actors.ts"

const OWNER = "owner@example.com"

const deviceItem = (person: SignedInActor, name: string): { lastSeen: number; flags: number } => {
  const { devices } = person.call("loginWithToken", { isWeb: false }).reply
  const item = namedIn(devices).find((device) => device.name === name)
  if (item === undefined || !("lastSeen" in item) || !("flags" in item)) throw new Error(`there is no ${name}`)
  return { lastSeen: Number(item.lastSeen), flags: Number(item.flags) }
}

/** Any JSON that could arrive, with hostile keys, and bodies that nearly fit. */
const anyBody = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom("uid", "token", "did", "cmd", "title", "email", "name", "code", "accountId", "state", "__proto__"),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
  ),
)

test("[EMU-2] no body makes the cloud throw or changes it without status 0", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...callNames), anyBody, fc.integer({ min: 0, max: DAY })), { maxLength: 12 }),
      (requests) => {
        const world = openWorld()
        const owner = world.signIn(OWNER)
        for (const [call, body, ms] of requests) {
          world.now += ms
          const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {}
          const before = JSON.stringify(world.cloud.view(world.now))
          const answers = [world.cloud.handle(call, body, world.now), owner.call(call, { ...fields })]
          for (const answer of answers) {
            expect(Number.isInteger(answer.status)).toBe(true)
            expect(answer.reply.status).toBe(answer.status)
          }
          if (answers.every(({ applied }) => !applied)) expect(JSON.stringify(world.cloud.view(world.now))).toBe(before)
        }
      },
    ),
  )
})

/** A short session of real use, driven by numbers. */
const use = (world: CloudWorld, steps: readonly number[]): readonly unknown[] => {
  const owner = world.signIn(OWNER)
  return steps.map((step) => {
    world.now += step * 1_000
    const did = owner.device("Control room A")
    return [
      owner.call("rename_device", { did, title: `Control room A` }),
      owner.call("request_device", { did, cmd: "reboot" }),
      owner.call("send_invitation", { email: `p${step}@example.com`, name: "P", invitedBy: "O", link: "x/invitation" }),
      world.call("reset_password", { email: md5(OWNER) }),
    ]
  })
}

const steps = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 })

test("[EMU-2] the same seed and requests give the same answers and the same state", () => {
  fc.assert(
    fc.property(fc.nat(), steps, (seed, taken) => {
      const [one, other] = [openWorld({ seed }), openWorld({ seed })]
      expect(use(one, taken)).toEqual(use(other, taken))
      expect(one.cloud.snapshot()).toEqual(other.cloud.snapshot())
    }),
  )
})

test("[EMU-2] a snapshot carries everything: the restored cloud goes on as if nothing had happened", () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const world = openWorld()
      use(world, before)
      const snapshot = JSON.parse(JSON.stringify(world.cloud.snapshot()))
      const restored = worldOf(createWorld({ snapshot, md5 }), world.now)
      expect(use(restored, after)).toEqual(use(world, after))
      expect(restored.cloud.snapshot()).toEqual(world.cloud.snapshot())
    }),
  )
})

test("[EMU-2] several sessions of one account are valid at once, and renewing leaves the old token valid", () => {
  const world = openWorld()
  const [one, two] = [world.signIn(OWNER), world.signIn(OWNER)]
  const renewed = tokenIn(one.call("loginWithToken", { isWeb: true }))
  expect(new Set([one.token, two.token, renewed]).size).toBe(3)
  for (const token of [one.token, two.token, renewed])
    expect(world.call("get_main_accounts", { uid: one.uid, token }).status).toBe(0)
})

test("[EMU-2] a session expires after its life, and a new password ends all of them", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  world.now += SESSION_LIFE_MS - 1
  expect(owner.call("get_main_accounts").status).toBe(0)
  world.now += 1
  expect(owner.call("get_main_accounts").status).toBe(-106)

  const fresh = world.signIn(OWNER)
  const token = tokenIn(world.call("reset_password", { email: md5(OWNER) }))
  world.call("verify_resetpassword_code", {
    token,
    verificationcode: world.code(OWNER),
    newpassword: md5("changed"),
  })
  expect(fresh.call("get_main_accounts").status).toBe(-109)
  expect(world.signIn(OWNER, "changed").call("get_main_accounts").status).toBe(0)
})

test("[EMU-2] a session belongs to its account alone", () => {
  const world = openWorld()
  const [owner, sub] = [world.signIn(OWNER), world.signIn("sub@example.com")]
  expect(world.call("get_main_accounts", { uid: sub.uid, token: owner.token }).status).toBe(-109)
})

test("[EMU-2] a reset activates an account that never was", () => {
  const world = openWorld()
  const body = { email: md5("new@example.com"), password: md5("sightline") }
  expect(world.call("signin", body).status).toBe(-107)
  const token = tokenIn(world.call("reset_password", { email: md5("new@example.com") }))
  const code = world.code("new@example.com")
  world.call("verify_resetpassword_code", { token, verificationcode: code, newpassword: md5("sightline") })
  expect(world.call("signin", body).status).toBe(0)
})

test("[EMU-2] a code tried too often counts as expired, also the right one", () => {
  const world = openWorld()
  const token = tokenIn(world.call("reset_password", { email: md5(OWNER) }))
  const right = world.code(OWNER)
  const guess = (verificationcode: string) =>
    world.call("verify_resetpassword_code", { token, verificationcode, newpassword: md5("changed") }).status
  for (let tries = 0; tries < CODE_TRIES; tries++) expect(guess(otherThan(right))).toBe(-104)
  expect(guess(right)).toBe(-106)
})

test("[EMU-2] the mailbox gives the newest mail first", () => {
  const world = openWorld()
  world.call("reset_password", { email: md5(OWNER) })
  world.now += 1
  world.call("reset_password", { email: md5("sub@example.com") })
  world.now += 1
  world.call("reset_password", { email: md5(OWNER) })
  expect(world.cloud.mail("OWNER@example.com ").map(({ at }) => at - START)).toEqual([2, 0])
  expect(world.cloud.mail()[1]?.to).toBe("sub@example.com")
})

test("[EMU-2] a burst meets -100, and a moment later the call is served again; others are not held up", () => {
  const world = openWorld()
  const [owner, sub] = [world.signIn(OWNER), world.signIn("sub@example.com")]
  const { burst, perSecond } = rateOf("rename_account")
  const rename = (person: SignedInActor) => person.call("rename_account", { newName: "Busy" }).status
  const answered = Array.from({ length: burst + 1 }, () => rename(owner))
  expect(answered.filter((status) => status === 0)).toHaveLength(burst)
  expect(answered.at(-1)).toBe(-100)
  expect(rename(sub)).toBe(0)
  expect(owner.call("get_main_accounts").status).toBe(0)
  world.now += 1_000 / perSecond
  expect(rename(owner)).toBe(0)
})

test("[EMU-2] a powered-on device is seen every minute for as long as the clock runs", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: DAY }), (ms) => {
      const world = openWorld()
      const owner = world.signIn(OWNER)
      world.now += ms
      const age = world.now - deviceItem(owner, "Control room A").lastSeen
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(HEARTBEAT_MS)
    }),
  )
})

test("[EMU-2] a reboot takes a device away, brings it back, and counts each that arrived", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const did = owner.device("Control room A")
  const reboot = () => owner.call("request_device", { did, cmd: "reboot" }).status
  world.now += MINUTE
  const seen = deviceItem(owner, "Control room A").lastSeen
  expect([reboot(), reboot()]).toEqual([0, 0])
  world.now += REBOOT_AWAY_MS - 1
  expect(deviceItem(owner, "Control room A").lastSeen).toBe(seen)
  world.now += 1
  expect(deviceItem(owner, "Control room A").lastSeen).toBe(world.now)
  expect(world.cloud.device(did)?.reboots).toBe(2)
  expect(world.cloud.device(did)?.commands.map(({ cmd, uid }) => [cmd, uid])).toEqual([
    ["reboot", owner.uid],
    ["reboot", owner.uid],
  ])
})

test("[EMU-2] a device whose power is back is asked as soon as it is, also where somebody carries its heartbeats", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const did = owner.device("Control room A")
  const leave = world.cloud.attend(() => {})
  const reboot = () => owner.call("request_device", { did, cmd: "reboot" }).status
  world.cloud.patchDevice(did, { power: "off", backAfterMs: MINUTE }, world.now)
  expect(reboot()).toBe(-121)
  world.now += MINUTE
  expect(reboot()).toBe(0)
  leave()
})

test("[EMU-2] a wake reaches the bound MAC or the given one, and hosts behind it wake", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const desk = owner.device("Front desk")
  const wol = (did: string, payload: object) => owner.call("request_device", { did, cmd: "wol", payload }).status
  const asleep = () => world.cloud.view(world.now).hosts.filter(({ awake }) => !awake).length
  expect(asleep()).toBe(2)
  expect(wol(desk, { type: 0 })).toBe(0)
  world.now += WAKE_MS
  expect(asleep()).toBe(1)
  expect(deviceItem(owner, "Front desk").lastSeen).toBe(world.now)
  const mac = world.cloud
    .view(world.now)
    .hosts.find(({ awake }) => !awake)
    ?.mac.replaceAll(":", "-")
  expect(wol(owner.device("Workshop bench"), { type: 1, mac })).toBe(0)
  world.now += WAKE_MS
  expect(asleep()).toBe(0)
  expect(wol(owner.device("Workshop bench"), { type: 0 })).toBe(-122)
})

test("[EMU-2] flags bit 4 says that a bound MAC exists", () => {
  const owner = openWorld().signIn(OWNER)
  expect(deviceItem(owner, "Control room A").flags & 4).toBe(4)
  expect(deviceItem(owner, "Workshop bench").flags & 4).toBe(0)
})

test("[EMU-2] a deleted account leaves nothing behind: sessions, devices, shares, address", () => {
  const world = openWorld()
  const [owner, sub] = [world.signIn(OWNER), world.signIn("sub@example.com")]
  owner.call("deactivate_request")
  expect(owner.call("deactivate_confirm", { code: world.code(OWNER) }).status).toBe(0)
  expect(owner.call("get_main_accounts").status).toBe(-109)
  expect(sub.call("get_main_accounts").reply.result).toEqual([])
  expect(sub.call("loginWithToken", { isWeb: true }).reply.subdevices).toEqual([])
  expect(world.cloud.view(world.now).devices.some((device) => device.owner === owner.uid)).toBe(false)
  expect(world.call("signin", { email: md5(OWNER), password: md5("sightline") }).status).toBe(-101)
})

test("[EMU-1] the demo holds what a person wants to try", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const view = world.cloud.view(world.now)
  const own = view.devices.filter((device) => device.owner === owner.uid)
  expect(own.length).toBeGreaterThanOrEqual(9)
  expect(new Set(own.map(({ power }) => power))).toEqual(new Set(["on", "asleep", "off"]))
  expect(own.some(({ build }) => build === 0)).toBe(true)
  expect(own.some(({ name }) => utf8Length(name) === 32)).toBe(true)
  expect(own.every(({ name }) => utf8Length(name) <= 32)).toBe(true)
  const statuses = view.accounts.find(({ uid }) => uid === owner.uid)?.subAccounts.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([0, 1, 2, 3]))
  expect(view.accounts.find(({ email }) => email === "new@example.com")?.activated).toBe(false)
  expect(namedIn(owner.call("loginWithToken", { isWeb: true }).reply.subdevices)).toHaveLength(1)
  // Every account has a different address, and each activated one can sign in.
  expect(new Set(view.accounts.map(({ email }) => email)).size).toBe(view.accounts.length)
  for (const { email, activated } of view.accounts) {
    expect(parseEmail(email).ok, email).toBe(true)
    const { status } = world.call("signin", { email: md5(email), password: md5("sightline") })
    expect(status, email).toBe(activated ? 0 : -107)
  }
})

test("[EMU-2] ten thousand devices are listed like ten, and an empty scenario has none", () => {
  const world = openWorld({ devices: 10_000 })
  const { devices } = world.signIn(OWNER).call("loginWithToken", { isWeb: true }).reply
  expect(new Set(namedIn(devices).map(({ id }) => id)).size).toBe(10_010)
  expect(openWorld({ scenario: "empty" }).cloud.view(START)).toEqual({ accounts: [], devices: [], hosts: [] })
})
